import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../runtime/errors.ts'
import type { DocumentKey, IndexedChunk, IndexSpec } from '../search.ts'
import { askSearch } from './ask-search.ts'
import { type Action, uploadOf } from './chunk-action.ts'
import { type Rest, WRITING } from './rest.ts'
import { isFull, sendActions } from './send-actions.ts'
import { ofStage, printAll } from './service-filter.ts'
import type { Outcome } from './stage-steps.ts'
import type { Stages } from './stages.ts'

/** The service makes what it has acknowledged searchable within seconds; after this the write is tried again. */
const SEARCHABLE_WITHIN_MS = 60_000
const LONGEST_POLL_MS = 1_000
/** Counts in a row, each in a session of its own, so that more than one replica is asked where there are more. */
const AGREEING = 2

interface Write {
  readonly rest: Rest
  readonly stages: Stages
  readonly spec: IndexSpec
  readonly stage: number
  readonly documentId: string
  /** Of requests that got no answer. */
  readonly unanswered: () => void
}

/** Sends the chunks into the stage, where no search looks yet; gives their number. */
async function fill(write: Write, chunks: AsyncIterable<readonly IndexedChunk[]>, onProgress?: (written: number) => void): Promise<number> {
  const { rest, stages, spec, stage, documentId, unanswered } = write
  const ids = new Set<string>()
  let waiting: Action[] = []
  let bytes = 0
  const flush = async () => {
    if (waiting.length === 0) return
    await stages.touch(spec.name, stage)
    await sendActions(rest, spec.name, waiting, { ...WRITING, unanswered })
    waiting = []
    bytes = 0
    onProgress?.(ids.size)
  }
  for await (const batch of chunks)
    for (const chunk of batch) {
      const index = chunk.fields.chunk_index
      const action = uploadOf(spec, chunk, { stage, documentId, order: typeof index === 'number' ? index : ids.size })
      if (ids.size === ids.add(chunk.id).size) throw new ApiError('invalid_request', 'the id of a chunk stands twice in its document')
      waiting.push(action)
      bytes += action.bytes
      if (isFull(waiting, bytes)) await flush()
    }
  await flush()
  return ids.size
}

/** Waits until searches find all chunks of the stage. ApiError unavailable when they do not in time. */
async function untilSearchable({ rest, stages, spec, stage }: Write, written: number): Promise<void> {
  const end = Date.now() + SEARCHABLE_WITHIN_MS
  let agreeing = 0
  for (let attempt = 0; agreeing < AGREEING; attempt++) {
    const body = { search: '*', filter: printAll([ofStage(stage)]), top: 0, count: true, sessionId: `${stage}-${attempt}` }
    const { '@odata.count': found = 0 } = await askSearch(rest, spec.name, body, WRITING)
    agreeing = found >= written ? agreeing + 1 : 0
    if (agreeing > 0) continue
    if (Date.now() > end)
      throw new ApiError('unavailable', `the search service shows ${found} of ${written} chunks`, { headers: { 'retry-after': '30' } })
    await stages.touch(spec.name, stage)
    await pause(Math.min(LONGEST_POLL_MS, 50 * 2 ** attempt))
  }
}

/** See SearchIndex.replaceDocument. What a failed or stale write leaves behind no search sees, and the next sweep removes. */
export async function replaceDocument(
  { rest, stages, spec }: Pick<Write, 'rest' | 'stages' | 'spec'>,
  document: DocumentKey,
  chunks: AsyncIterable<readonly IndexedChunk[]>,
  onProgress?: (written: number) => void,
): Promise<Outcome> {
  const stage = await stages.open(spec.name, document)
  if (stage === undefined) return { outcome: 'stale' }
  let late = false
  const unanswered = () => {
    late = true
  }
  const write: Write = { rest, stages, spec, stage, documentId: document.document_id, unanswered }
  try {
    const written = await fill(write, chunks, onProgress)
    if (written > 0) await untilSearchable(write, written)
    return await stages.switchOver(spec.name, document, stage, written)
  } catch (error) {
    await stages.giveUp(spec.name, stage, late ? 'lost' : 'garbage')
    throw error
  }
}
