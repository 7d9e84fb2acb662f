import type { FieldValue, IndexField } from '../../../kernel/search/search.ts'
import type { Chunk } from '../../../schemas/artifacts.ts'
import type { DocumentFile, DocumentSubject } from '../../../schemas/document.ts'

/** A calendar day as Edm.DateTimeOffset, at midnight UTC. */
const dayStart = (day: string | undefined): string | null => (day ? `${day}T00:00:00Z` : null)
/** A metadata key of one's own that is also a chunk field. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The fields that every chunk of a document shares. Absent metadata is null; a collection is empty, because an index holds no null there. */
export function documentFields(subject: DocumentSubject, file: DocumentFile, ingestedAt: string): Record<string, FieldValue> {
  const { metadata } = file
  return {
    document_id: subject.document_id,
    upload_id: subject.upload_id,
    source_file: file.source_file,
    filename: file.source_file,
    file_type: file.file_type,
    title: metadata.title,
    doc_type: metadata.doc_type,
    tags: metadata.tags ?? [],
    confidentiality: metadata.confidentiality ?? null,
    business_unit: metadata.business_unit ?? null,
    effective_date: dayStart(metadata.effective_date),
    expiry_date: dayStart(metadata.expiry_date),
    video_url: textOf(metadata.video_url),
    keyword: textOf(metadata.keyword),
    topic: textOf(metadata.topic),
    ingested_at: ingestedAt,
  }
}

/** The fields of one chunk alone. */
export function chunkFields(chunk: Chunk): Record<string, FieldValue> {
  const { id, chunk_index, block_id, part, page_number, char_start, char_end, section, speaker, timestamp, tokens, text } = chunk
  const own = { id, chunk_index, block_id, part, page_number, char_start, char_end, section, speaker, timestamp, tokens, text }
  const page_starts = chunk.page_starts?.map(({ start, page }) => `${start}:${page}`).join(' ') ?? null
  return { ...own, page_starts, prefix_length: chunk.prefix.length }
}

/** Of which types the pipeline has values, by the names of its fields. */
const FILLED: Readonly<Record<string, FieldValue>> = {
  ...Object.fromEntries(
    `document_id upload_id source_file filename file_type title doc_type confidentiality business_unit video_url keyword topic id block_id part
    section speaker timestamp text page_starts`
      .split(/\s+/)
      .map((name) => [name, 'text']),
  ),
  ...Object.fromEntries(['chunk_index', 'page_number', 'char_start', 'char_end', 'tokens', 'prefix_length'].map((name) => [name, 1])),
  ...Object.fromEntries(['effective_date', 'expiry_date', 'ingested_at'].map((name) => [name, '2026-01-01T00:00:00Z'])),
  tags: [],
}

/** Whether the pipeline has values for a field of this name and type. */
export const isFilled = ({ name, type }: Pick<IndexField, 'name' | 'type'>): boolean =>
  Object.hasOwn(FILLED, name) && takes(type, FILLED[name] ?? null)

const numbers = ['Edm.Int32', 'Edm.Int64', 'Edm.Double']

/** Whether a field of this type takes the value. */
function takes(type: string, value: FieldValue): boolean {
  if (value === null) return !type.startsWith('Collection(')
  if (typeof value === 'number') return numbers.includes(type)
  if (typeof value === 'string') return type === 'Edm.String' || (type === 'Edm.DateTimeOffset' && !Number.isNaN(Date.parse(value)))
  return typeof value === 'boolean' ? type === 'Edm.Boolean' : type === 'Collection(Edm.String)'
}

/** Keeps what the index defines under the same name with a type that fits: an index of one's own takes the fields that it knows. */
export function fieldsFor(
  index: ReadonlyMap<string, IndexField>,
  fields: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const field = index.get(name)
      return field !== undefined && takes(field.type, value)
    }),
  )
}
