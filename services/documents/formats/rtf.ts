import type { DocumentFormat } from './document-format.ts'

export const rtf: DocumentFormat = {
  extension: 'rtf',
  directory: 'docs/raw',
  holds: ['rtf'],
  docs: {
    name: 'Rich Text Format',
    reads: 'Headings, paragraphs, lists, tables, notes and comments, in the code page of each font.',
    skips: 'Images and embedded objects.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/rtf/rtf.ts')).readRtf,
}
