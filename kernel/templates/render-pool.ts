import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createFairQueue, type FairQueue } from '../runtime/concurrency/fair-queue.ts'
import { ApiError } from '../runtime/errors.ts'
import { messageSchema, type RenderReply, type RenderRequest } from './render-reply.ts'
import type { RenderedTemplate } from './templates.ts'

/** Of processor time: a worker that has to wait for a processor is not at fault. */
const TIME_LIMIT_MS = 200
/** By the clock, whatever the worker does. */
const LONGEST_MS = 3_000
/** A worker's heap: a template that gathers more is stopped. */
const MEMORY_MB = 64
/** Processor time that costs a caller one more turn. */
const MS_A_TURN = 10
const RESTART_MS = 1000
/** Longest wait for a worker. */
const WAIT_MS = 10_000
const RETRY_AFTER_S = 5
const MOST_WAITING = 2_000

/** Workers, and jobs of one caller that may wait: the default prompts have one of their own, which no template of a caller keeps. */
const CREWS = { everyones: { workers: 1, ofOne: MOST_WAITING }, callers: { workers: 2, ofOne: 100 } }
export type CrewName = keyof typeof CREWS

export interface RenderJob {
  readonly message: RenderRequest
  readonly caller: string | undefined
  readonly resolve: (rendered: RenderedTemplate) => void
  readonly reject: (error: Error) => void
}

interface Lane {
  worker: Worker
  ready: boolean
  job: RenderJob | undefined
  /** What ended the worker before this one, while it starts. */
  brokenBy: RenderJob | undefined
  /** performance.now() at which the job has to have ended. */
  until: number
  /** Processor time of the worker when it took the job, in milliseconds. */
  cpuMs: number
  timer: NodeJS.Timeout | undefined
}

/** Workers that share their jobs, and the jobs that wait for one by turns of their callers. */
interface Crew {
  readonly lanes: Lane[]
  readonly waiting: FairQueue<RenderJob>
  readonly most: { readonly workers: number; readonly ofOne: number }
  closed: boolean
}

/**
 * Workers that wait ready, each with at most one job; one that runs over its time or memory is ended and replaced. The first, and each
 * other, is started by a job that finds none free, since each holds its 20 MB.
 */
export type RenderPool = Readonly<Record<CrewName, Crew>>

const newCrew = (name: CrewName): Crew => ({ lanes: [], waiting: createFairQueue(), most: CREWS[name], closed: false })

export function openPool(): RenderPool {
  return { everyones: newCrew('everyones'), callers: newCrew('callers') }
}

const addLane = (crew: Crew) =>
  crew.lanes.push(
    listen(crew, { worker: start(), ready: false, job: undefined, brokenBy: undefined, until: 0, cpuMs: 0, timer: undefined }),
  )

const busy = (whose: string) =>
  new ApiError('unavailable', `${whose} wait to be rendered. Try again later.`, { headers: { 'retry-after': String(RETRY_AFTER_S) } })

/** Gives a job to the next worker that is free. Rejects it with `unavailable` when too many wait, or none was free for 10 s. */
export function submit(pool: RenderPool, name: CrewName, job: RenderJob): void {
  const crew = pool[name]
  const full = crew.waiting.waitingOf(job.caller) >= crew.most.ofOne
  if (full || crew.waiting.size() >= MOST_WAITING) {
    job.reject(busy(full ? `${crew.most.ofOne} templates of yours` : 'Too many templates'))
    return
  }
  crew.waiting.add(job.caller, job)
  if (crew.lanes.length < crew.most.workers && crew.lanes.every((lane) => lane.job)) addLane(crew)
  for (const lane of crew.lanes) {
    // the process must not end while somebody waits for this text
    if (!lane.ready) lane.worker.ref()
    next(crew, lane)
  }
  const late = () => {
    if (crew.waiting.remove(job)) job.reject(busy('Too many templates'))
  }
  if (crew.lanes.every((lane) => lane.job !== job)) setTimeout(late, WAIT_MS).unref()
}

/** Ends the workers; what is not finished is rejected. */
export async function closePool(pool: RenderPool): Promise<void> {
  const crews = Object.values(pool)
  for (const crew of crews) {
    crew.closed = true
    for (const lane of crew.lanes) settle(lane, { error: 'Templates are closed.' })
    rejectWaiting(crew, new ApiError('unavailable', 'Templates are closed.'))
  }
  await Promise.all(crews.flatMap(({ lanes }) => lanes.map(({ worker }) => worker.terminate())))
}

