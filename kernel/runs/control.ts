import { createHash } from 'node:crypto'
import { z } from 'zod'
import { runDue } from '../../schemas/run.ts'
import { type Limits, storedLimits } from '../access/limits.ts'
import { changeAndTell } from '../outbox/outbox.ts'
import { ApiError } from '../runtime/errors.ts'
import { nameId, newId } from '../runtime/ids.ts'
import { announceRun, applyEvents, changeRun, originOf, type RunChange, type RunPorts } from './change-run.ts'
import { afterOf, type Run } from './define-run.ts'
import { type ChosenItems, rootsOf } from './evolve.ts'
import { fitsRow, keepText } from './kept.ts'
import { freshRun, freshStep, hasEnded, type Question, type RunState, runStateSchema } from './run-state.ts'
import { lockRun, type RunTables, type RunTrx } from './tables.ts'

/** Who starts a run: it is theirs alone, and reads what they may read. */
export interface Starter {
  readonly subject: string
  readonly actor: string
  readonly limits: Limits
}

export interface StartOptions {
  readonly starter: Starter
  readonly requestId: string
  /** Chosen by the caller; the same id with the same input is the same run. */
  readonly id?: string
  /** The same key of the same subject with the same input is the same run, as long as that is kept. */
  readonly idempotencyKey?: string
}

/**
 * Accepts a run: when it resolves the run is in the store, and will be worked on whatever dies. ApiError conflict when its id or key was
 * used with another input, or when its subject is busy and the kind refuses that; ZodError for an input that does not fit.
 */
export async function startRun<Input extends z.ZodType, Result extends z.ZodType>(
  ports: RunPorts,
  run: Run<Input, Result>,
  given: z.input<Input>,
  options: StartOptions,
): Promise<RunState> {
  return startRunOf(ports, run, run.input.parse(given), options)
}

/** As `startRun`, of an input that the kind's schema has read already. */
export async function startRunOf<Input extends z.ZodType, Result extends z.ZodType>(
  ports: RunPorts,
  run: Run<Input, Result>,
  input: z.output<Input>,
  options: StartOptions,
): Promise<RunState> {
  const { starter, idempotencyKey, requestId } = options
  const text = JSON.stringify(input)
  const keyed = idempotencyKey === undefined ? newId() : nameId('run', run.kind, starter.subject, idempotencyKey)
  const id = options.id ?? keyed
  const fingerprint = createHash('sha256').update(text).digest('hex')
  // Before the blob of a long input is written over; a short one is looked for in its transaction.
  const earlier = fitsRow(text) ? undefined : await earlierRun(ports.database.tables(), run.kind, id, starter.subject, fingerprint)
  if (earlier) return earlier
  const kept = await keepText(ports.blobs, `${runFolder(id)}/input`, text)
  const now = ports.clock.now()
  const words = { input, busyKey: run.subject?.(input) ?? null, title: run.title?.(input) }
  const fresh = freshState(run, id, starter, words, new Date(now).toISOString())
  const state = await changeAndTell<RunTables, RunState>(ports.database, originOf(requestId, now), async (trx, tell) => {
    const change = { trx, tell, origin: originOf(requestId, now) }
    const busy = fresh.busy_key === null ? [] : await lockSubject(change, run, fresh.busy_key)
    const inserted = await trx
      .insertInto('runs')
      .values({
        id,
        kind: run.kind,
        subject: starter.subject,
        busy_key: fresh.busy_key,
        status: fresh.status,
        epoch: 1,
        state: JSON.stringify(fresh),
        input: kept.value,
        input_blob: kept.blob,
        fingerprint,
        limits: storedLimits(starter.limits),
        request_id: requestId,
        created_at: fresh.created_at,
      })
      .onConflict((c) => c.column('id').doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 0) {
      const first = await earlierRun(trx, run.kind, id, starter.subject, fingerprint)
      if (first) return first
    }
    if (busy.length === 0) return applyEvents(change, fresh, [{ type: 'begun', at: fresh.created_at }])
    if (run.whenBusy === 'refuse')
      throw new ApiError('conflict', 'a run about the same is under way', { details: { run_id: busy[0]?.id ?? '' } })
    // Not in this transaction: it would hold rows of several runs.
    if (run.whenBusy === 'replace') for (const { id, epoch } of busy) tell(runDue.make({ run_id: id, what: 'cancel', epoch }))
    return fresh
  })
  void announceRun(ports, state)
  return state
}

