import type { EventDraft } from '../../schemas/event.ts'
import type { LogRecord, OutgoingRecord } from '../broker/broker.ts'
import { type AnyEvent, decodeRecord, type EventEnvelope, tryDecode } from '../broker/codec.ts'
import { MAX_RECORD_BYTES, recordBytes } from '../broker/record-limit.ts'
import { recordOf } from '../broker/record-of.ts'
import type { Ports } from '../ports.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { messageOf, WorkError } from '../runtime/errors.ts'
import { nameId, outputIdOf } from '../runtime/ids.ts'
import { type Logger, labelled } from '../runtime/log.ts'
import { beginWork, type TracedWork } from '../runtime/trace.ts'
import { type CancellationWatch, watchCancellation } from './cancellations.ts'
import { deadLetterOf } from './dead-letters.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { Consumer, Failure, HandlerContext, WorkPolicy } from './define-consumer.ts'
import { joinSignals } from './join-signals.ts'
import type { Lane } from './lanes.ts'
import { changeOf, redriveOf } from './redrive.ts'
import { toWorkError, withRetries } from './retry.ts'

/** People cannot read faster, and every progress event is a record for good. What is done sooner has told nothing. */
const TELL_AFTER_MS = 100
const TELL_EVERY_MS = 200

/** What headers are added on the way to the log. */
const STAMP_BYTES = 500

/** Points at which a test may end the process, to prove that a redelivery gives the same result. */
export type Boundary = 'before-handle' | 'after-handle' | 'after-publish'

export interface Work {
  readonly consumer: Consumer
  readonly ports: Ports
  /** Those that the consumer names: what its functions have. */
  readonly handlerPorts: Ports
  readonly log: Logger
  readonly onBoundary?: (boundary: Boundary, record: LogRecord) => Promise<void> | void
  /** Who else does not count a handler's waits in line. */
  readonly uncounted?: Deadline['uncounted']
  /** The record waits for something that is away. */
  readonly onAway?: (record: LogRecord) => void
}

export interface Outcome {
  readonly result: 'handled' | 'skipped' | 'dead-lettered'
  readonly outputs: readonly OutgoingRecord[]
  readonly retries: number
  readonly type: string
  /** Of the error of a record that was given up. */
  readonly code?: string
}

/** Decodes a record, runs the handler with its retries, and gives the records to publish. Rejects only when the signal is aborted. */
export async function handleRecord(work: Work, record: LogRecord, signal: AbortSignal): Promise<Outcome> {
  const { consumer, log } = work
  const redrive = redriveOf(record.headers)
  // It comes again for the consumer that gave it up; the others have had it.
  if (redrive && redrive.consumer !== consumer.name) return { result: 'skipped', outputs: [], retries: 0, type: record.topic }
  let event: AnyEvent
  let concerned: boolean
  try {
    event = decodeRecord(record, consumer.on)
    // What it reads further into the payload may be unreadable, too.
    concerned = consumer.on.some(({ name }) => name === event.type) && consumer.concerns?.(event) !== false
  } catch (error) {
    const failure = { error: toWorkError(error), attempts: 1, kind: 'schema' as const }
    log.error({ consumer: consumer.name, topic: record.topic, offset: String(record.offset), error: messageOf(error) }, 'unreadable record')
    return giveUpRecord(work, record, failure)
  }
  const { type } = event
  if (!concerned) return { result: 'skipped', outputs: resolvedBy(work, record, event.envelope), retries: 0, type }
  const traced = beginHandling(consumer, record, event.envelope)
  try {
    const envelope = { ...event.envelope, traceparent: traced.traceparent }
    const outcome = await handleEvent(work, record, { ...event, envelope }, signal, traced)
    traced.end(outcome.result === 'dead-lettered' ? new Error(`given up: ${outcome.code}`) : undefined)
    return outcome
  } catch (error) {
    traced.end(error)
    throw error
  }
}

const beginHandling = (consumer: Consumer, record: LogRecord, { traceparent, type, id }: EventEnvelope): TracedWork =>
  beginWork(`${consumer.name} ${type}`, {
    parent: traceparent,
    kind: 'CONSUMER',
    attributes: {
      'messaging.system': 'millrace',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': consumer.name,
      'messaging.destination.name': record.topic,
      'messaging.destination.partition.id': String(record.partition),
      'messaging.message.id': id,
      'millrace.key': record.key,
    },
  })

