import { platformLimits } from '../../../kernel/access/limits.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Dependency } from '../../../kernel/runtime/health.ts'
import { endedUploads } from '../status/read-uploads.ts'
import type { UploadState } from '../status/upload-state.ts'
import { type LastClearedTables, wasCleared } from './last-cleared.ts'

/** Documents that are looked up, of the oldest that are complete: an index in the place of a lost one has what came in since. */
const LOOKED_UP = 3
const LOOKED_AT = 100
/** How long it is not looked again where they are there. */
const GOOD_FOR_MS = 60_000

type Needed = Pick<Ports, 'database' | 'search' | 'clock'>

/**
 * For health: whether documents that are called searchable are in their index. One that was lost, or that another is in the place of,
 * answers like any other, with nothing.
 */
export function indexKept(ports: Needed): Dependency {
  let goodUntil = 0
  return {
    name: 'indexed_documents',
    required: false,
    async check() {
      if (ports.clock.now() < goodUntil) return
      const index = await lostIndex(ports)
      if (index !== undefined)
        throw new ApiError(
          'unavailable',
          `the index ${index} has none of the documents that were complete first: it was lost, or another is in its place. Put it back, ` +
            `or have them indexed anew from their passages: POST /api/v2/upload/embed-again {"index": "${index}"} (see A lost index in OPERATIONS.md)`,
        )
      goodUntil = ports.clock.now() + GOOD_FOR_MS
    },
    detail: (answers) => (answers ? 'what is complete is found' : 'what is complete is not found'),
  }
}

/** The index of the oldest searchable document, where it has nothing of its oldest ones. */
async function lostIndex({ database, search }: Needed): Promise<string | undefined> {
  const tables = database.tables<LastClearedTables>()
  const oldest: UploadState[] = []
  let looked = 0
  for await (const state of endedUploads(database, platformLimits, 'complete')) {
    if (++looked > LOOKED_AT) break
    if (state.mark.stage !== 'indexed' || !state.counts.chunks || !state.file || (await wasCleared(tables, state))) continue
    if (oldest[0]?.file && oldest[0].file.index !== state.file.index) continue
    if (oldest.push(state) === LOOKED_UP) break
  }
  const index = oldest[0]?.file?.index
  // Whoever deleted an index knows of it.
  if (index === undefined || !(await search.getIndex(index))) return undefined
  for (const { document_id } of oldest) if ((await search.chunksOf(index, document_id, { skip: 0, top: 1 })).total > 0) return undefined
  return index
}