export const runFolder = (id: string): string => `runs/${id}`

/** A title is a line. */
const TITLE_LENGTH = 200

export function freshState(
  run: Run,
  id: string,
  starter: Starter,
  { input, busyKey, title }: { input: unknown; busyKey: string | null; title: string | undefined },
  at: string,
): RunState {
  const steps = run.steps.map((step, i) => {
    const counted = step.counts?.(input as never)
    const plans = Boolean(step.skip ?? step.items)
    return freshStep({
      name: step.name,
      after: [...afterOf(run, i)],
      on_fail: step.onFail,
      plans,
      ...(counted === undefined ? {} : { counted }),
    })
  })
  const { subject, actor } = starter
  return freshRun({
    ...(title === undefined ? {} : { title: title.replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH) }),
    ...{ id, kind: run.kind, subject, actor, busy_key: busyKey, steps },
    ...{ deadline_ms: run.deadlineMs, keep_ms: run.keepMs, created_at: at },
  })
}

/** The run that has this id already; ApiError conflict where it is another one. */
async function earlierRun(trx: RunTrx, kind: string, id: string, subject: string, fingerprint: string): Promise<RunState | undefined> {
  const row = await trx.selectFrom('runs').select(['state', 'kind', 'subject', 'fingerprint']).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  if (row.kind !== kind || row.subject !== subject || row.fingerprint !== fingerprint)
    throw new ApiError('conflict', 'this id or Idempotency-Key was used with other content')
  return runStateSchema.parse(JSON.parse(row.state))
}

const UNDER_WAY = ['queued', 'running', 'waiting'] as const

