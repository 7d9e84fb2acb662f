import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { isVector, keyFieldOf, parseIndexSpec, vectorFieldOf } from '../../../kernel/search/index-spec.ts'
import type { IndexField, IndexSpec } from '../../../kernel/search/search.ts'
import { isFilled } from '../index/chunk-fields.ts'
import type { Origin } from './make-for-build.ts'

/** Answers, citations and the pages of a document are made of these. */
const KEPT = ['document_id', 'source_file', 'text']

/** An index's definition as `POST /search/indexes` takes it, of which what is left out stays as it is. */
export const ownIndexSchema = z
  .looseObject({ fields: z.array(z.looseObject({ name: z.string() })).optional() })
  .describe("Attributes of the index's definition that this build has of its own, `fields` as a whole. Vectors get the embedder's length.")

interface Planned {
  readonly from: Origin
  readonly index?: z.output<typeof ownIndexSchema> | undefined
}

/**
 * What an index is defined as in a build of its own. Vectors that are made anew are as long as the embedder makes them. ApiError
 * invalid_request, whose message names the attribute, for a definition that is none, or that the documents do not fit.
 */
export function specOfBuild(live: IndexSpec, { from, index: own = {} }: Planned, embedder: { readonly dimensions: number }): IndexSpec {
  if (own.name !== undefined && own.name !== live.name) throw refused('name', `the build keeps the index's name, ${live.name}`)
  const dimensions = from === 'embedded' ? vectorFieldOf(live)?.dimensions : embedder.dimensions
  const fitted = (own.fields ?? live.fields).map((field) =>
    field.name === 'embedding' && (own.fields === undefined ? field.dimensions != null : field.dimensions === undefined)
      ? { ...field, dimensions }
      : field,
  )
  const spec = parsed({ ...live, ...own, name: live.name, fields: fitted })
  if (keyFieldOf(spec).name !== keyFieldOf(live).name) throw refused('fields', `the key stays ${keyFieldOf(live).name}`)
  const has = new Set(spec.fields.map(({ name }) => name))
  const lost = KEPT.find((name) => !has.has(name) && live.fields.some((field) => field.name === name))
  if (lost) throw refused('fields', `${lost} has to stay: answers, citations and the pages of a document are made of it`)
  const vectors = vectorFieldOf(spec)?.dimensions
  if (vectors != null && vectors !== dimensions)
    throw refused(
      'fields',
      `embedding: dimensions: the vectors are ${dimensions ?? 'not there'}, not ${vectors} numbers long; leave dimensions out`,
    )
  return spec
}

const refused = (path: string, problem: string) =>
  new ApiError('invalid_request', `config.index.${path}: ${problem}`, { details: { field: `config.index.${path}` } })

function parsed(value: unknown): IndexSpec {
  try {
    return parseIndexSpec(value)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError('invalid_request', `config.${error.message.replace(/^index: /, 'index.')}`, { details: error.details, cause: error })
  }
}

export const changedFieldsSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  never_filled: z.array(z.string()).describe('Added fields for which documents have no values of this name and type.'),
})

/** What another definition means for the fields. */
export function changedFields(live: IndexSpec, spec: IndexSpec): z.output<typeof changedFieldsSchema> {
  const before = new Map(live.fields.map((field) => [field.name, field]))
  const after = new Map(spec.fields.map((field) => [field.name, field]))
  const names = (fields: readonly IndexField[]) => fields.map(({ name }) => name)
  const added = spec.fields.filter(({ name }) => !before.has(name))
  return {
    added: names(added),
    removed: names(live.fields.filter(({ name }) => !after.has(name))),
    changed: names(spec.fields.filter((field) => before.has(field.name) && !isSame(field, before.get(field.name)!))),
    never_filled: names(added.filter((field) => !isVector(field) && !isFilled(field))),
  }
}

const isSame = (a: IndexField, b: IndexField): boolean => {
  const kept = (field: IndexField) => JSON.stringify(Object.entries(field).sort(([x], [y]) => (x < y ? -1 : 1)))
  return kept(a) === kept(b)
}
