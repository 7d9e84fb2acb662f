import { z } from 'zod'
import { keyFieldOf, mergeIndexSpec, parseIndexSpec } from '../index-spec.ts'
import type { IndexField, IndexSpec, SearchIndex } from '../search.ts'
import { asChunk, bad, checkDocument, type Document, Refusal, stored } from './fake-documents.fixture.ts'

const MAX_ACTIONS = 1_000
const KEY = /^(?!_)[A-Za-z0-9_=-]{1,1024}$/
/** What the service lets change of a field that is there. */
const CHANGEABLE = new Set(['retrievable', 'searchAnalyzer', 'synonymMaps'])

const batchSchema = z.object({
  value: z.array(z.looseObject({ '@search.action': z.enum(['upload', 'merge', 'mergeOrUpload', 'delete']).default('upload') })).min(1),
})

export interface ActionResult {
  readonly key: string
  readonly status: boolean
  readonly statusCode: number
  readonly errorMessage: string | null
}

/** One index of the fake: acknowledged documents, and the embedded index that answers for those that are searchable by now. */
export interface FakeIndex {
  readonly spec: IndexSpec
  /** What was acknowledged, searchable or not. */
  readonly documents: ReadonlyMap<string, Document>
  update(spec: IndexSpec): Promise<void>
  /** `failing` picks keys that fail with a status of their own. */
  apply(body: unknown, failing: (key: string) => number | undefined): ActionResult[]
  /** The searchable documents, and the embedded index with the same. */
  searchable(): Promise<ReadonlyMap<string, Document>>
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function checkChange(old: IndexField, now: IndexField | undefined): void {
  if (!now) throw bad(`Existing field '${old.name}' cannot be deleted.`)
  const attributes = new Set([...Object.keys(old), ...Object.keys(now)].filter((a) => !CHANGEABLE.has(a)))
  for (const a of attributes) if (!same(old[a], now[a])) throw bad(`Existing field '${old.name}' cannot be changed: ${a}.`)
}

function checkAnalyzers(spec: IndexSpec): void {
  const named = z.array(z.looseObject({ name: z.string(), '@odata.type': z.string() })).parse(spec.analyzers ?? [])
  const known = new Set(['standard.lucene', 'en.lucene', 'en.microsoft', 'keyword', ...named.map((a) => a.name)])
  for (const { name, analyzer } of spec.fields)
    if (typeof analyzer === 'string' && !known.has(analyzer)) throw bad(`Field '${name}': the analyzer '${analyzer}' is not known.`)
}

function applyAction(index: { spec: IndexSpec; documents: Map<string, Document> }, key: string, type: string, given: Document): number {
  const { spec, documents } = index
  if (type === 'delete') {
    documents.delete(key)
    return 200
  }
  const old = documents.get(key)
  if (type === 'merge' && !old) return 404
  documents.set(key, stored(spec, type === 'upload' ? given : { ...old, ...given }))
  return old ? 200 : 201
}

/** `delayMs`: how long after its acknowledgement a change shows. */
export async function createFakeIndex(given: IndexSpec, engine: SearchIndex, delayMs: () => number): Promise<FakeIndex> {
  const state = { spec: parseIndexSpec(given), documents: new Map<string, Document>() }
  checkAnalyzers(state.spec)
  await engine.createIndex(state.spec)
  let shown = new Map<string, Document>()
  let changes: { at: number; documents: Map<string, Document> }[] = []
  let pass = 0

  return {
    get spec() {
      return state.spec
    },
    documents: state.documents,
    async update(next) {
      const spec = parseIndexSpec(next)
      const now = new Map(spec.fields.map((f) => [f.name, f]))
      for (const field of state.spec.fields) checkChange(field, now.get(field.name))
      if (!same(state.spec.analyzers, spec.analyzers)) throw bad('Analyzers are added with allowIndexDowntime only.')
      state.spec = mergeIndexSpec(state.spec, spec)
      await engine.updateIndex(state.spec)
    },
    apply(body, failing) {
      const { value } = batchSchema.parse(body)
      if (value.length > MAX_ACTIONS) throw new Refusal(400, 'InvalidRequestParameter', 'The batch holds more than 1000 actions.')
      const keyName = keyFieldOf(state.spec).name
      for (const { '@search.action': _action, ...document } of value) checkDocument(state.spec, document)
      const results = value.map(({ '@search.action': type, ...document }): ActionResult => {
        const key = String(document[keyName] ?? '')
        const fails = KEY.test(key) ? failing(key) : 400
        const statusCode = fails ?? applyAction(state, key, type, document)
        const ok = statusCode < 300
        return { key, status: ok, statusCode, errorMessage: ok ? null : KEY.test(key) ? 'not now' : `Invalid document key: '${key}'.` }
      })
      changes.push({ at: Date.now() + delayMs(), documents: new Map(state.documents) })
      return results
    },
    async searchable() {
      const due = changes.filter(({ at }) => at <= Date.now())
      const newest = due.at(-1)
      if (newest) {
        changes = changes.filter((c) => !due.includes(c))
        shown = newest.documents
        const chunks = [...shown].map(([key, document]) => asChunk(state.spec, key, document))
        const all = (async function* () {
          yield chunks
        })()
        await engine.replaceDocument(state.spec.name, { document_id: 'all', epoch: ++pass }, all)
      }
      return shown
    },
  }
}
