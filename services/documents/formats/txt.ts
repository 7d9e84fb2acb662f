import type { DocumentFormat } from './document-format.ts'

export const txt: DocumentFormat = {
  extension: 'txt',
  also: ['text', 'vtt', 'srt'],
  directory: 'transcripts/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/plain/txt.ts')).readText,
}
