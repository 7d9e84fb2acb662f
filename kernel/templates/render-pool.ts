import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import { messageSchema, type RenderReply, type RenderRequest } from './render-reply.ts'
import type { RenderedTemplate } from './templates.ts'

/** Of processor time: a worker that has to wait for a processor is not at fault. */
const TIME_LIMIT_MS = 200
/** By the clock, whatever the worker does. */
const LONGEST_MS = 3_000
/** A worker's heap: a template that gathers more is stopped. */
const MEMORY_MB = 64
const MOST_WORKERS = 2
const RESTART_MS = 1000

export interface RenderJob {
  readonly message: RenderRequest
  readonly resolve: (rendered: RenderedTemplate) => void
  readonly reject: (error: Error) => void
}

interface Lane {
  worker: Worker
  ready: boolean
  job: RenderJob | undefined
  /** performance.now() at which the job has to have ended. */
  until: number
  /** Processor time of the worker when it took the job, in milliseconds. */
  cpuMs: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Workers that wait ready, each with at most one job; one that runs over its time or memory is ended and replaced. One waits from the
 * start; another joins it when a job finds none free, since each holds its 20 MB.
 */
export interface RenderPool {
  readonly lanes: Lane[]
  readonly waiting: RenderJob[]
  closed: boolean
}

export function openPool(): RenderPool {
  const pool: RenderPool = { lanes: [], waiting: [], closed: false }
  addLane(pool)
  return pool
}

const addLane = (pool: RenderPool) =>
  pool.lanes.push(listen(pool, { worker: start(), ready: false, job: undefined, until: 0, cpuMs: 0, timer: undefined }))

/** Gives a job to the next worker that is free. */
export function submit(pool: RenderPool, job: RenderJob): void {
  pool.waiting.push(job)
  if (pool.lanes.length < MOST_WORKERS && pool.lanes.every((lane) => lane.job)) addLane(pool)
  for (const lane of pool.lanes) {
    // the process must not end while somebody waits for this text
    if (!lane.ready) lane.worker.ref()
    next(pool, lane)
  }
}

/** Ends the workers; what is not finished is rejected. */
export async function closePool(pool: RenderPool): Promise<void> {
  pool.closed = true
  for (const lane of pool.lanes) settle(lane, { error: 'Templates are closed.' })
  for (const job of pool.waiting.splice(0)) job.reject(new ApiError('unavailable', 'Templates are closed.'))
  await Promise.all(pool.lanes.map(({ worker }) => worker.terminate()))
}

function listen(pool: RenderPool, lane: Lane): Lane {
  const { worker } = lane
  worker.on('message', (message: unknown) => {
    const { cpuMs, reply } = messageSchema.parse(message)
    lane.cpuMs = cpuMs
    if (reply) settle(lane, reply)
    lane.ready = true
    next(pool, lane)
  })
  worker.on('error', () => replace(pool, lane, 'The template needs too much memory.'))
  worker.on('exit', () => replace(pool, lane, 'The template could not be rendered.'))
  worker.unref()
  return lane
}

function next(pool: RenderPool, lane: Lane): void {
  const job = lane.ready && !lane.job ? pool.waiting.shift() : undefined
  if (!job) return
  lane.job = job
  lane.until = performance.now() + LONGEST_MS
  lane.worker.ref()
  lookAfter(pool, lane, job, TIME_LIMIT_MS)
  lane.worker.postMessage(job.message)
}

/** Ends a job that has used up its time when so long has gone by; else looks again. */
function lookAfter(pool: RenderPool, lane: Lane, job: RenderJob, ms: number): void {
  const look = async () => {
    const left = lane.job === job ? TIME_LIMIT_MS - (await usedMs(lane)) : 0
    if (lane.job !== job) return
    if (left < 1 || performance.now() >= lane.until) replace(pool, lane, `The template runs longer than ${TIME_LIMIT_MS} ms.`)
    else lookAfter(pool, lane, job, left)
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

function replace(pool: RenderPool, lane: Lane, reason: string): void {
  if (pool.closed) return
  const { worker, ready } = lane
  worker.removeAllListeners()
  // a late error of an ended worker concerns nobody
  worker.on('error', () => {})
  void worker.terminate()
  settle(lane, { error: reason })
  lane.ready = false
  // a worker that cannot even start would be replaced for ever
  if (ready) restart(pool, lane)
  else giveUp(pool, lane)
}

function restart(pool: RenderPool, lane: Lane): void {
  if (pool.closed) return
  lane.worker = start()
  listen(pool, lane)
  if (pool.waiting.length) lane.worker.ref()
}

function giveUp(pool: RenderPool, lane: Lane): void {
  for (const job of pool.waiting.splice(0)) job.reject(new ApiError('internal', 'The template renderer does not start.'))
  setTimeout(() => restart(pool, lane), RESTART_MS).unref()
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
