import { runDue, type StepWork } from '../../../schemas/run.ts'
import { limitedSearch } from '../../access/limited-search.ts'
import { type Limits, restoredLimits } from '../../access/limits.ts'
import { once } from '../../blobs/once.ts'
import { startDeadline } from '../../consume/deadline.ts'
import { type Consumer, defineConsumer, type HandlerContext } from '../../consume/define-consumer.ts'
import type { Lane } from '../../consume/lanes.ts'
import { namedPorts } from '../../consume/named-ports.ts'
import { backoffMs, pause, toWorkError } from '../../consume/retry.ts'
import type { Ports } from '../../ports.ts'
import { orAborted } from '../../runtime/concurrency/or-aborted.ts'
import { inFull, WorkError } from '../../runtime/errors.ts'
import { labelled } from '../../runtime/log.ts'
import { embedderOfStep, llmOfStep } from '../calls/keep-calls.ts'
import type { RunPorts } from '../change-run.ts'
import { runFolder } from '../control.ts'
import { type Run, type RunFacts, SkippedItem, type Step, type StepContext, type StepPorts } from '../define-run.ts'
import { keepText } from '../kept.ts'
import { sizedInputOf } from '../read-runs.ts'
import { runStateSchema } from '../run-state.ts'
import { type Outcome, settling } from '../settle.ts'
import type { RunTables } from '../tables.ts'
import { readOnce } from './read-once.ts'
import { artifactOf, artifactsOf, decided, onceOf, tellProgress, Undecided } from './step-store.ts'
import { wanted } from './wanted.ts'

/** A record of a step that takes longer lets its partition move on. */
const PARK_AFTER_MS = 5_000
/** What the step's own deadline and the store need beside its handler. */
const SETTLE_WITHIN_MS = 60_000
const PLAN_WITHIN_MS = 60_000
const UNTIL_SETTLED = { attempts: Number.POSITIVE_INFINITY, baseMs: 100, capMs: 5_000 }
export type RunBoundary = 'before-settle' | 'after-settle'

export interface StepOptions {
  /** Points at which a test may end the process. */
  readonly onBoundary?: (boundary: RunBoundary, work: StepWork) => Promise<void> | void
}

/** What a worker keeps between records. */
interface Worker {
  readonly run: Run
  readonly ports: Ports
  readonly isWanted: (work: StepWork) => Promise<boolean>
  readonly settle: ReturnType<typeof settling>
  /** The run as it was started, read once by this process for all of its items. */
  readonly started: (id: string) => Promise<Started>
  readonly options: StepOptions
}

/** What never changes of a run. */
interface Started {
  readonly input: unknown
  /** Of its text, in characters. */
  readonly length: number
  readonly limits: Limits
  readonly facts: Pick<RunFacts, 'subject' | 'actor' | 'createdAt'>
}

/** The consumer that works on the steps of a kind of run. */
export function consumerOf(run: Run, options: StepOptions = {}): Consumer {
  const workers = new WeakMap<object, Worker>()
  const workerOn = (ctx: { readonly ports: Ports }): Worker => {
    const known = workers.get(ctx.ports.database)
    if (known) return known
    const { ports } = ctx
    const worker = {
      run,
      ports,
      isWanted: wanted(ports.database),
      settle: settling(ports),
      started: readOnce((id) => readStarted(ports, run, id)),
      options,
    }
    workers.set(ports.database, worker)
    return worker
  }
  const needs = new Set<keyof Ports>([...run.steps.flatMap((s) => s.needs), 'database', 'blobs', 'clock', 'search', 'config'])
  return defineConsumer({
    name: `${run.kind}-steps`,
    runs: run.runs ?? 'worker',
    on: [run.work],
    emits: [runDue],
    needs: [...needs],
    // Each step has its own, see policyOf; this is for work on a step that the kind has no more.
    retry: { attempts: 1, baseMs: 100, capMs: 1000 },
    timeoutMs: SETTLE_WITHIN_MS,
    parkAfterMs: PARK_AFTER_MS,
    policyOf: ({ payload: { step, item } }) => policyOf(run, step, item),
    async handle(ctx, { payload }) {
      await workOn(workerOn(ctx), ctx, payload)
      return []
    },
    withdrawn: async (ctx, { payload }) => ((await workerOn(ctx).isWanted(payload)) ? undefined : []),
    onGiveUp: ({ payload: { run_id, epoch, step, item } }, { error }) => [
      runDue.make({ run_id, epoch, step, item, what: 'given-up', message: error.message }),
    ],
  })
}

