import type { Logger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import type { IndexSpec, SearchIndex } from '../search.ts'
import { askSearch, facetOf } from './ask-search.ts'
import { NUMBER, STAGE } from './index-definition.ts'
import { createDefinitions } from './manage-indexes.ts'
import { createRest, READING, type Rest } from './rest.ts'
import { chunksOf, runSearch } from './run-search.ts'
import { ofDocument, printAll, visible } from './service-filter.ts'
import { searchMigration } from './stage-tables.ts'
import { createStages, type Horizon, type Stages, type Witness } from './stages.ts'
import { createSweeper, GRACE_MS } from './sweep.ts'
import { replaceDocument } from './write-document.ts'

export interface AzureSearchOptions {
  /** `https://NAME.search.windows.net`; plain http on a loopback address only. */
  readonly endpoint: string
  /** An admin key: indexes are made and documents written with it. */
  readonly apiKey: string
  /** Where the arbitration lives; shared by every process that uses the service. */
  readonly database: Database
  readonly log: Logger
  readonly graceMs?: number
}

const PING = { ...READING, tries: 1, timeoutMs: 5_000 }
/** More writes of one document than could ever be in sight at once. */
const MOST_STAGES = 1_000

const counted = (rest: Rest, index: string, filter: string) => askSearch(rest, index, { search: '*', filter, top: 0, count: true })

/** What the service itself knows of writes, for when the database was lost or is new. */
function witnessOf(rest: Rest, horizon: (index: string) => Promise<Horizon>): Witness {
  return {
    async lastStage(index) {
      const { value } = await askSearch(rest, index, { search: '*', top: 1, orderby: `${NUMBER} desc`, select: NUMBER })
      return Number(value[0]?.[NUMBER] ?? 0)
    },
    async unknown(index, documentId) {
      const filter = printAll([...visible(await horizon(index)), ofDocument(documentId)])
      const reply = await askSearch(rest, index, { search: '*', filter, top: 0, count: true, facets: [`${STAGE},count:${MOST_STAGES}`] })
      return { stages: facetOf(reply, STAGE).map(({ value }) => Number(value)), chunks: reply['@odata.count'] ?? 0 }
    },
  }
}

/**
 * The search port on Azure AI Search, which has neither transactions nor an order between a write and a search. How one document changes
 * in one step all the same:
 *
 * - Every write of a document is a *stage* with a number of its own, given by the platform's database under a lock on the index's row.
 *   Chunks carry their stage and a key that contains it, so that two passes never overwrite each other's.
 * - The database lists the stages that no search may see: writes under way, what was replaced or deleted, what broke off. Each search
 *   reads that list and the highest stage (one statement) and adds `number le LAST and not search.in(stage, LIST)` to its filter. A
 *   document in rest costs nothing; the list is as long as there are documents in transition.
 * - A write uploads its chunks, waits until the service's own count shows all of them, and then one transaction takes its stage off the
 *   list, puts the old one on it, and compares epochs: late passes, deletions and fences meet there, and one of them wins (arbitrate.ts).
 * - Replaced chunks leave the service 20 s later (sweep.ts), longer than any search may take, so that a search which began before the
 *   switch reads the whole old document.
 *
 * Guaranteed, whatever the service's delay: no search sees a chunk of an unfinished, refused, broken off, replaced or deleted write; an
 * older epoch never wins; a killed writer leaves only what is never seen and is swept. Not in our hands: with several replicas one may
 * lag behind those that answered the two counts before the switch; a search there misses some new chunks until it has caught up (Azure
 * names seconds). Clocks of processes that share the database may differ by 8 s. When the database is lost, the service's chunks are
 * taken as they are and epochs begin anew; an unfinished write of that moment would then be seen until its document is written again.
 *
 * Other than in the embedded index:
 * - Words are cut by the service's standard tokenizer, folded and stemmed by Porter's algorithm, where a field names no analyzer; BM25
 *   per field without the embedded weights of title and text. Words of scripts without spaces are also found as we segment them.
 * - Hybrid is fused by the service from ranks (constant 60) with the request's weights as given, not from scores. Vectors are found by
 *   the index's algorithm (HNSW: approximately). A score is the service's, of vectors alone the cosine.
 * - Dates come back in UTC; an empty collection as [] rather than null. Facet counts and totals are the service's, which calls its
 *   totals approximate. Equal facet counts at the cut are in the service's order. Highlights are its fragments.
 * - `any` and `all` allow the operators that the service allows; strings compared with gt, ge, lt, le are its business.
 * - An attribute of an existing field changes only where the service allows it. A field may not begin with `millrace_`.
 * - `clearIndex` makes writes under way fail as retryable; they are delivered again.
 * - Every search needs the database, too.
 *
 * Errors: ApiError not_found, conflict, invalid_request, payload_too_large, unavailable (with Retry-After); EnvError for an endpoint that
 * would send the key in the clear.
 */
export async function openAzureSearch({ endpoint, apiKey, database, log, graceMs = GRACE_MS }: AzureSearchOptions): Promise<SearchIndex> {
  const rest = createRest({ endpoint, apiKey })
  await database.migrate([searchMigration])
  const definitions = createDefinitions(rest, database)
  const stages: Stages = createStages(
    database,
    witnessOf(rest, (index) => stages.horizon(index)),
  )
  const sweeper = createSweeper({ rest, database, definition: definitions.get, log, graceMs })
  const swept = <T>(result: T): T => {
    sweeper.soon()
    return result
  }
  const documentsOf = async ({ name }: IndexSpec) =>
    (await counted(rest, name, printAll(visible(await stages.horizon(name)))))['@odata.count'] ?? 0

  return {
    kind: 'azure',
    async createIndex(spec) {
      await definitions.create(spec)
      // Rows of an older index of this name know documents that are not in this one.
      await stages.forget(spec.name)
    },
    updateIndex: (spec) => definitions.update(spec),
    getIndex: (name) => definitions.get(name),
    async listIndexes() {
      const specs = await definitions.list()
      return Promise.all(specs.map(async (spec) => ({ spec, documents: await documentsOf(spec) })))
    },
    async clearIndex(name) {
      await definitions.require(name)
      return swept(await stages.clear(name))
    },
    async deleteIndex(name) {
      await definitions.remove(name)
      await stages.forget(name)
    },
    async replaceDocument(index, document, chunks, onProgress) {
      const spec = await definitions.require(index)
      try {
        return await replaceDocument({ rest, stages, spec }, document, chunks, onProgress)
      } finally {
        sweeper.soon()
      }
    },
    async deleteDocument(index, document) {
      await definitions.require(index)
      return swept(await stages.remove(index, document))
    },
    async fenceDocument(index, document) {
      await definitions.require(index)
      return stages.fence(index, document)
    },
    admits: (index, document) => stages.admits(index, document),
    async search(index, request) {
      const spec = await definitions.require(index)
      return runSearch(rest, spec, await stages.horizon(index), request)
    },
    async chunksOf(index, documentId, page) {
      const spec = await definitions.require(index)
      return chunksOf(rest, spec, await stages.horizon(index), documentId, page)
    },
    async ping() {
      await rest.expect({ method: 'GET', path: '/indexes?$select=name' }, [200], { patience: PING })
    },
    async close() {
      definitions.close()
      await sweeper.close()
    },
  }
}