/** Holds the subject until the transaction ends; gives its runs that have not ended, the oldest first. */
async function lockSubject({ trx }: Pick<RunChange, 'trx'>, { kind }: Pick<Run, 'kind'>, busyKey: string) {
  const key = createHash('sha256').update(busyKey).digest('hex')
  await trx
    .insertInto('run_subjects')
    .values({ kind, busy_key: key, changes: 1 })
    .onConflict((c) => c.columns(['kind', 'busy_key']).doUpdateSet((e) => ({ changes: e('run_subjects.changes', '+', 1) })))
    .execute()
  return trx
    .selectFrom('runs')
    .select(['id', 'epoch', 'status'])
    .where('kind', '=', kind)
    .where('busy_key', '=', busyKey)
    .where('status', 'in', [...UNDER_WAY])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Begins the oldest run of a subject that waits, where none is under way any more. */
export async function beginNext(ports: RunPorts, kind: string, busyKey: string): Promise<void> {
  const now = ports.clock.now()
  const begun = await changeAndTell<RunTables, RunState | undefined>(ports.database, originOf('runs', now), async (trx, tell) => {
    const open = await lockSubject({ trx }, { kind }, busyKey)
    const next = open[0]
    if (!next || open.some(({ status }) => status !== 'queued')) return undefined
    const row = await lockRun(trx, ports.database.kind, next.id)
    if (!row) return undefined
    const change = { trx, tell, origin: originOf(row.request_id, now) }
    return applyEvents(change, runStateSchema.parse(JSON.parse(row.state)), [{ type: 'begun', at: new Date(now).toISOString() }])
  })
  if (begun) void announceRun(ports, begun)
}

const at = ({ clock }: RunPorts) => new Date(clock.now()).toISOString()

/** Ends a run. ApiError not_found where there is none, conflict when it ended before: then its end holds. */
export function cancelRun(ports: RunPorts, id: string, reason = 'cancelled'): Promise<RunState> {
  return change(ports, id, (state) => {
    if (hasEnded(state)) throw endedAlready(state)
    return [{ type: 'cancelled', at: at(ports), reason }]
  })
}

export interface RetryWish {
  /** The step to begin with; what failed or was not done when absent. */
  readonly from?: string
  /** Items of that step to be worked on once more, although they were done: these alone, and what never ended. */
  readonly items?: readonly number[]
}

/** Begins one more epoch of an ended run; what is done stays done. ApiError not_found, conflict when it has not ended or there is nothing to do. */
export function retryRun(ports: RunPorts, id: string, { from, items }: RetryWish = {}): Promise<RunState> {
  return change(ports, id, async (state, trx) => {
    if (!hasEnded(state)) throw new ApiError('conflict', `the run is ${state.status}; only an ended one can be tried again`)
    const step = from ?? rootsOf(state)[0]
    if (step === undefined) throw new ApiError('conflict', 'every step of the run is complete; name the step to begin with')
    if (!state.steps.some(({ name }) => name === step)) throw new ApiError('invalid_request', `from: the run has no step named ${step}`)
    if (!items) return [{ type: 'retried', at: at(ports), ...(from === undefined ? {} : { from }) }]
    return [{ type: 'retried', at: at(ports), from: step, items: { items, ...(await endsOf(trx, id, step, items)) } }]
  })
}

/** How many of these items had which end. ApiError invalid_request for one that there is not. */
async function endsOf(trx: RunTrx, id: string, step: string, items: readonly number[]): Promise<Omit<ChosenItems, 'items'>> {
  const rows = await trx
    .selectFrom('run_items')
    .select(['item', 'status'])
    .where('run_id', '=', id)
    .where('step', '=', step)
    .where('item', 'in', [...items])
    .execute()
  const stranger = items.find((item) => !rows.some((row) => row.item === item))
  if (stranger !== undefined) throw new ApiError('invalid_request', `items: ${step} has no item ${stranger}`)
  const count = (status: string) => rows.filter((row) => row.status === status).length
  return { done: count('done'), failed: count('failed'), skipped: count('skipped') }
}

/**
 * Answers what an item waits for; it is worked on once more. ApiError not_found, conflict when nothing waits for this (any more),
 * invalid_request for an answer of another form than is asked for.
 */
export function decideRun(ports: RunPorts, id: string, key: string, value: unknown): Promise<RunState> {
  return change(ports, id, async (state, trx) => {
    if (hasEnded(state)) throw endedAlready(state)
    const question = state.questions.find((q) => q.key === key)
    if (!question) throw new ApiError('conflict', `the run waits for no decision named ${key}`)
    checkAnswer(question, value)
    const row = { run_id: id, key: decisionKey(key), value: JSON.stringify(value), blob: null }
    await trx
      .insertInto('run_kept')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute()
    return [{ type: 'decided', at: at(ports), key, step: question.step, item: question.item }]
  })
}

function checkAnswer({ answer }: Question, value: unknown): void {
  if (!answer) return
  const { error } = z.fromJSONSchema(answer).safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue) throw new ApiError('invalid_request', `${['value', ...issue.path].join('.')}: ${issue.message}`)
}

/** Under which a decision is kept. */
export const decisionKey = (key: string): string => `decision/${key}`

const endedAlready = ({ id, status }: RunState) =>
  new ApiError('conflict', `the run has ended already: ${status}`, { details: { run_id: id, status } })

async function change(ports: RunPorts, id: string, decide: Parameters<typeof changeRun>[2]): Promise<RunState> {
  const after = await changeRun(ports, id, decide)
  if (!after) throw new ApiError('not_found', `there is no run with the id ${id}`)
  return after
}
