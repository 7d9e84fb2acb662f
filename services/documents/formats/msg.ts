import type { DocumentFormat } from './document-format.ts'

export const msg: DocumentFormat = {
  extension: 'msg',
  directory: 'mail/raw',
  attaches: true,
  holds: ['ole2'],
  docs: {
    name: 'Outlook mail',
    reads: 'Subject, sender, recipients, date, body, and the names of attachments. Attachments become documents of their own.',
    skips: 'Technical properties.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/mail/msg.ts')).readMsg,
}
