import type { DocumentFormat } from './document-format.ts'

export const msg: DocumentFormat = {
  extension: 'msg',
  directory: 'mail/raw',
  attaches: true,
  holds: ['ole2'],
  reader: async () => (await import('../parse/readers/mail/msg.ts')).readMsg,
}
