import type { DocumentFormat } from './document-format.ts'

export const txt: DocumentFormat = {
  extension: 'txt',
  also: ['text', 'vtt', 'srt'],
  directory: 'transcripts/raw',
  holds: ['text'],
  docs: {
    name: 'Plain text, transcripts and subtitles',
    reads:
      'Paragraphs in any common encoding. Lines of columns become a table. Transcripts and subtitles become utterances with speaker and time.',
    skips: 'Formatting.',
    anchor: 'none; time for subtitles',
  },
  reader: async () => (await import('../parse/readers/plain/txt.ts')).readText,
}