async function handleEvent(work: Work, record: LogRecord, event: AnyEvent, signal: AbortSignal, traced: TracedWork): Promise<Outcome> {
  const { consumer, log } = work
  const { envelope } = event
  const recordLog = labelled(() => log, {
    consumer: consumer.name,
    type: envelope.type,
    key: record.key,
    eventId: envelope.id,
    requestId: envelope.requestId,
    traceparent: envelope.traceparent,
  })
  await work.onBoundary?.('before-handle', record)
  const policy = consumer.policyOf?.(event) ?? consumer
  const done = await withRetries(
    policy.retry,
    signal,
    (attempt) => inLane(policy.lane ?? consumer.lane, signal, () => runHandler(work, { event, attempt, log: recordLog, signal, policy })),
    {
      onRetry(error, attempt, waitMs) {
        traced.span.addEvent('retry', { attempt, code: error.code, wait_ms: waitMs })
        recordLog().warn({ attempt, waitMs, code: error.code, error: error.message }, 'handler failed, trying again')
      },
      onAway(error, waitMs) {
        work.onAway?.(record)
        traced.span.addEvent('away', { code: error.code, wait_ms: waitMs })
        recordLog().warn({ waitMs, code: error.code, error: error.message }, 'waiting for what is away; no try is counted')
      },
    },
  )
  await work.onBoundary?.('after-handle', record)
  if (done.ok) {
    const outputs = [...toRecords(work, envelope, done.result), ...resolvedBy(work, record, envelope)]
    return { result: 'handled', outputs, retries: done.attempts - 1, type: envelope.type }
  }
  recordLog().error({ attempts: done.attempts, code: done.error.code, kind: done.kind, error: done.error.message }, 'handler gave up')
  return giveUpRecord(work, record, done, envelope.traceparent)
}

/** Only the work itself has a place in the lane, not the waits between its tries. */
async function inLane<Result>(lane: Lane | undefined, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const leave = await lane?.take(signal)
  try {
    return await work()
  } finally {
    leave?.()
  }
}

function toRecords({ consumer, ports }: Work, cause: EventEnvelope, drafts: readonly EventDraft[], step = consumer.name): OutgoingRecord[] {
  const origin = { source: consumer.name, cause, now: ports.clock.now() }
  return drafts.map((draft, n) => recordOf({ ...draft, id: draft.id ?? outputIdOf(cause.id, step, n) }, origin))
}

interface Run {
  readonly event: AnyEvent
  readonly attempt: number
  readonly log: () => Logger
  readonly signal: AbortSignal
  readonly policy: WorkPolicy
}

/** One try. What fails because its work was withdrawn meanwhile has not failed. */
async function runHandler(work: Work, run: Run): Promise<readonly EventDraft[]> {
  const { consumer, ports } = work
  const ctx = { ports: work.handlerPorts, now: () => new Date(ports.clock.now()).toISOString() }
  const ask = consumer.withdrawn && (() => consumer.withdrawn?.(ctx, run.event))
  const cancellation = ask && watchCancellation(ports.database, async () => (await ask()) !== undefined, run.log)
  try {
    return await callHandler(work, run, cancellation)
  } catch (error) {
    if (run.signal.aborted) throw error
    const ended = await ask?.()
    if (!ended) throw error
    run.log().info({ attempt: run.attempt, error: messageOf(error) }, 'the work was withdrawn while it was under way')
    return ended
  } finally {
    cancellation?.end()
  }
}

async function callHandler(work: Work, run: Run, cancellation: CancellationWatch | undefined): Promise<readonly EventDraft[]> {
  const { consumer, ports } = work
  const { timeoutMs } = run.policy
  const { signal: over, ...deadline } = startDeadline(timeoutMs, run.signal)
  const { signal, ...withdrawn } = cancellation ? joinSignals(over, cancellation.signal) : { signal: over, end: () => undefined }
  const end = () => {
    teller.end()
    deadline.end()
    withdrawn.end()
  }
  const teller = startTeller((draft) => tell(work, run.event.envelope, draft, run.log))
  const ctx: HandlerContext<keyof Ports> = {
    ports: work.handlerPorts,
    get log() {
      return run.log()
    },
    signal,
    attempt: run.attempt,
    now: () => new Date(ports.clock.now()).toISOString(),
    tell: teller.tell,
    uncounted: (wait) => deadline.uncounted(work.uncounted?.(wait) ?? wait),
  }
  const tooLong = (error: unknown): never => {
    if (!over.aborted || run.signal.aborted || error !== over.reason) throw error
    throw new WorkError('timed_out', `${consumer.name} took longer than ${timeoutMs} ms`, { retryable: true })
  }
  // A handler that does not listen to its signal must not hold its partition for ever.
  const drafts = await orAborted(consumer.handle(ctx, run.event), over).catch(tooLong).finally(end)
  const stranger = drafts.find((d) => !consumer.emits.some((e) => e.name === d.type))
  if (stranger) throw new WorkError('internal', `${consumer.name} may not emit ${stranger.type}`)
  return drafts
}

