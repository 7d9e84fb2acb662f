import { sql } from 'kysely'
import type { StepWork } from '../../schemas/run.ts'
import { changeRun, type RunPorts } from './change-run.ts'
import type { RunEvent } from './evolve.ts'
import type { Question, RunState } from './run-state.ts'
import type { Kept, RunTrx } from './tables.ts'

/** How work on an item, or on finding out about a step (item -1), came out. */
export type Outcome =
  | { readonly end: 'done' | 'skipped-item'; readonly artifact: Kept }
  | { readonly end: 'failed'; readonly error: { readonly code: string; readonly message: string } }
  | { readonly end: 'asked'; readonly question: Question }
  | { readonly end: 'planned'; readonly total: number }
  | { readonly end: 'skipped'; readonly reason: string }

interface Waiting {
  readonly work: StepWork
  readonly outcome: Outcome
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Outcomes in one transaction at most. */
const MOST_AT_ONCE = 250
/** Characters of a failure's message that are kept. */
const MOST_REASON = 2_000

/**
 * Puts outcomes into their runs. What comes for a run while a transaction on it is under way shares the next one, so that a large fan-out
 * costs one transaction for many items. An outcome that comes too late (the run has ended, or was begun anew) counts nothing.
 */
export function settling(ports: RunPorts): (work: StepWork, outcome: Outcome) => Promise<void> {
  const waiting = new Map<string, Waiting[]>()
  const drain = async (id: string, queue: Waiting[]) => {
    while (queue.length > 0) {
      const some = queue.splice(0, MOST_AT_ONCE)
      try {
        await changeRun(ports, id, (state, trx) => eventsOf(trx, state, some, new Date(ports.clock.now()).toISOString()))
        for (const { resolve } of some) resolve()
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    waiting.delete(id)
  }
  return (work, outcome) =>
    new Promise((resolve, reject) => {
      const entry = { work, outcome, resolve, reject }
      const queue = waiting.get(work.run_id)
      if (queue) return void queue.push(entry)
      const fresh = [entry]
      waiting.set(work.run_id, fresh)
      void drain(work.run_id, fresh)
    })
}

/** Of each outcome what it means for the run; the item's row says whether it counts, once. */
async function eventsOf(trx: RunTrx, state: RunState, some: readonly Waiting[], at: string): Promise<RunEvent[]> {
  const timely = some.filter(({ work }) => work.epoch === state.epoch)
  const closed = await closeItems(
    trx,
    state.id,
    timely.filter(({ work }) => work.item >= 0),
  )
  await keepErrors(trx, state.id, closed, at)
  return [...timely.filter(({ work }) => work.item < 0), ...closed].map(({ work, outcome }) => eventOf(work, outcome, at))
}

function eventOf({ step, item }: StepWork, outcome: Outcome, at: string): RunEvent {
  switch (outcome.end) {
    case 'planned':
      return { type: 'planned', at, step, total: outcome.total }
    case 'skipped':
      return { type: 'skipped', at, step, reason: outcome.reason }
    case 'asked':
      return { type: 'asked', at, question: outcome.question }
    case 'done':
      return { type: 'item-done', at, step, item }
    case 'skipped-item':
      return { type: 'item-skipped', at, step, item }
    case 'failed':
      return item < 0
        ? { type: 'plan-failed', at, step, error: outcome.error }
        : { type: 'item-failed', at, step, item, error: outcome.error }
  }
}

/** Gives the first outcome of each item that is under way. Under the run's lock, so that nobody else closes them meanwhile. */
async function closeItems(trx: RunTrx, runId: string, some: readonly Waiting[]): Promise<Waiting[]> {
  if (some.length === 0) return []
  const first = new Map<string, Waiting>()
  for (const one of some) if (!first.has(keyOf(one.work))) first.set(keyOf(one.work), one)
  const rows = [...first.values()].map(({ work: { step, item }, outcome }) => {
    const { value, blob } = 'artifact' in outcome ? outcome.artifact : { value: null, blob: null }
    const status = outcome.end === 'skipped-item' ? 'skipped' : outcome.end
    return sql`(${step}, ${item}, ${status}, ${value}, ${blob})`
  })
  const closed = await sql<{ step: string; item: number }>`
    update run_items set status = ended.column3, progress = null, value = ended.column4, blob = ended.column5
    from (values ${sql.join(rows)}) as ended
    where run_items.run_id = ${runId} and run_items.step = ended.column1 and run_items.item = cast(ended.column2 as integer)
      and run_items.status = 'open'
    returning run_items.step, run_items.item`.execute(trx)
  const counted = new Set(closed.rows.map(keyOf))
  return [...first.values()].filter(({ work }) => counted.has(keyOf(work)))
}

const keyOf = ({ step, item }: { step: string; item: number }): string => `${item} ${step}`

/** Why items failed; those of an earlier epoch are replaced. */
async function keepErrors(trx: RunTrx, runId: string, closed: readonly Waiting[], at: string): Promise<void> {
  const rows = closed.flatMap(({ work: { step, item }, outcome }) =>
    outcome.end === 'failed'
      ? [{ run_id: runId, step, item, at, code: outcome.error.code, message: outcome.error.message.slice(0, MOST_REASON).toWellFormed() }]
      : [],
  )
  if (rows.length === 0) return
  await trx
    .insertInto('run_errors')
    .values(rows)
    .onConflict((c) =>
      c
        .columns(['run_id', 'step', 'item'])
        .doUpdateSet((e) => ({ code: e.ref('excluded.code'), message: e.ref('excluded.message'), at: e.ref('excluded.at') })),
    )
    .execute()
}
