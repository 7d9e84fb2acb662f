import type { DocumentFormat } from './document-format.ts'

export const pdf: DocumentFormat = {
  extension: 'pdf',
  directory: 'pdf/raw',
  // Readers accept what stands before the header.
  holds: ['pdf', 'binary'],
  drawn: true,
  reader: async () => (await import('../parse/readers/pdf/pdf.ts')).readPdf,
}
