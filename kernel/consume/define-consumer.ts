import type { DeadLetterKind } from '../../schemas/dead-letter.ts'
import type { DraftOf, EventType } from '../../schemas/event.ts'
import type { EventOf } from '../broker/codec.ts'
import type { Ports } from '../ports.ts'
import type { WorkError } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import { defineLane, type Lane } from './lanes.ts'

export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number
  readonly baseMs: number
  readonly capMs: number
}

export interface HandlerContext<Needs extends keyof Ports> {
  /** Those that `needs` names; asking for another one throws. */
  readonly ports: Pick<Ports, Needs>
  readonly log: Logger
  /** Aborted at the handler's deadline, when its work is withdrawn or the partition is lost, and when the process stops. */
  readonly signal: AbortSignal
  /** 1 for the first try of this record by this process. */
  readonly attempt: number
  /** The present time, as an ISO string. */
  now(): string
  /** Publishes an event now, beside the handler's result: progress. Never fails the handler; what comes within 200 ms of the last is dropped. */
  tell(draft: { type: string; version: number; key: string; payload: unknown }): void
  /** The same promise; the handler's deadline does not count the time until it settles: a wait for a place that other records hold. */
  uncounted<T>(wait: Promise<T>): Promise<T>
}

/** How one record is worked on. */
export interface WorkPolicy {
  readonly retry: RetryPolicy
  /** Deadline of one try of the handler; the wait for a place in the lane is not counted. */
  readonly timeoutMs: number
  /** Its place while it is worked on; the definition's when absent. */
  readonly lane?: Lane | undefined
}

/** What the question whether work was withdrawn may use. */
export type WithdrawnContext<Needs extends keyof Ports> = Pick<HandlerContext<Needs>, 'ports' | 'now'>

/** Why a record was given up. */
export interface Failure {
  readonly error: WorkError
  readonly attempts: number
  readonly kind: DeadLetterKind
}

/**
 * What a consumer is: the events it reads, those it may emit, the ports it needs, its retry policy, and a handler that
 * returns events. Publishing, retrying, heartbeats, dead letters and commits are the runner's.
 *
 * Its functions are written as methods so that a consumer of particular events is one of events: the runner gives it what `on` lists.
 */
export interface ConsumerDefinition<
  On extends readonly EventType[] = readonly EventType[],
  Emits extends readonly EventType[] = readonly EventType[],
  Needs extends keyof Ports = keyof Ports,
> {
  /** Consumer group and log label. */
  readonly name: string
  /** edge: in every process that runs `edge`, beside the requests, for light work. worker: where its service is named. */
  readonly runs: 'edge' | 'worker'
  readonly on: On
  readonly emits: Emits
  readonly needs: readonly Needs[]
  readonly retry: RetryPolicy
  /** Deadline of one try of the handler. */
  readonly timeoutMs: number
  /** Records that a process handles at the same time, of all partitions together; as many as their windows let when absent. */
  readonly concurrency?: number
  /** Instead of `concurrency`: places that consumers share. */
  readonly lane?: Lane | undefined
  /**
   * A record that takes longer lets its partition move on (dispatch/parking.ts), for consumers whose records of one key may overlap after a death:
   * the next record of its key waits for it in this process, and not in the one that takes the partition over.
   */
  readonly parkAfterMs?: number
  /** False: the waits of `ctx.uncounted` are not part of that time, because what comes behind would stand in the same line. */
  readonly parkInLine?: boolean
  /** Whether this event is anything to it; always when absent. One that is not is done without the handler, whose means cost more than the look. */
  concerns?(event: EventOf<On[number]>): boolean
  handle(ctx: HandlerContext<Needs>, event: EventOf<On[number]>): Promise<readonly DraftOf<Emits[number]>[]>
  /** How this record is worked on, where not all are alike. */
  policyOf?(event: EventOf<On[number]>): WorkPolicy
  /**
   * The events that end work that was withdrawn (cancelled, deleted, overtaken); undefined while it stands. Asked while the handler runs,
   * whose signal is aborted within a second of a cancellation, and of each failure, which then is none.
   */
  withdrawn?(ctx: WithdrawnContext<Needs>, event: EventOf<On[number]>): Promise<readonly DraftOf<Emits[number]>[] | undefined>
  /** Events for a record that was given up; published together with its dead letter. */
  onGiveUp?(event: EventOf<On[number]>, failure: Failure & { readonly at: string }): readonly DraftOf<Emits[number]>[]
}

/** A consumer whose types have been checked and forgotten, as the runner sees it. */
export type Consumer = ConsumerDefinition

/** Checks a definition's types; throws where it names two bounds. What a handler emits that `emits` does not list does not compile. */
export function defineConsumer<
  const On extends readonly EventType[],
  const Emits extends readonly EventType[],
  const Needs extends keyof Ports = never,
>(definition: ConsumerDefinition<On, Emits, Needs>): Consumer {
  const { name, concurrency, lane } = definition
  if (concurrency === undefined) return definition
  if (lane) throw new Error(`${name} names \`concurrency\` and the lane "${lane.name}": leave one of them out, the lane has its own places`)
  return { ...definition, lane: defineLane(name, concurrency) }
}
