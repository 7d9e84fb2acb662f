import type { DocumentFormat } from './document-format.ts'

export const csv: DocumentFormat = {
  extension: 'csv',
  also: ['tsv', 'tab'],
  directory: 'data/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/plain/csv.ts')).readCsv,
}