function policyOf(run: Run, name: string, item: number) {
  const step = run.steps.find((s) => s.name === name)
  const retry = step?.retry ?? { attempts: 1, baseMs: 100, capMs: 1000 }
  const timeoutMs = (item < 0 ? PLAN_WITHIN_MS : (step?.timeoutMs ?? 0)) + SETTLE_WITHIN_MS
  return { retry, timeoutMs }
}

/** Does what a record asks for, unless it is done, or nobody wants it any more. */
async function workOn(worker: Worker, ctx: HandlerContext<keyof Ports>, work: StepWork): Promise<void> {
  if (!(await worker.isWanted(work))) return
  const lane = work.item < 0 ? undefined : worker.run.steps.find((s) => s.name === work.step)?.lane
  // The next one begins while this outcome is kept.
  const outcome = await inLane(lane, ctx, () => outcomeOf(worker, ctx, work))
  await settleFor(worker, ctx, work, outcome)
}

async function inLane<Result>(lane: Lane | undefined, { signal, uncounted }: HandlerContext<never>, work: () => Promise<Result>) {
  const leave = await (lane && uncounted(lane.take(signal)))
  try {
    return await work()
  } finally {
    leave?.()
  }
}

/** How the work came out. Rejects where another try may help, when the run is over meanwhile, and when the process stops. */
async function outcomeOf(worker: Worker, ctx: HandlerContext<keyof Ports>, work: StepWork): Promise<Outcome> {
  const step = worker.run.steps.find((s) => s.name === work.step)
  if (!step) return failed(new WorkError('internal', `runs of the kind ${worker.run.kind} have no step ${work.step} any more`))
  const deadline = startDeadline(work.item < 0 ? PLAN_WITHIN_MS : step.timeoutMs, ctx.signal)
  const { signal } = deadline
  try {
    const given = await contextOf(worker, ctx, work, { step, signal, uncounted: deadline.uncounted })
    // A handler that does not listen to its signal must not hold its place for ever.
    return await orAborted(work.item < 0 ? plan(step, given) : perform(worker, step, given, work), signal)
  } catch (thrown) {
    if (ctx.signal.aborted) throw thrown
    if (thrown instanceof Undecided) return { end: 'asked', question: { step: work.step, item: work.item, ...thrown.question } }
    const error = deadline.signal.aborted
      ? new WorkError('timed_out', `${step.name} took longer than ${step.timeoutMs} ms`, { retryable: true })
      : toWorkError(thrown)
    if (error.retryable && ctx.attempt < step.retry.attempts) throw error
    ctx.log.warn({ run: work.run_id, step: work.step, item: work.item, code: error.code, error: inFull(error) }, 'an item of a run failed')
    return failed(error)
  } finally {
    deadline.end()
  }
}

/** An internal fault's own message stays in the log, because it may name what people should not see. */
const failed = ({ code, message }: WorkError): Outcome => ({
  end: 'failed',
  error: { code, message: code === 'internal' ? 'An internal fault; the log tells more.' : message },
})

async function plan(step: Step, ctx: StepContext<never, keyof StepPorts>): Promise<Outcome> {
  const reason = await step.skip?.(ctx)
  if (reason !== undefined) return { end: 'skipped', reason }
  const total = step.counts?.(ctx.input) ?? (await step.items?.(ctx)) ?? 1
  if (!Number.isSafeInteger(total) || total < 0) throw new WorkError('internal', `${step.name} has ${total} items`)
  return { end: 'planned', total }
}

