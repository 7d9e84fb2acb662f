import type { DocumentFormat } from './document-format.ts'

export const eml: DocumentFormat = {
  extension: 'eml',
  directory: 'mail/raw',
  attaches: true,
  holds: ['text', 'binary'],
  docs: {
    name: 'Mail',
    reads: 'Subject, sender, recipients, date, body, and the names of attachments. Attachments become documents of their own.',
    skips: 'Technical headers.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/mail/eml.ts')).readEml,
}
