import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { recordOf } from '../broker/record-of.ts'
import { addToOutbox, announceOutbox } from '../outbox/outbox.ts'
import { setTimers } from '../timers/timers.ts'
import { attendanceOf } from './attendance.ts'
import type { CallNotes } from './calls/keep-calls.ts'
import { announceRun, endingOf, originOf, type RunPorts, timelineOf } from './change-run.ts'
import { type Evolved, evolve, type RunEvent } from './evolve.ts'
import type { RunState } from './run-state.ts'
import type { Kept, RunTables, RunTrx } from './tables.ts'

/** Pages in one transaction. */
const MOST_TOGETHER = 64

/** A run of one step that this process works on in a request, as it is to stand in the store. */
export interface Page {
  readonly id: string
  readonly row: Omit<RunTables['runs'], 'status' | 'epoch' | 'state'>
  readonly step: string
  readonly fresh: RunState
  /** What it is under way by; with its end, where it ended before it was written. Not to be changed while it is being written. */
  events: readonly RunEvent[]
  made?: Kept
  readonly calls: Map<string, Call>
  /** Calls that are to be written. */
  readonly changed: Set<string>
  /** Whether the store has it, and since when: with its end, or as one that this process attends to. */
  written?: 'ended' | 'attended'
  /** The work has been left: a beginning that the store did not take until now is of no use any more. */
  left?: boolean
}

interface Call {
  readonly row: RunTables['run_calls']
  readonly texts: RunTables['run_call_texts']
}

interface Writer {
  /** Resolves once the page is in the store as it was when its turn came, flushed where it had ended. Rejects with what the store says. */
  write(page: Page): Promise<void>
  /** Resolves, where the page is being written now, once it no longer is. */
  writing(page: Page): Promise<unknown> | undefined
  /** Whether the last thing that was to be written was not. */
  troubled(): boolean
}

const known = new WeakMap<object, Writer>()

/**
 * Writes the pages of this process, those that come at the same time in one transaction. A page that ends before its turn has come is
 * written once, with its end.
 */
export function pageWriter(ports: RunPorts): Writer {
  const made = known.get(ports.database)
  if (made) return made
  const waiting = new Map<Page, PromiseWithResolvers<void>>()
  const beingWritten = new Map<Page, Promise<unknown>>()
  let draining = false
  let troubled = false
  const writeTogether = async (some: readonly [Page, PromiseWithResolvers<void>][]): Promise<void> => {
    const pages = some.map(([page]) => page)
    try {
      await writePages(ports, pages)
      troubled = false
    } catch (error) {
      // What the store refuses for one of them is no reason for the others.
      if (some.length > 1) for (const one of some) await writeTogether([one])
      else some[0]?.[1].reject(error)
      troubled = some.length === 1
      return
    }
    for (const [page, { resolve }] of some) {
      void announceRun(ports, page.fresh, false)
      resolve()
    }
    if (pages.some((page) => page.made)) void announceOutbox(ports.database)
  }
  const drain = async () => {
    draining = true
    while (waiting.size > 0) {
      await turnOfLoop()
      const some = [...waiting].slice(0, MOST_TOGETHER)
      for (const [page, { promise }] of some) {
        waiting.delete(page)
        beingWritten.set(
          page,
          promise.catch(() => undefined),
        )
      }
      await writeTogether(some)
      beingWritten.clear()
    }
    draining = false
  }
  const writer: Writer = {
    write(page) {
      const turn = waiting.get(page) ?? Promise.withResolvers<void>()
      waiting.set(page, turn)
      if (!draining) void drain()
      return turn.promise
    },
    writing: (page) => beingWritten.get(page),
    troubled: () => troubled,
  }
  known.set(ports.database, writer)
  return writer
}

async function writePages(ports: RunPorts, pages: readonly Page[]): Promise<void> {
  const fresh = pages
    .filter(({ written, left }) => !written && !left)
    .map((page) => ({ ...page, page, run: evolve(page.fresh, ...page.events) }))
  const ends = fresh.flatMap(({ made, row, run }) => {
    const origin = originOf(row.request_id, ports.clock.now())
    return made ? [{ ...endingOf(run.state, origin), origin }] : []
  })
  const begun = fresh.filter(({ made }) => !made)
  const calls = pages.flatMap((page) =>
    (page.left && !page.written ? [] : [...page.changed]).map((id) => ({ page, call: page.calls.get(id)! })),
  )
  if (fresh.length === 0 && calls.length === 0) return
  await ports.database.transaction<RunTables, void>(
    async (trx) => {
      for (const { id } of begun) await attendanceOf(ports).begin(trx, id)
      await writeRuns(trx, fresh)
      await writeCalls(
        trx,
        calls.map(({ call }) => call),
      )
      await setTimers(
        trx,
        ends.map(({ purge }) => purge),
      )
      await addToOutbox(
        trx,
        ends.map(({ told, origin }) => recordOf(told, origin)),
      )
    },
    // Of what is only under way a power failure takes the note along with the request.
    { derived: ends.length === 0 },
  )
  for (const { page, made } of fresh) {
    page.written = made ? 'ended' : 'attended'
    // It was left while this waited for the store, and taken into care after that.
    if (page.left && !made) attendanceOf(ports).end(page.id, false)
  }
  for (const { page, call } of calls) if (page.calls.get(call.row.id) === call) page.changed.delete(call.row.id)
}

async function writeRuns(trx: RunTrx, fresh: readonly (Page & { readonly run: Evolved })[]): Promise<void> {
  if (fresh.length === 0) return
  const runs = fresh.map(({ row, run: { state } }) => ({ ...row, status: state.status, epoch: state.epoch, state: JSON.stringify(state) }))
  await trx.insertInto('runs').values(runs).execute()
  const items = fresh.map(({ id, step, made }) => {
    const place = { run_id: id, step, item: 0, progress: null }
    return made ? { ...place, status: 'done', ...made } : { ...place, status: 'open', value: null, blob: null }
  })
  await trx.insertInto('run_items').values(items).execute()
  const timeline = fresh.flatMap(({ run: { state, told } }) => timelineOf(state, told))
  await trx.insertInto('run_timeline').values(timeline).execute()
}

const CALL_ENDS = [
  'ms',
  'outcome',
  'error',
  'finish_reason',
  'prompt_tokens',
  'completion_tokens',
  'estimated',
  'cost',
  'currency',
] as const

async function writeCalls(trx: RunTrx, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return
  await trx
    .insertInto('run_calls')
    .values(calls.map(({ row }) => row))
    .onConflict((c) => c.column('id').doUpdateSet((e) => Object.fromEntries(CALL_ENDS.map((name) => [name, e.ref(`excluded.${name}`)]))))
    .execute()
  await trx
    .insertInto('run_call_texts')
    .values(calls.map(({ texts }) => texts))
    .onConflict((c) => c.column('call_id').doUpdateSet((e) => ({ reply: e.ref('excluded.reply') })))
    .execute()
}

/** The calls of a page: noted on it, and written with it or beside the work. */
export function notesOnPage(page: Page, write: () => void): CallNotes {
  const change = (call: Call) => {
    page.calls.set(call.row.id, call)
    page.changed.add(call.row.id)
    write()
  }
  return {
    begun: (row, messages) => change({ row, texts: { call_id: row.id, run_id: page.id, messages, reply: null } }),
    ended(id, end, reply) {
      const call = page.calls.get(id)
      if (call) change({ row: { ...call.row, ...end }, texts: { ...call.texts, reply: reply ?? null } })
    },
  }
}