async function perform(worker: Worker, step: Step, ctx: StepContext<never, keyof StepPorts>, work: StepWork): Promise<Outcome> {
  const given = await step.handle(ctx, work.item)
  const skipped = given instanceof SkippedItem
  const made = skipped ? given.made : given
  const end = skipped ? 'skipped-item' : 'done'
  const isResult = step === worker.run.steps.at(-1)
  const artifact = isResult ? resultOf(worker.run, made) : made
  if (artifact === undefined) return { end, artifact: { value: null, blob: null } }
  const path = `${runFolder(work.run_id)}/${work.step}/${work.item}`
  return { end, artifact: await keepText(worker.ports.blobs, path, JSON.stringify(artifact)) }
}

function resultOf({ result, kind }: Run, made: unknown): unknown {
  const parsed = result.safeParse(made)
  if (parsed.success) return parsed.data
  throw new WorkError('internal', `the result of a run of the kind ${kind} does not fit its schema`, { cause: parsed.error })
}

/** Tried for as long as the process may: what was made is not made once more because the store is away. */
async function settleFor({ settle, options }: Worker, ctx: HandlerContext<never>, work: StepWork, outcome: Outcome): Promise<void> {
  await options.onBoundary?.('before-settle', work)
  for (let attempt = 1; ; attempt++) {
    try {
      await settle(work, outcome)
      break
    } catch (err) {
      ctx.log.warn({ err, run: work.run_id, attempt }, 'the outcome of an item was not kept, trying again')
      await pause(backoffMs(UNTIL_SETTLED, attempt), ctx.signal)
    }
  }
  await options.onBoundary?.('after-settle', work)
}

async function readStarted(ports: RunPorts, run: Run, id: string): Promise<Started> {
  const found = ports.database.tables<RunTables>().selectFrom('runs').select(['limits', 'subject', 'state']).where('id', '=', id)
  const [{ input, length }, { limits, subject, state }] = await Promise.all([sizedInputOf(ports, run, id), found.executeTakeFirstOrThrow()])
  const { actor, created_at: createdAt } = runStateSchema.parse(JSON.parse(state))
  return { input, length, limits: restoredLimits(limits), facts: { subject, actor, createdAt } }
}

async function contextOf(
  worker: Worker,
  ctx: HandlerContext<keyof Ports>,
  work: StepWork,
  { step, signal, uncounted }: { step: Step; signal: AbortSignal; uncounted: <T>(wait: Promise<T>) => Promise<T> },
): Promise<StepContext<never, keyof StepPorts>> {
  const { ports, run } = worker
  const wait = <T>(other: Promise<T>) => uncounted(ctx.uncounted(other))
  const { input, limits, facts } = await worker.started(work.run_id)
  const known: RunFacts = { id: work.run_id, kind: run.kind, ...facts, epoch: work.epoch }
  const log = labelled(() => ctx.log, { run: work.run_id, step: work.step, item: work.item })
  const calls = () => ({ run: known, step: work.step, item: work.item, signal, uncounted: wait, log: log(), lane: step.callLane })
  const all: StepPorts = {
    ...ports,
    search: limitedSearch(ports.search, limits),
    ...(step.needs.includes('llm') ? { llm: llmOfStep(ports, calls()) } : {}),
    ...(step.needs.includes('embedder') ? { embedder: embedderOfStep(ports, calls()) } : {}),
  }
  return {
    run: known,
    input: input as never,
    ports: namedPorts(all, step.needs, `the step ${step.name}`),
    limits,
    get log() {
      return log()
    },
    signal,
    attempt: ctx.attempt,
    now: ctx.now,
    artifact: (name, schema, item = 0) => artifactOf(ports, work.run_id, name, item, schema),
    artifacts: (name, schema) => artifactsOf(ports, work.run_id, name, schema),
    progress: tellProgress(ports, work),
    once: (key, schema, make) => once(onceOf(ports, work.run_id), key, schema, make),
    decision: (key, schema, about) => decided(ports, work.run_id, key, schema, about),
    uncounted: wait,
  }
}
