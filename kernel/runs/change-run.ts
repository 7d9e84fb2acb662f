import type { EventDraft } from '../../schemas/event.ts'
import { runDue, runEnded, stepWork } from '../../schemas/run.ts'
import type { EventOrigin } from '../broker/record-of.ts'
import { announceCancellation } from '../consume/cancellations.ts'
import { changeAndTell } from '../outbox/outbox.ts'
import type { Ports } from '../ports.ts'
import { nameId } from '../runtime/ids.ts'
import { announceTimers, cancelTimer, setTimer, setTimers, type Timer } from '../timers/timers.ts'
import { type Evolved, evolve, type Order, type RunEvent } from './evolve.ts'
import { hasEnded, type RunState, runStateSchema } from './run-state.ts'
import { lockRun, type RunTables, type RunTrx } from './tables.ts'

/** Channel of the runs that changed, by id. */
export const RUNS = 'runs'

export type RunPorts = Pick<Ports, 'database' | 'clock' | 'blobs'>

export const deadlineTimer = (id: string) => `run/${id}/deadline`
export const purgeTimer = (id: string) => `run/${id}/purge`

/** A transaction on a run, and what it tells. */
export interface RunChange {
  readonly trx: RunTrx
  readonly tell: (draft: EventDraft) => void
  /** Of the request that started the run. */
  readonly origin: EventOrigin
}

/**
 * The one way in which a run changes: its row is locked, `decide` gives the events, the pure fold says what follows, and rows, records and
 * timers change with it in one transaction. Whatever comes at the same time comes before or after. Gives the state after; undefined where
 * there is no such run. What `decide` throws leaves everything as it was.
 */
export async function changeRun(
  ports: RunPorts,
  id: string,
  decide: (state: RunState, trx: RunTrx) => Promise<readonly RunEvent[]> | readonly RunEvent[],
): Promise<RunState | undefined> {
  const { database, clock } = ports
  const now = clock.now()
  const changed = await changeAndTell<RunTables, Changed | undefined>(database, originOf(id, now), async (trx, tell) => {
    const row = await lockRun(trx, database.kind, id)
    if (!row) return undefined
    const before = runStateSchema.parse(JSON.parse(row.state))
    const events = await decide(before, trx)
    return { before, after: await applyEvents({ trx, tell, origin: originOf(row.request_id, now) }, before, events) }
  })
  if (!changed) return undefined
  const { before, after } = changed
  // Nobody who changes a run waits for those who hear of it.
  void announceRun(ports, after, before.deadline_at !== after.deadline_at || hasEnded(after))
  return after
}

interface Changed {
  readonly before: RunState
  readonly after: RunState
}

export const originOf = (requestId: string, now: number): EventOrigin => ({ source: 'runs', cause: { requestId }, now })

/** Folds the events into the run and carries out what follows, in the transaction that holds the run's row. */
export async function applyEvents(change: RunChange, before: RunState, events: readonly RunEvent[]): Promise<RunState> {
  if (events.length === 0) return before
  const { state, orders, told } = evolve(before, ...events)
  for (const order of orders) await carryOut(change, state, order)
  await writeTimeline(change.trx, state, told)
  const { id, status, epoch } = state
  await change.trx
    .updateTable('runs')
    .set({ status, epoch, state: JSON.stringify(state) })
    .where('id', '=', id)
    .execute()
  return state
}

/** Wakes whoever waits for the run, and ends its work where it is over. Rejects never: who misses it looks by himself. */
export async function announceRun({ database }: RunPorts, state: RunState, timersChanged = true): Promise<void> {
  await database.announce(RUNS, [state.id]).catch(() => undefined)
  // One that is complete has nothing under way.
  if (state.status === 'cancelled' || state.status === 'failed') await announceCancellation(database)
  if (timersChanged) await announceTimers(database)
}

async function writeTimeline(trx: RunTrx, state: RunState, told: Evolved['told']): Promise<void> {
  if (told.length > 0) await trx.insertInto('run_timeline').values(timelineOf(state, told)).execute()
}

