import type { DocumentFormat } from './document-format.ts'

export const docx: DocumentFormat = {
  extension: 'docx',
  directory: 'docs/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'word/', label: 'a Word document' },
  docs: {
    name: 'Word',
    reads:
      'Headings, paragraphs, lists with their numbers, tables, text boxes, footnotes, comments, headers and footers. Tracked changes are read as accepted.',
    skips: 'Images, deleted text and page numbers.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/docx/docx.ts')).readDocx,
}
