import type { DocumentFormat } from './document-format.ts'

export const xlsx: DocumentFormat = {
  extension: 'xlsx',
  also: ['xlsm'],
  directory: 'data/raw',
  holds: ['zip', 'ole2'],
  office: { folder: 'xl/', label: 'an Excel workbook' },
  reader: async () => (await import('../parse/readers/xlsx/xlsx.ts')).readXlsx,
}
