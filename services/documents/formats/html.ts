import type { DocumentFormat } from './document-format.ts'

export const html: DocumentFormat = {
  extension: 'html',
  also: ['htm', 'xhtml'],
  directory: 'docs/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/markup/html.ts')).readHtml,
}
