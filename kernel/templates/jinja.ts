import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import { MAX_OUTPUT, type RenderReply, replySchema } from './render-reply.ts'
import type { RenderedTemplate, Templates } from './templates.ts'

const TIME_LIMIT_MS = 200
/** A worker's heap: a template that gathers more is stopped. */
const MEMORY_MB = 64
const WORKERS = 2
const RESTART_MS = 1000

interface Job {
  readonly message: { template: string; variables: string }
  readonly resolve: (rendered: RenderedTemplate) => void
  readonly reject: (error: Error) => void
}

interface Lane {
  worker: Worker
  ready: boolean
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

/** Jinja templates in worker threads that wait ready; one that runs over its time or memory is ended and replaced. */
export function createTemplates(): Templates {
  const waiting: Job[] = []
  let closed = false
  const lanes = Array.from({ length: WORKERS }, () => open({ worker: start(), ready: false, job: undefined, timer: undefined }))

  function open(lane: Lane): Lane {
    const { worker } = lane
    worker.on('message', (message: unknown) => {
      if (worker !== lane.worker) return
      if (lane.job) settle(lane, replySchema.parse(message))
      lane.ready = true
      next(lane)
    })
    worker.on('error', () => replace(lane, 'The template needs too much memory.'))
    worker.on('exit', () => replace(lane, 'The template could not be rendered.'))
    worker.unref()
    return lane
  }

  function next(lane: Lane): void {
    const job = lane.ready && !lane.job ? waiting.shift() : undefined
    if (!job) return
    lane.job = job
    // the process must not end while somebody waits for this text
    lane.worker.ref()
    const late = () => lane.job === job && replace(lane, `The template runs longer than ${TIME_LIMIT_MS} ms.`)
    // a reply that came in time while this thread was busy is read first
    lane.timer = setTimeout(() => setImmediate(late), TIME_LIMIT_MS)
    lane.worker.postMessage(job.message)
  }

  function settle(lane: Lane, reply: RenderReply): void {
    clearTimeout(lane.timer)
    lane.worker.unref()
    const job = lane.job
    lane.job = undefined
    if ('text' in reply) job?.resolve(reply)
    else job?.reject(failure(reply))
  }

  function replace(lane: Lane, reason: string): void {
    if (closed) return
    const old = lane.worker
    old.removeAllListeners()
    settle(lane, { error: reason })
    // a worker that cannot even start would be replaced for ever
    if (!lane.ready) {
      giveUp(lane)
      return
    }
    Object.assign(lane, { worker: start(), ready: false })
    // a late error of an ended worker concerns nobody
    old.on('error', () => {})
    void old.terminate()
    open(lane)
    if (waiting.length) lane.worker.ref()
  }

  function giveUp(lane: Lane): void {
    for (const job of waiting.splice(0)) job.reject(new ApiError('internal', 'The template renderer does not start.'))
    setTimeout(() => closed || open(Object.assign(lane, { worker: start() })), RESTART_MS).unref()
  }

  return {
    render: (template, variables) => {
      const plain = withoutTags(template)
      if (plain) return Promise.resolve(plain)
      return new Promise((resolve, reject) => {
        if (closed) return reject(new ApiError('unavailable', 'Templates are closed.'))
        waiting.push({ message: { template, variables: JSON.stringify(variables) }, resolve, reject })
        for (const lane of lanes) {
          if (!lane.ready) lane.worker.ref()
          next(lane)
        }
      })
    },
    async close() {
      closed = true
      for (const lane of lanes) settle(lane, { error: 'Templates are closed.' })
      for (const job of waiting.splice(0)) job.reject(new ApiError('unavailable', 'Templates are closed.'))
      await Promise.all(lanes.map(({ worker }) => worker.terminate()))
    },
  }
}

/** A text without tags is its own rendering and needs no worker; a final line break is dropped, as the language says. */
function withoutTags(template: string): RenderedTemplate | undefined {
  if (/\{[{%#]/.test(template) || Buffer.byteLength(template) > MAX_OUTPUT) return undefined
  return { text: template.replace(/\n$/, ''), used: [] }
}

function start(): Worker {
  return new Worker(new URL('./render-worker.ts', import.meta.url), {
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
