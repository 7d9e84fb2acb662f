import { z } from 'zod'
import { ApiError } from '../runtime/errors.ts'
import { plainIssue } from '../text/plain-issue.ts'
import type { IndexField, IndexSpec } from './search.ts'

const SCALARS = ['String', 'Int32', 'Int64', 'Double', 'Boolean', 'DateTimeOffset', 'GeographyPoint', 'ComplexType']
const VECTORS = ['Single', 'Half', 'Int16', 'SByte', 'Byte']
const TYPES: ReadonlySet<string> = new Set([
  ...SCALARS.flatMap((t) => [`Edm.${t}`, `Collection(Edm.${t})`]),
  ...VECTORS.map((t) => `Collection(Edm.${t})`),
])
const VECTOR_TYPES: ReadonlySet<string> = new Set(VECTORS.map((t) => `Collection(Edm.${t})`))

const flag = z.boolean().optional()
const word = z.string().nullish()
const objects = z.array(z.looseObject({ name: z.string() })).nullish()

/** A field of Azure AI Search's index JSON, api-version 2026-04-01. */
const fieldSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,127}$/, 'a field name is a letter, then up to 127 letters, digits and underscores'),
  type: z.string().refine((t) => TYPES.has(t), 'an unknown type'),
  key: flag,
  retrievable: flag,
  stored: flag,
  searchable: flag,
  filterable: flag,
  sortable: flag,
  facetable: flag,
  permissionFilter: word,
  sensitivityLabel: flag,
  analyzer: word,
  searchAnalyzer: word,
  indexAnalyzer: word,
  normalizer: word,
  dimensions: z.int().min(2).max(4096).nullish(),
  vectorSearchProfile: word,
  vectorEncoding: word,
  synonymMaps: z.array(z.string()).nullish(),
  get fields(): z.ZodOptional<z.ZodArray<z.ZodType<IndexField>>> {
    return z.array(fieldSchema as z.ZodType<IndexField>).optional()
  },
})

const specSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,126}[a-z0-9])?$/, 'an index name is up to 128 lower-case letters, digits and inner hyphens'),
  fields: z.array(fieldSchema).min(1).max(1000),
  description: word,
  scoringProfiles: objects,
  defaultScoringProfile: word,
  corsOptions: z.looseObject({}).nullish(),
  suggesters: objects,
  analyzers: objects,
  tokenizers: objects,
  tokenFilters: objects,
  charFilters: objects,
  normalizers: objects,
  encryptionKey: z.looseObject({}).nullish(),
  similarity: z.looseObject({}).nullish(),
  semantic: z.looseObject({}).nullish(),
  vectorSearch: z.looseObject({}).nullish(),
  permissionFilterOption: word,
  purviewEnabled: flag.nullable(),
  '@odata.etag': word,
  '@odata.context': word,
})

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.')

const invalid = (path: string, problem: string) =>
  new ApiError('invalid_request', `index: ${path ? `${path}: ` : ''}${problem}`, {
    details: { path, issues: [{ path, message: problem }] },
  })

export const isVector = (field: IndexField): boolean => VECTOR_TYPES.has(field.type)
export const isCollection = (field: IndexField): boolean => field.type.startsWith('Collection(') && !isVector(field)

/** Azure AI Search's REST default: what is not said of a simple field is true. */
export const allows = (field: IndexField, use: 'filterable' | 'facetable' | 'sortable' | 'retrievable'): boolean =>
  !isVector(field) && field[use] !== false

/** Whether text queries look into the field. */
export const isSearchable = (field: IndexField): boolean => /Edm\.String\b/.test(field.type) && field.searchable !== false

/** The field that receives the chunks' vectors. */
export const vectorFieldOf = (spec: IndexSpec): IndexField | undefined => spec.fields.find((f) => f.name === 'embedding' && isVector(f))

export const keyFieldOf = (spec: IndexSpec): IndexField => spec.fields.find((f) => f.key === true)!

function checkFields(fields: readonly IndexField[]): void {
  const names = new Set<string>()
  for (const [i, field] of fields.entries()) {
    if (names.has(field.name)) throw invalid(`fields.${i}.name`, `${field.name} stands twice`)
    names.add(field.name)
    if (isVector(field) && field.dimensions == null) throw invalid(`fields.${i}.dimensions`, 'a vector field needs its dimensions')
    if (!isVector(field) && field.dimensions != null) throw invalid(`fields.${i}.dimensions`, 'only a vector field has dimensions')
  }
  const keys = fields.filter((f) => f.key)
  if (keys.length !== 1) throw invalid('fields', `exactly one field is the key, not ${keys.length}`)
  if (keys[0]!.type !== 'Edm.String') throw invalid(`fields.${fields.indexOf(keys[0]!)}.type`, 'the key is an Edm.String')
}

/** Checks Azure AI Search's index JSON. Throws ApiError invalid_request whose message and `details.path` name the wrong attribute. */
export function parseIndexSpec(value: unknown): IndexSpec {
  const parsed = specSchema.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    if (issue.code === 'unrecognized_keys') throw invalid(dotted([...issue.path, issue.keys[0]!]), 'an unknown attribute')
    throw invalid(dotted(issue.path), plainIssue(issue.message))
  }
  checkFields(parsed.data.fields)
  return parsed.data
}

/**
 * The spec after an update: fields of both, attributes of the newer one.
 * Throws ApiError invalid_request when a field's type, its dimensions or the key would change.
 */
export function mergeIndexSpec(old: IndexSpec, update: IndexSpec): IndexSpec {
  const before = new Map(old.fields.map((f) => [f.name, f]))
  for (const [i, field] of update.fields.entries()) {
    const known = before.get(field.name)
    if (!known) continue
    if (known.type !== field.type) throw invalid(`fields.${i}.type`, `the type of ${field.name} is ${known.type} and can't change`)
    if (isVector(known) && known.dimensions !== field.dimensions)
      throw invalid(`fields.${i}.dimensions`, `the dimensions of ${field.name} can't change`)
    if (Boolean(known.key) !== Boolean(field.key)) throw invalid(`fields.${i}.key`, "the key can't change")
  }
  const named = new Set(update.fields.map((f) => f.name))
  return { ...old, ...update, fields: [...update.fields, ...old.fields.filter((f) => !named.has(f.name))] }
}
