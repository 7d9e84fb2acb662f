import type { DocumentFormat } from './document-format.ts'

export const openDocument: DocumentFormat = {
  extension: 'odt',
  also: ['ods', 'odp'],
  directory: 'docs/raw',
  holds: ['zip'],
  office: { folder: 'content.xml', label: 'an OpenDocument file' },
  docs: {
    name: 'OpenDocument text, sheet and presentation',
    reads: 'Headings, paragraphs, lists, tables, charts, formulas, footnotes and comments.',
    skips: 'Images, deleted text and page decoration.',
    anchor: 'sheet or slide',
  },
  reader: async () => (await import('../parse/readers/open-document/open-document.ts')).readOpenDocument,
}
