import type { DocumentFormat } from './document-format.ts'

export const msg: DocumentFormat = {
  extension: 'msg',
  directory: 'mail/raw',
  holds: ['ole2'],
  reader: async () => (await import('../parse/readers/mail/msg.ts')).readMsg,
}
