import type { DocumentFormat } from './document-format.ts'

export const xml: DocumentFormat = {
  extension: 'xml',
  directory: 'data/raw',
  holds: ['text'],
  docs: {
    name: 'XML',
    reads: 'One `path: value` line per text or attribute. HTML in feeds becomes text. The encoding that the file names is used.',
    skips: 'Entities are never expanded.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/plain/xml.ts')).readXml,
}
