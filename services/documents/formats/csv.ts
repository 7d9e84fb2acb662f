import type { DocumentFormat } from './document-format.ts'

export const csv: DocumentFormat = {
  extension: 'csv',
  also: ['tsv', 'tab'],
  directory: 'data/raw',
  holds: ['text'],
  docs: {
    name: 'Delimited text',
    reads: 'Rows as a table with the first row as header. Encoding and delimiter are detected.',
    skips: 'Columns beyond 2,000.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/plain/csv.ts')).readCsv,
}
