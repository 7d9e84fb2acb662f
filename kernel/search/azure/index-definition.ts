import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { isSearchable, keyFieldOf, parseIndexSpec } from '../index-spec.ts'
import type { IndexField, IndexSpec } from '../search.ts'

/** Names of what the adapter adds to an index begin so; a caller's fields may not. */
const OWN = 'millrace_'
/** The service's key, for which a chunk's id will not do: two passes over a document hold the same ids for a while. Its name tells the spec's key. */
const KEY_PREFIX = 'millrace_key_of_'
const MAX_NAME = 128

/** The write that a chunk belongs to: as a string for search.in, as a number for ranges (which are documented for numbers only). */
export const STAGE = 'millrace_stage'
export const NUMBER = 'millrace_number'
export const DOCUMENT = 'millrace_document'
/** A chunk's place in its document. */
export const ORDER = 'millrace_order'
/** Words of scripts without spaces, found by us: the service's tokenizer leaves runs of them whole. */
export const WORDS = 'millrace_words'

/** Stems, folds accents and widths: what the embedded index does to words. */
const TEXT_ANALYZER = 'millrace_text'
const WORDS_ANALYZER = 'millrace_spaced'
const FILTERS = ['lowercase', 'cjk_width', 'asciifolding', 'porter_stem']
const ANALYZERS = [
  { '@odata.type': '#Microsoft.Azure.Search.CustomAnalyzer', name: TEXT_ANALYZER, tokenizer: 'standard_v2', tokenFilters: FILTERS },
  { '@odata.type': '#Microsoft.Azure.Search.CustomAnalyzer', name: WORDS_ANALYZER, tokenizer: 'whitespace', tokenFilters: FILTERS },
]

const hidden = (name: string, type: string, more: Partial<IndexField> = {}): IndexField => ({
  name,
  type,
  searchable: false,
  filterable: true,
  sortable: true,
  facetable: false,
  retrievable: true,
  ...more,
})

export const keyNameOf = (spec: IndexSpec): string => `${KEY_PREFIX}${keyFieldOf(spec).name}`

const ownFields = (spec: IndexSpec): IndexField[] => [
  hidden(keyNameOf(spec), 'Edm.String', { key: true }),
  hidden(STAGE, 'Edm.String', { facetable: true }),
  hidden(NUMBER, 'Edm.Int64'),
  hidden(DOCUMENT, 'Edm.String'),
  hidden(ORDER, 'Edm.Int32'),
  {
    ...hidden(WORDS, 'Edm.String', { searchable: true, filterable: false, sortable: false, retrievable: false }),
    analyzer: WORDS_ANALYZER,
  },
]

const hasAnalyzer = ({ analyzer, indexAnalyzer, searchAnalyzer }: IndexField): boolean =>
  Boolean(analyzer || indexAnalyzer || searchAnalyzer)

function servedField(field: IndexField): IndexField {
  const { key: _key, ...rest } = field
  return isSearchable(field) && !hasAnalyzer(field) ? { ...rest, analyzer: TEXT_ANALYZER } : rest
}

const namedOnly = z.array(z.looseObject({ name: z.string() }))
const listOf = (value: unknown) => (Array.isArray(value) ? namedOnly.parse(value) : [])

/**
 * A spec as it stands on the service: its own key becomes a plain field, the adapter's fields and analyzers come along. Searchable fields
 * without an analyzer get one that stems. ApiError invalid_request for names that are the adapter's.
 */
export function servedDefinition(given: IndexSpec): IndexSpec {
  const spec = parseIndexSpec(given)
  const taken = spec.fields.find((f) => f.name.startsWith(OWN))
  if (taken) throw new ApiError('invalid_request', `index: ${taken.name}: names that begin with ${OWN} are the platform's own`)
  if (keyFieldOf(spec).retrievable === false || keyNameOf(spec).length > MAX_NAME)
    throw new ApiError('invalid_request', 'index: the key must be retrievable, and its name at most 112 characters long')
  const { '@odata.context': _context, '@odata.etag': _etag, ...rest } = spec
  return { ...rest, fields: [...spec.fields.map(servedField), ...ownFields(spec)], analyzers: [...listOf(spec.analyzers), ...ANALYZERS] }
}

const definitionSchema = z.looseObject({ name: z.string(), fields: z.array(z.looseObject({ name: z.string(), type: z.string() })) })

const isSaid = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

const said = (value: object): Record<string, unknown> => Object.fromEntries(Object.entries(value).filter(([, v]) => isSaid(v)))

/** The spec that a definition on the service was made from; undefined for an index that this adapter did not make. */
export function specOfDefinition(value: unknown): IndexSpec | undefined {
  const { name, fields, analyzers, ...rest } = definitionSchema.parse(value)
  const key = fields.find((f) => f.name.startsWith(KEY_PREFIX))?.name.slice(KEY_PREFIX.length)
  if (key === undefined) return undefined
  const shown = fields
    .filter((f) => !f.name.startsWith(OWN))
    .map((f): IndexField => {
      const { analyzer, key: _key, ...field } = said(f)
      const named = analyzer !== undefined && analyzer !== TEXT_ANALYZER ? { analyzer } : {}
      return { ...field, name: f.name, type: f.type, ...named, ...(f.name === key ? { key: true } : {}) }
    })
  const others = listOf(analyzers).filter((a) => !a.name.startsWith(OWN))
  const attributes = Object.entries(said(rest)).filter(([attribute]) => !attribute.startsWith('@odata.'))
  return { ...Object.fromEntries(attributes), ...(others.length ? { analyzers: others } : {}), name, fields: shown }
}
