import type { IndexField, IndexSpec } from './search.ts'

const string = (name: string, extra: Partial<IndexField> = {}): IndexField => ({
  name,
  type: 'Edm.String',
  searchable: false,
  filterable: true,
  facetable: false,
  sortable: true,
  retrievable: true,
  ...extra,
})
const integer = (name: string): IndexField => ({ ...string(name), type: 'Edm.Int32' })
const date = (name: string): IndexField => ({ ...string(name), type: 'Edm.DateTimeOffset' })
const facet = { facetable: true }
const words = { searchable: true }

/** The index of every chunk field that a target gets when it names no spec of its own. `dimensions` are the embedder's. */
export const defaultIndexSpec = (name: string, dimensions: number): IndexSpec => ({
  name,
  fields: [
    string('id', { key: true }),
    string('document_id'),
    string('upload_id'),
    string('source_file'),
    string('filename', words),
    string('file_type', facet),
    string('title', words),
    string('doc_type', facet),
    { ...string('tags', { ...facet, ...words, sortable: false }), type: 'Collection(Edm.String)' },
    string('confidentiality', facet),
    string('business_unit', facet),
    date('effective_date'),
    date('expiry_date'),
    integer('chunk_index'),
    string('block_id'),
    string('part'),
    integer('page_number'),
    // Pages that begin within the chunk, as "<offset in the document's text>:<page>", for the page of a quote.
    string('page_starts'),
    integer('char_start'),
    integer('char_end'),
    string('section', words),
    string('speaker', words),
    string('timestamp'),
    string('video_url'),
    string('keyword', words),
    string('topic', words),
    integer('tokens'),
    string('text', { searchable: true, filterable: false, sortable: false }),
    date('ingested_at'),
    {
      name: 'embedding',
      type: 'Collection(Edm.Single)',
      searchable: true,
      filterable: false,
      facetable: false,
      sortable: false,
      retrievable: false,
      dimensions,
      vectorSearchProfile: 'default',
    },
  ],
  vectorSearch: {
    algorithms: [{ name: 'hnsw', kind: 'hnsw', hnswParameters: { metric: 'cosine' } }],
    profiles: [{ name: 'default', algorithm: 'hnsw' }],
  },
})
