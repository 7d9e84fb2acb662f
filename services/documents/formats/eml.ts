import type { DocumentFormat } from './document-format.ts'

export const eml: DocumentFormat = {
  extension: 'eml',
  directory: 'mail/raw',
  attaches: true,
  holds: ['text', 'binary'],
  reader: async () => (await import('../parse/readers/mail/eml.ts')).readEml,
}
