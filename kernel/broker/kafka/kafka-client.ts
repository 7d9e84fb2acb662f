import { Kafka, type LogEntry, logLevel, type RetryOptions } from 'kafkajs'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { socketOfWholeReplies } from './whole-replies.ts'

export interface KafkaOptions {
  readonly brokers: string[]
  readonly ssl?: boolean
  readonly sasl?: { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; readonly username: string; readonly password: string }
  readonly clientId: string
  readonly log: Logger
}

/** Of producers and consumers: about two minutes of attempts, at least one every 2 s, so that a broker's return is seen soon. */
export const PATIENT: RetryOptions = { initialRetryTime: 100, maxRetryTime: 2000, factor: 0.2, multiplier: 2, retries: 60 }
/** Of questions to the cluster, whose asker waits: about 5 s. */
export const BRISK: RetryOptions = { initialRetryTime: 100, maxRetryTime: 1000, factor: 0.2, multiplier: 2, retries: 7 }

/** kafkajs calls every attempt that it will repeat an error, in each of its layers: quieter here, the lower layers most. */
function route(log: Logger): (entry: LogEntry) => void {
  return ({ namespace, level, log: { message, groupId, error } }) => {
    const fields = {
      kafkajs: namespace,
      ...(typeof groupId === 'string' && { group: groupId }),
      ...(typeof error === 'string' && { error }),
    }
    if (level === logLevel.ERROR && namespace !== 'Connection' && namespace !== 'BrokerPool') log.warn(fields, message)
    else log.debug(fields, message)
  }
}

/** `retry` also bounds how long the client's connections are tried again, whatever its producers and consumers say. */
export function kafkaClient({ brokers, ssl, sasl, clientId, log }: KafkaOptions, retry: RetryOptions): Kafka {
  return new Kafka({
    brokers,
    clientId,
    ssl: ssl ?? false,
    ...(sasl && { sasl: saslOptions(sasl) }),
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    socketFactory: socketOfWholeReplies,
    retry,
    logLevel: logLevel.WARN,
    logCreator: () => route(log),
  })
}

/** One branch for each mechanism, because the client's types tie the mechanism's name to its options. */
function saslOptions({ mechanism, username, password }: NonNullable<KafkaOptions['sasl']>) {
  if (mechanism === 'plain') return { mechanism, username, password } as const
  if (mechanism === 'scram-sha-256') return { mechanism, username, password } as const
  return { mechanism, username, password } as const
}

/** ApiError unavailable with retry-after. */
export const unavailable = (message: string, cause?: unknown, operators?: string): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': '1' }, cause, operators })

/** ApiError unavailable of what was on its way to the cluster when its time was over: it may land, or have landed. */
export const undecided = (message: string, cause?: unknown, operators?: string): ApiError =>
  new ApiError('unavailable', `${message}; it may have taken what was sent to it, or take it when it answers again`, {
    details: { outcome: 'unknown' },
    headers: { 'retry-after': '5' },
    cause,
    operators,
  })

/** What the client throws names its brokers' addresses. */
export const silent = (error: unknown): [message: string, cause: unknown, operators: string] => [
  'Kafka does not answer',
  error,
  `It says: ${messageOf(error)}`,
]

/** What the client throws, as the platform names it. */
export const asUnavailable = (error: unknown): ApiError => (error instanceof ApiError ? error : unavailable(...silent(error)))

/** Rejects with ApiError unavailable when the promise has not settled in time; what it does goes on. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(`${what} took longer than ${ms} ms`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Resolves when the promise does, or after the time: for closing what may no longer answer. Rejects as the promise does. */
export async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
