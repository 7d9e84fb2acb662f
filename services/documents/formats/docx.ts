import type { DocumentFormat } from './document-format.ts'

export const docx: DocumentFormat = {
  extension: 'docx',
  directory: 'docs/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'word/', label: 'a Word document' },
  reader: async () => (await import('../parse/readers/docx/docx.ts')).readDocx,
}