/** Gives the newest of what is told, when it is time for it; nothing after the end. */
function startTeller(publish: (draft: EventDraft) => void): { tell(draft: EventDraft): void; end(): void } {
  let due = performance.now() + TELL_AFTER_MS
  let timer: NodeJS.Timeout | undefined
  let newest: EventDraft | undefined
  let ended = false
  const give = () => {
    timer = undefined
    if (newest) publish(newest)
    newest = undefined
    due = performance.now() + TELL_EVERY_MS
  }
  return {
    tell(draft) {
      if (ended) return
      newest = draft
      const wait = due - performance.now()
      if (wait <= 0) give()
      else timer ??= setTimeout(give, wait).unref()
    },
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}

/** Progress is news, not state: its loss is logged and nothing else. */
function tell({ consumer, ports }: Work, cause: EventEnvelope, draft: EventDraft, log: () => Logger): void {
  const id = nameId('told', cause.id, consumer.name, JSON.stringify(draft.payload))
  ports.broker
    .publish([recordOf({ ...draft, id }, { source: consumer.name, cause, now: ports.clock.now() })])
    .catch((error) => log().warn({ error: messageOf(error) }, 'progress was not published'))
}

/** What a redrive that went well tells of its dead letter. */
function resolvedBy(work: Work, { headers }: LogRecord, cause: EventEnvelope): OutgoingRecord[] {
  const redrive = redriveOf(headers)
  if (!redrive) return []
  const at = new Date(work.ports.clock.now()).toISOString()
  return toRecords(work, cause, [changeOf({ id: redrive.id, change: 'resolved', redrive: redrive.redrive, at })])
}

/** The outcome of a record that is given up: what its consumer says to that, and its dead letter; each below the limit of a record. */
export function giveUpRecord(work: Work, record: LogRecord, failure: Failure, traceparent?: string): Outcome {
  const { consumer, ports, log } = work
  const at = new Date(ports.clock.now()).toISOString()
  const event = tryDecode(record, consumer.on)
  const told = event?.envelope ?? unreadableEnvelope(record)
  const cause = shortCause({ ...told, traceparent: traceparent ?? told.traceparent })
  const drafts: EventDraft[] = event ? [...(consumer.onGiveUp?.(event, { ...failure, at }) ?? [])] : []
  drafts.push(deadLetterOf(consumer.name, record, failure, at))
  // Each redrive that fails is a failure of its own, which a subscriber must not take for a repeat of the one before.
  const redrive = redriveOf(record.headers)
  const step = `${consumer.name}/give-up${redrive ? `/${redrive.redrive}` : ''}`
  const outputs = toRecords(work, cause, drafts, step).filter((output) => {
    if (recordBytes(output) + STAMP_BYTES <= MAX_RECORD_BYTES) return true
    log.error(
      { consumer: consumer.name, topic: output.topic, key: output.key.slice(0, 100) },
      'too large to be told of a record that was given up',
    )
    return false
  })
  return { result: 'dead-lettered', outputs, retries: failure.attempts - 1, type: cause.type, code: failure.error.code }
}

/** Headers of a record that another program wrote may be of any length; those of what is told of it are not. */
const shortCause = (cause: EventEnvelope): EventEnvelope => ({
  ...cause,
  id: cause.id.length <= MOST_ID ? cause.id : nameId('long', cause.id),
  requestId: cause.requestId.slice(0, MOST_ID),
  traceparent: cause.traceparent?.slice(0, MOST_ID),
})
const MOST_ID = 256

const unreadableEnvelope = (record: LogRecord): EventEnvelope => ({
  id: nameId('record', record.topic, record.partition, String(record.offset)),
  type: 'unreadable',
  version: 1,
  requestId: record.headers['x-request-id'] ?? '',
  traceparent: record.headers.traceparent,
  time: record.timestamp,
})
