import type { DocumentFormat } from './document-format.ts'

export const xlsx: DocumentFormat = {
  extension: 'xlsx',
  also: ['xlsm'],
  directory: 'data/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'xl/', label: 'an Excel workbook' },
  docs: {
    name: 'Excel, also with macros',
    reads: 'Cells as they are displayed, sheet by sheet. Each table gets its header. Comments, charts and text boxes.',
    skips: 'Formulas (their results are read), macros and images.',
    anchor: 'sheet',
  },
  reader: async () => (await import('../parse/readers/xlsx/xlsx.ts')).readXlsx,
}
