import { platformLimits } from '../../../kernel/access/limits.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Dependency } from '../../../kernel/runtime/health.ts'
import type { SearchIndex } from '../../../kernel/search/search.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { endedUploads, findUpload, type Place } from '../status/read-uploads.ts'
import type { UploadState } from '../status/upload-state.ts'
import { type LastClearedTables, wasCleared } from './last-cleared.ts'

/** Documents of an index that are looked up, of the oldest that are complete: an index in the place of a lost one has what came in since. */
const LOOKED_UP = 3
/** Uploads that a check looks at. */
const LOOKED_AT = 1_000
/** How long it is not looked again where they are there. */
const GOOD_FOR_MS = 60_000

type Needed = Pick<Ports, 'database' | 'search' | 'clock'>

/**
 * For health: whether documents that are called searchable are in their indexes. One that was lost, or that another is in the place of,
 * answers like any other, with nothing.
 */
export function indexKept(ports: Needed): Dependency {
  let goodUntil = 0
  let lost = false
  const round: Round = { oldest: new Map(), after: undefined }
  return {
    name: 'indexed_documents',
    required: false,
    async check() {
      if (ports.clock.now() < goodUntil) return
      lost = false
      const index = await lostIndex(ports, round)
      lost = index !== undefined
      if (lost)
        throw new ApiError(
          'unavailable',
          `the index ${index} has none of the documents that were complete first: it was lost, or another is in its place. Put it back, ` +
            `or index them again from their passages: POST /api/v2/upload/embed-again {"index": "${index}"} (see docs/how-to/recover-lost-parts.md)`,
        )
      goodUntil = ports.clock.now() + GOOD_FOR_MS
    },
    // Where the database or the index does not answer nobody knows.
    detail: (answers) => (answers ? 'what is complete is found' : lost ? 'what is complete is not found' : 'not known'),
  }
}

/** Of each index some documents that it must have, the oldest ones; they are looked for a stretch of the uploads at a time, round and round. */
interface Round {
  readonly oldest: Map<string, UploadState[]>
  after: Place | undefined
}

const isIn = async (database: Database, state: UploadState | undefined): Promise<boolean> =>
  state?.mark.status === 'complete' &&
  state.mark.stage === 'indexed' &&
  Boolean(state.counts.chunks && state.file) &&
  !(await wasCleared(database.tables<LastClearedTables>(), state))

async function lookOn(database: Database, round: Round): Promise<void> {
  let looked = 0
  const from = round.after
  round.after = undefined
  for await (const state of endedUploads(database, platformLimits, 'complete', from)) {
    if (++looked > LOOKED_AT) return
    round.after = { created: state.created, key: state.upload_id }
    const known = round.oldest.get(state.file?.index ?? '') ?? []
    if (known.length >= LOOKED_UP || known.some(({ upload_id }) => upload_id === state.upload_id) || !(await isIn(database, state)))
      continue
    round.oldest.set(state.file!.index, [...known, state])
  }
  round.after = undefined
}

/** Whether the index has any of these documents, or is one that somebody deleted and so knows of. */
async function hasAny(search: SearchIndex, index: string, documents: readonly UploadState[]): Promise<boolean> {
  if (!(await search.getIndex(index))) return true
  for (const { document_id } of documents) if ((await search.chunksOf(index, document_id, { skip: 0, top: 1 })).total > 0) return true
  return false
}

/** An index that has nothing of its oldest documents. */
async function lostIndex({ database, search }: Needed, round: Round): Promise<string | undefined> {
  await lookOn(database, round)
  for (const [index, documents] of round.oldest) {
    if (await hasAny(search, index, documents)) continue
    const still: UploadState[] = []
    for (const { upload_id } of documents) {
      const now = await findUpload(database, upload_id)
      if (now?.file?.index === index && (await isIn(database, now))) still.push(now)
    }
    if (still.length > 0) {
      round.oldest.set(index, still)
      return index
    }
    // They were deleted, moved or cleared away since; the round finds others.
    round.oldest.delete(index)
  }
  return undefined
}
