import type { DocumentFormat } from './document-format.ts'

export const json: DocumentFormat = {
  extension: 'json',
  also: ['jsonl', 'ndjson', 'geojson'],
  directory: 'data/raw',
  holds: ['text'],
  docs: {
    name: 'JSON and JSON Lines',
    reads: 'One `path: value` line per value. Each object of a list of objects starts a new block.',
    skips: 'Nothing.',
    anchor: 'none',
  },
  reader: async () => (await import('../parse/readers/plain/json.ts')).readJson,
}
