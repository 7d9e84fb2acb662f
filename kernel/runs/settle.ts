import type { StepWork } from '../../schemas/run.ts'
import { changeRun, type RunPorts } from './change-run.ts'
import type { RunEvent } from './evolve.ts'
import type { Question, RunState } from './run-state.ts'
import type { Kept, RunTrx } from './tables.ts'

/** How work on an item, or on finding out about a step (item -1), came out. */
export type Outcome =
  | { readonly end: 'done'; readonly artifact: Kept }
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
const MOST_AT_ONCE = 100

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
  const events: RunEvent[] = []
  for (const { work, outcome } of some) {
    if (work.epoch !== state.epoch) continue
    const { step, item } = work
    if (outcome.end === 'planned') events.push({ type: 'planned', at, step, total: outcome.total })
    else if (outcome.end === 'skipped') events.push({ type: 'skipped', at, step, reason: outcome.reason })
    else if (item === -1 && outcome.end === 'failed') events.push({ type: 'plan-failed', at, step, error: outcome.error })
    else if (await closeItem(trx, work, outcome)) {
      if (outcome.end === 'done') events.push({ type: 'item-done', at, step, item })
      else if (outcome.end === 'failed') events.push({ type: 'item-failed', at, step, item, error: outcome.error })
      else if (outcome.end === 'asked') events.push({ type: 'asked', at, question: outcome.question })
    }
  }
  return events
}

/** True for the first outcome of an item that is under way. */
async function closeItem(trx: RunTrx, { run_id, step, item }: StepWork, outcome: Outcome): Promise<boolean> {
  const artifact = outcome.end === 'done' ? outcome.artifact : { value: null, blob: null }
  const { numUpdatedRows } = await trx
    .updateTable('run_items')
    .set({ status: outcome.end, progress: null, ...artifact })
    .where('run_id', '=', run_id)
    .where('step', '=', step)
    .where('item', '=', item)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}