/** Rows of what was told last of a run that is in this state now. */
export function timelineOf({ id, changes }: RunState, told: Evolved['told']): RunTables['run_timeline'][] {
  const first = changes - told.length + 1
  return told.map(({ entry, state }, i) => ({ run_id: id, n: first + i, entry: JSON.stringify(entry), state }))
}

async function carryOut(change: RunChange, state: RunState, order: Order): Promise<void> {
  const { trx, tell, origin } = change
  const { id, epoch, kind, subject: caller } = state
  const work = (step: string, item: number) => tell(stepWork(kind).make({ run_id: id, epoch, step, item, caller }))
  switch (order.do) {
    case 'plan':
      work(order.step, -1)
      break
    case 'issue':
      for (const item of await issueItems(trx, id, order)) work(order.step, item)
      break
    case 'reissue':
      await itemsOf(trx, id, order.step).set({ status: 'open' }).where('item', '=', order.item).execute()
      work(order.step, order.item)
      break
    case 'forget':
      await trx.deleteFrom('run_items').where('run_id', '=', id).where('step', '=', order.step).execute()
      break
    case 'redo':
      await itemsOf(trx, id, order.step)
        .set({ status: 'redo' })
        .where((e) =>
          e.or([
            e('status', 'not in', ['done', 'skipped', ...(order.failed ? [] : ['failed'])]),
            ...(order.items.length > 0 ? [e('item', 'in', [...order.items])] : []),
          ]),
        )
        .execute()
      break
    case 'start-clock':
      await setTimer(
        trx,
        deadlineTimer(id),
        Date.parse(state.deadline_at ?? ''),
        runDue.make({ run_id: id, what: 'deadline', epoch }),
        origin,
      )
      await cancelTimer(trx, purgeTimer(id))
      break
    case 'end':
      await endRun(change, state)
      break
  }
}

const itemsOf = (trx: RunTrx, id: string, step: string) => trx.updateTable('run_items').where('run_id', '=', id).where('step', '=', step)

/** Those that are to be redone first, then new ones; gives their numbers. */
async function issueItems(trx: RunTrx, id: string, order: Order & { do: 'issue' }): Promise<number[]> {
  const issued: number[] = []
  if (order.redo > 0) {
    const again = trx
      .selectFrom('run_items')
      .select('item')
      .where('run_id', '=', id)
      .where('step', '=', order.step)
      .where('status', '=', 'redo')
    issued.push(...(await again.orderBy('item').limit(order.redo).execute()).map(({ item }) => item))
    await itemsOf(trx, id, order.step).set({ status: 'open', progress: null }).where('item', 'in', issued).execute()
  }
  const fresh = Array.from({ length: order.to - order.from }, (_, i) => order.from + i)
  const empty = { run_id: id, step: order.step, status: 'open', progress: null, value: null, blob: null }
  if (fresh.length > 0)
    await trx
      .insertInto('run_items')
      .values(fresh.map((item) => ({ ...empty, item })))
      .execute()
  return [...issued, ...fresh]
}

/** What is told of an end, once an epoch, and when the run is to be forgotten. */
export function endingOf(state: RunState, origin: EventOrigin): { readonly told: EventDraft; readonly purge: Timer } {
  const { id, kind, status, epoch, reason, created_at, started_at, ended_at } = state
  const steps = state.steps.map(({ name, status, total, failed }) => ({ name, status, total, failed }))
  const ended = runEnded.schema.parse({ run_id: id, kind, status, epoch, reason, steps, created_at, started_at, ended_at })
  return {
    told: { ...runEnded.make(ended), id: nameId('run.ended', id, epoch) },
    purge: { key: purgeTimer(id), at: origin.now + state.keep_ms, draft: runDue.make({ run_id: id, what: 'purge', epoch }), origin },
  }
}

/** Tells of the end, and has the next run of its subject begun. */
async function endRun({ trx, tell, origin }: RunChange, state: RunState): Promise<void> {
  const { told, purge } = endingOf(state, origin)
  tell(told)
  await cancelTimer(trx, deadlineTimer(state.id))
  await setTimers(trx, [purge])
  if (state.busy_key !== null) tell(runDue.make({ run_id: state.id, what: 'next', epoch: state.epoch }))
}
