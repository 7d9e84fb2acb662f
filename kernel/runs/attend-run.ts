import { hash } from 'node:crypto'
import type { z } from 'zod'
import { runDue } from '../../schemas/run.ts'
import { storedLimits } from '../access/limits.ts'
import { newId } from '../runtime/ids.ts'
import { setTimer } from '../timers/timers.ts'
import { attendanceOf } from './attendance.ts'
import { notesOnPage, type Page, pageWriter } from './attended-pages.ts'
import type { CallNotes } from './calls/keep-calls.ts'
import { changeRun, deadlineTimer, originOf, type RunPorts } from './change-run.ts'
import { freshState, runFolder, type Starter } from './control.ts'
import type { Run } from './define-run.ts'
import { keepText } from './kept.ts'
import { settling } from './settle.ts'
import { onceOf, questionOf } from './workers/step-store.ts'

/** A run of one step that is worked on where it was asked for, in the request: nobody else takes it up, unless a person has to decide. */
export interface AttendedRun {
  readonly id: string
  /** Of the models that it calls. */
  readonly notes: CallNotes
  /** Whether others can find it already; one that ends before is written once, with its end. */
  written(): boolean
  /** Resolves once others can find it: before its id is told, and before anything is changed that could not be explained without it. */
  noted(): Promise<void>
  /** Ends it with what the step made. */
  done(made: unknown): Promise<void>
  /** `kept`: what was paid for until then, under its keys. */
  failed(error: { readonly code: string; readonly message: string }, kept?: ReadonlyMap<string, unknown>): Promise<void>
  cancelled(reason: string, kept?: ReadonlyMap<string, unknown>): Promise<void>
  /**
   * Leaves it to wait for a person. What was paid for so far is kept under its keys, so that the step, begun again by whichever edge
   * takes it up once it is decided, finds it by `ctx.once`, and the answer by `ctx.decision`.
   */
  asks(
    question: { readonly key: string; readonly about: unknown; readonly schema: z.ZodType },
    kept: ReadonlyMap<string, unknown>,
  ): Promise<void>
  /** The work has been left, however it ended: nobody needs to look after it any more. */
  left(): void
}

export interface AttendOptions {
  readonly starter: Starter
  readonly requestId: string
  /** Of a person's decision, from the moment of the question on. */
  readonly waitMs: number
}

/**
 * Writes a run of one step down as one that is under way, beside the work: it is in the store with the event loop's next turn, unless it
 * ended before. Its end is told as that of every run. The beginning is not flushed: a power failure takes the note along with the request.
 * A run whose process died is ended by whoever notices it (attendance.ts). Rejects where the store takes nothing.
 */
export async function attendRun<Input extends z.ZodType, Result extends z.ZodType>(
  ports: RunPorts,
  run: Run<Input, Result>,
  given: z.input<Input>,
  { starter, requestId, waitMs }: AttendOptions,
): Promise<AttendedRun> {
  const [step] = run.steps
  if (!step || run.steps.length !== 1 || step.items || step.skip) throw new Error(`${run.kind}: only a run of one step can be attended`)
  const id = newId()
  const input = run.input.parse(given)
  const text = JSON.stringify(input)
  const kept = await keepText(ports.blobs, `${runFolder(id)}/input`, text)
  const begun = { type: 'begun', at: isoNow(ports) } as const
  const fresh = freshState(run, id, starter, { input, busyKey: null, title: run.title?.(input) }, begun.at)
  const page: Page = {
    ...{ id, step: step.name, fresh, events: [begun], calls: new Map(), changed: new Set() },
    row: {
      ...{ id, kind: run.kind, subject: starter.subject, busy_key: null, input: kept.value, input_blob: kept.blob },
      ...{ fingerprint: hash('sha256', text), limits: storedLimits(starter.limits), request_id: requestId, created_at: begun.at },
    },
  }
  const writer = pageWriter(ports)
  const write = () => writer.write(page).catch(() => undefined)
  const first = writer.write(page)
  // What could not be noted is written with its end, or refused then; where the store is away already, no work is begun.
  if (writer.troubled()) await first
  else first.catch(() => undefined)
  const noted = async () => {
    if (!page.written || page.changed.size > 0) await writer.write(page)
  }
  const keepAll = async (paid: ReadonlyMap<string, unknown> = new Map()) => {
    for (const [name, value] of paid) await onceOf(ports, id).keep(name, JSON.stringify(value))
  }
  const settle = settling(ports)
  /** The store knows how it ended, or that it waits. */
  let told = false
  const tell = async (change: Promise<unknown>) => {
    await change
    told = true
  }
  const work = { run_id: id, epoch: 1, step: step.name, item: 0 }
  return {
    id,
    notes: notesOnPage(page, write),
    written: () => page.written !== undefined,
    noted,
    done: async (result) => {
      const made = await keepText(ports.blobs, `${runFolder(id)}/${step.name}/0`, JSON.stringify(run.result.parse(result)))
      for (let busy = writer.writing(page); busy; busy = writer.writing(page)) await busy
      if (page.written) return tell(Promise.all([settle(work, { end: 'done', artifact: made }), noted()]))
      page.events = [begun, { type: 'item-done', at: isoNow(ports), step: step.name, item: 0 }]
      page.made = made
      await writer.write(page)
    },
    failed: async (error, paid) => {
      await noted()
      await keepAll(paid)
      await tell(settle(work, { end: 'failed', error }))
    },
    cancelled: async (reason, paid) => {
      await noted()
      await keepAll(paid)
      await tell(changeRun(ports, id, () => [{ type: 'cancelled', at: isoNow(ports), reason }]))
    },
    async asks({ key, about, schema }, paid) {
      await noted()
      await keepAll(paid)
      await waitLonger(ports, id, waitMs)
      await tell(settle(work, { end: 'asked', question: { step: step.name, item: 0, ...questionOf(key, about, schema) } }))
    },
    left: () => {
      page.left = true
      // What the store did not say it has may be there all the same, as a run under way.
      if (page.written !== 'ended') attendanceOf(ports).end(id, told)
    },
  }
}

/** A person takes longer than the work. */
async function waitLonger(ports: RunPorts, id: string, ms: number): Promise<void> {
  const due = ports.clock.now() + ms
  await changeRun(ports, id, async (state, trx) => {
    const kept = { ...state, deadline_at: new Date(due).toISOString() }
    await setTimer(trx, deadlineTimer(id), due, runDue.make({ run_id: id, what: 'deadline', epoch: state.epoch }), originOf(id, due - ms))
    await trx
      .updateTable('runs')
      .set({ state: JSON.stringify(kept) })
      .where('id', '=', id)
      .execute()
    return []
  })
}

const isoNow = ({ clock }: RunPorts): string => new Date(clock.now()).toISOString()

/** What an attended step keeps in memory as `ctx.once` keeps it in the store. */
export function onceHere(): {
  readonly kept: Map<string, unknown>
  once: <S extends z.ZodType>(key: string, schema: S, make: () => Promise<z.input<S>>) => Promise<z.output<S>>
} {
  const kept = new Map<string, unknown>()
  return {
    kept,
    async once(key, schema, make) {
      const made = kept.get(key) ?? (await make())
      kept.set(key, made)
      return schema.parse(made)
    },
  }
}
