import type { DocumentFormat } from './document-format.ts'

export const rtf: DocumentFormat = {
  extension: 'rtf',
  directory: 'docs/raw',
  holds: ['rtf'],
  reader: async () => (await import('../parse/readers/rtf/rtf.ts')).readRtf,
}
