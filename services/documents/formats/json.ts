import type { DocumentFormat } from './document-format.ts'

export const json: DocumentFormat = {
  extension: 'json',
  also: ['jsonl', 'ndjson', 'geojson'],
  directory: 'data/raw',
  holds: ['text'],
  reader: async () => (await import('../parse/readers/plain/json.ts')).readJson,
}
