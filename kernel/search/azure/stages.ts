import type { Database } from '../../store/database.ts'
import { isStale } from '../arbitrate.ts'
import type { DocumentKey } from '../search.ts'
import { begin, clear, fence, forget, lost, type Outcome, remove, type Step, switchOver, type Unknown } from './stage-steps.ts'
import { type StageTables, seenOf, withIndex } from './stage-tables.ts'

/** What no search may see: stages above `last`, up to `cleared`, and these. */
export interface Horizon {
  readonly last: number
  readonly cleared: number
  readonly unseen: readonly number[]
}

/** What the database asks of the service where it does not know. */
export interface Witness {
  /** The highest stage that any chunk of the index has; 0 without chunks. */
  lastStage(index: string): Promise<number>
  /** Visible stages of a document. */
  unknown(index: string, documentId: string): Promise<Unknown>
}

/** Who may write and what may be seen; see open-azure-search.ts. */
export interface Stages {
  horizon(index: string): Promise<Horizon>
  /** Begins a write; undefined when it is stale. */
  open(index: string, document: DocumentKey): Promise<number | undefined>
  /** Tells that the write goes on. WorkError when somebody gave it up meanwhile. */
  touch(index: string, stage: number): Promise<void>
  /** The one step in which the new chunks take the old ones' place. */
  switchOver(index: string, document: DocumentKey, stage: number, written: number): Promise<Outcome>
  /** A write that broke off; `lost` when a request of it may still arrive. */
  giveUp(index: string, stage: number, state: 'garbage' | 'lost'): Promise<void>
  remove(index: string, document: DocumentKey): Promise<{ removed: number }>
  fence(index: string, document: DocumentKey): Promise<'fenced' | 'live'>
  admits(index: string, document: DocumentKey): Promise<boolean>
  /** Takes every chunk out of sight and counts them; epochs stay. */
  clear(index: string): Promise<number>
  /** As `clear`, and forgets the documents: an index of this name begins anew. */
  forget(index: string): Promise<void>
}

const NOTHING: Unknown = { stages: [], chunks: 0 }

/** The arbiter: rows in the platform's database. Each call is one short transaction that holds the index's row. */
export function createStages(database: Database, witness: Witness, now: () => number = Date.now): Stages {
  const db = () => database.tables<StageTables>()
  const meet = async (index: string): Promise<void> => {
    const row = { name: index, last_stage: await witness.lastStage(index), cleared: 0, cleared_at: 0 }
    const ifAbsent = db().insertInto('search_indexes').values(row)
    await ifAbsent.onConflict((c) => c.column('name').doNothing()).execute()
  }
  const step = <T>(index: string, work: (step: Step) => Promise<T>) =>
    withIndex(database, index, (trx, { last_stage, cleared }) => work({ trx, index, last_stage, cleared, now: now() }))
  const change = async <T>(index: string, work: (step: Step) => Promise<T>): Promise<T> => {
    const done = (await step(index, work)) ?? (await meet(index).then(() => step(index, work)))
    if (!done) throw new Error(`search_indexes has no row for ${index}`)
    return done.result
  }
  /** Of a document that shows nothing, what the service holds all the same. */
  const unknownOf = async (index: string, documentId: string): Promise<Unknown> =>
    (await seenOf(db(), index, documentId))?.stage == null ? witness.unknown(index, documentId) : NOTHING
  const setWriting = async (index: string, stage: number, set: { at: number; state?: 'garbage' | 'lost' }): Promise<boolean> => {
    const rows = db().updateTable('search_stages').set(set).where('index_name', '=', index).where('stage', '=', stage)
    return (await rows.where('state', '=', 'writing').executeTakeFirst()).numUpdatedRows === 1n
  }
  return {
    horizon: (index) => readHorizon(database, index, () => meet(index)),
    open: (index, document) => change(index, (s) => begin(s, document)),
    async touch(index, stage) {
      if (!(await setWriting(index, stage, { at: now() }))) throw lost()
    },
    async switchOver(index, document, stage, written) {
      const unknown = await unknownOf(index, document.document_id)
      return change(index, (s) => switchOver(s, document, { stage, written, unknown }))
    },
    async giveUp(index, stage, state) {
      await setWriting(index, stage, { at: now(), state })
    },
    async remove(index, document) {
      const unknown = await unknownOf(index, document.document_id)
      return change(index, (s) => remove(s, document, unknown))
    },
    fence: (index, document) => change(index, (s) => fence(s, document)),
    admits: async (index, { document_id, epoch }) => !isStale(await seenOf(db(), index, document_id), epoch),
    clear: (index) => change(index, clear),
    async forget(index) {
      await step(index, forget)
    },
  }
}

/** One statement, so that all of it is of one moment. */
async function readHorizon(database: Database, index: string, meet: () => Promise<void>): Promise<Horizon> {
  const read = () =>
    database
      .tables<StageTables>()
      .selectFrom('search_indexes as i')
      .leftJoin('search_stages as s', (join) => join.onRef('s.index_name', '=', 'i.name').onRef('s.stage', '>', 'i.cleared'))
      .select(['i.last_stage', 'i.cleared', 's.stage'])
      .where('i.name', '=', index)
      .execute()
  let rows = await read()
  if (rows.length === 0) {
    await meet()
    rows = await read()
  }
  const [first] = rows
  if (!first) throw new Error(`search_indexes has no row for ${index}`)
  return { last: first.last_stage, cleared: first.cleared, unseen: rows.flatMap(({ stage }) => (stage === null ? [] : [stage])) }
}
