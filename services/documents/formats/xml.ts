import type { DocumentFormat } from './document-format.ts'

export const xml: DocumentFormat = {
  extension: 'xml',
  directory: 'data/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/plain/xml.ts')).readXml,
}
