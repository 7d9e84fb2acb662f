import type { DocumentFormat } from './document-format.ts'

export const pdf: DocumentFormat = {
  extension: 'pdf',
  directory: 'pdf/raw',
  // Readers accept what stands before the header.
  holds: ['pdf', 'binary'],
  drawn: true,
  docs: {
    name: 'PDF',
    reads:
      'Text in reading order, headings, tables, form values and comments. Sentences that a page break divides are joined. Scanned pages and undecodable text are recognized.',
    skips: 'Text outside the crop box, repeated headers and footers, and content of images other than scanned pages.',
    anchor: 'page',
  },
  reader: async () => (await import('../parse/readers/pdf/pdf.ts')).readPdf,
}
