import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { runDue } from '../../schemas/run.ts'
import { storedLimits } from '../access/limits.ts'
import { newId } from '../runtime/ids.ts'
import { setTimer } from '../timers/timers.ts'
import { attendanceOf } from './attendance.ts'
import { announceRun, beginWith, changeRun, deadlineTimer, originOf, type RunPorts } from './change-run.ts'
import { freshState, runFolder, type Starter } from './control.ts'
import type { Run } from './define-run.ts'
import { keepText } from './kept.ts'
import type { RunState } from './run-state.ts'
import { settling } from './settle.ts'
import { onceOf, questionOf } from './step-store.ts'
import type { RunTables } from './tables.ts'

/** A run of one step that is worked on where it was asked for, in the request: nobody else takes it up, unless a person has to decide. */
export interface AttendedRun {
  readonly id: string
  /** Ends it with what the step made. */
  done(made: unknown): Promise<void>
  failed(error: { readonly code: string; readonly message: string }): Promise<void>
  cancelled(reason: string): Promise<void>
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

/** Whoever works on it minds its time, and attendance.ts its death: no timer has to. */
const NOT_HERE = new Set(['start-clock'] as const)

/**
 * Writes a run of one step down as one that is under way. Its end is told as that of every run. It is not flushed: a power failure takes
 * the note along with the request. A run whose process died is ended by whoever notices it (attendance.ts).
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
  const now = ports.clock.now()
  const at = new Date(now).toISOString()
  const fresh = freshState(run, id, starter, { input, busyKey: null, title: run.title?.(input) }, at)
  const origin = originOf(requestId, now)
  const attendance = attendanceOf(ports)
  const state = await ports.database.transaction<RunTables, RunState>(
    async (trx) => {
      await attendance.begin(trx, id)
      const insert = (state: RunState) =>
        trx
          .insertInto('runs')
          .values({
            ...{ id, kind: run.kind, subject: starter.subject, busy_key: null, status: state.status, epoch: state.epoch },
            ...{ state: JSON.stringify(state), input: kept.value, input_blob: kept.blob },
            fingerprint: createHash('sha256').update(text).digest('hex'),
            limits: storedLimits(starter.limits),
            ...{ request_id: requestId, created_at: at },
          })
          .execute()
      // what would be told is the work, which is done here
      return beginWith({ trx, tell: () => undefined, origin }, fresh, [{ type: 'begun', at }], NOT_HERE, insert)
    },
    { derived: true },
  )
  void announceRun(ports, state, false)
  const settle = settling(ports)
  const work = { run_id: id, epoch: 1, step: step.name, item: 0 }
  return {
    id,
    done: async (made) => {
      const artifact = await keepText(ports.blobs, `${runFolder(id)}/${step.name}/0`, JSON.stringify(run.result.parse(made)))
      await settle(work, { end: 'done', artifact })
    },
    failed: (error) => settle(work, { end: 'failed', error }),
    cancelled: async (reason) => {
      await changeRun(ports, id, () => [{ type: 'cancelled', at: new Date(ports.clock.now()).toISOString(), reason }])
    },
    async asks({ key, about, schema }, paid) {
      const store = onceOf(ports, id)
      for (const [name, value] of paid) await store.keep(name, JSON.stringify(value))
      await waitLonger(ports, id, waitMs)
      await settle(work, { end: 'asked', question: { step: step.name, item: 0, ...questionOf(key, about, schema) } })
    },
    left: () => attendance.end(id),
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