function rejectWaiting({ waiting }: Crew, error: ApiError): void {
  for (let job = waiting.take(); job; job = waiting.take()) job.reject(error)
}

function listen(crew: Crew, lane: Lane): Lane {
  const { worker } = lane
  worker.on('message', (message: unknown) => {
    const { cpuMs, reply } = messageSchema.parse(message)
    if (reply) crew.waiting.charge(lane.job?.caller, (cpuMs - lane.cpuMs) / MS_A_TURN)
    lane.cpuMs = cpuMs
    if (reply) settle(lane, reply)
    lane.ready = true
    lane.brokenBy = undefined
    next(crew, lane)
  })
  worker.on('error', () => replace(crew, lane, 'The template needs too much memory.'))
  worker.on('exit', () => replace(crew, lane, 'The template could not be rendered.'))
  worker.unref()
  return lane
}

/** One worker is kept from a caller that has the others, those included that it made start anew. */
function mayHaveOneMore({ lanes, most }: Crew, caller: string | undefined): boolean {
  const held = lanes.filter(({ job, brokenBy }) => [job, brokenBy].some((one) => one && one.caller === caller)).length
  return held < Math.max(1, most.workers - 1)
}

function next(crew: Crew, lane: Lane): void {
  const job = lane.ready && !lane.job ? crew.waiting.take(undefined, (caller) => mayHaveOneMore(crew, caller)) : undefined
  if (!job) return
  lane.job = job
  lane.until = performance.now() + LONGEST_MS
  lane.worker.ref()
  lookAfter(crew, lane, job, TIME_LIMIT_MS)
  lane.worker.postMessage(job.message)
}

/** Ends a job that has used up its time when so long has gone by; else looks again. */
function lookAfter(crew: Crew, lane: Lane, job: RenderJob, ms: number): void {
  const look = async () => {
    const left = lane.job === job ? TIME_LIMIT_MS - (await usedMs(lane)) : 0
    if (lane.job !== job) return
    if (left < 1 || performance.now() >= lane.until) replace(crew, lane, `The template runs longer than ${TIME_LIMIT_MS} ms.`)
    else lookAfter(crew, lane, job, left)
  }
  // a reply that came in time while this thread was busy is read first
  lane.timer = setTimeout(() => setImmediate(look), ms)
}

/** Processor time of the job under way; endless where the worker does not tell. */
async function usedMs({ worker, cpuMs, until }: Lane): Promise<number> {
  // Node tells it from 24.6 on
  if (!('cpuUsage' in worker)) return Number.POSITIVE_INFINITY
  const silent = delay(Math.max(0, until - performance.now()), undefined, { ref: false })
  const used = await Promise.race([worker.cpuUsage().catch(() => undefined), silent])
  return used ? (used.user + used.system) / 1000 - cpuMs : Number.POSITIVE_INFINITY
}

function settle(lane: Lane, reply: RenderReply): void {
  clearTimeout(lane.timer)
  lane.worker.unref()
  const job = lane.job
  lane.job = undefined
  if ('text' in reply) job?.resolve(reply)
  else job?.reject(failure(reply))
}

function replace(crew: Crew, lane: Lane, reason: string): void {
  if (crew.closed) return
  const { worker, ready, job } = lane
  crew.waiting.charge(job?.caller, LONGEST_MS / MS_A_TURN)
  worker.removeAllListeners()
  // a late error of an ended worker concerns nobody
  worker.on('error', () => {})
  void worker.terminate()
  settle(lane, { error: reason })
  lane.ready = false
  lane.brokenBy = job
  // a worker that cannot even start would be replaced for ever
  if (ready) restart(crew, lane)
  else giveUp(crew, lane)
}

function restart(crew: Crew, lane: Lane): void {
  if (crew.closed) return
  lane.worker = start()
  listen(crew, lane)
  if (crew.waiting.size()) lane.worker.ref()
}

function giveUp(crew: Crew, lane: Lane): void {
  rejectWaiting(crew, new ApiError('internal', 'The template renderer does not start.'))
  setTimeout(() => restart(crew, lane), RESTART_MS).unref()
}

function start(): Worker {
  return new Worker(new URL('./start-render-worker.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
    stderr: true,
    stdout: true,
  })
}

function failure(reply: { error: string; line?: number; column?: number }): ApiError {
  const details = reply.line === undefined ? {} : { line: reply.line, column: reply.column }
  return new ApiError('invalid_request', reply.error, { details })
}
