import { z } from 'zod'
import type { EventOf } from '../../../kernel/broker/codec.ts'
import { redriveOf } from '../../../kernel/consume/redrive.ts'
import { type deadLetterChanged, deadLetterChanges, type deadLettered, deadLetterKinds } from '../../../schemas/dead-letter.ts'
import { aboutSchema, whatAbout } from './what-about.ts'

export const deadLetterStates = ['open', 'redriven', 'resolved', 'discarded'] as const
export type DeadLetterState = (typeof deadLetterStates)[number]

const failureSchema = z.object({
  consumer: z.string(),
  topic: z.string(),
  partition: z.number(),
  offset: z.string(),
  key: z.string(),
  code: z.string(),
  message: z.string(),
  kind: z.enum(deadLetterKinds),
  attempts: z.number(),
  at: z.string(),
  request_id: z.string(),
  traceparent: z.string().nullable(),
  event_id: z.string().nullable(),
  causation_id: z.string().nullable(),
  /** Absent in entries of earlier versions. */
  about: aboutSchema.optional(),
})
export type Failed = Readonly<z.output<typeof failureSchema>>

const changeSchema = z.object({
  change: z.enum(deadLetterChanges),
  actor: z.string().optional(),
  reason: z.string().optional(),
  at: z.string(),
})

/** A dead letter over all of its redrives: what failed by the number of the redrive (0: at first), and what was done by number and change. */
export const deadLetterSchema = z.object({
  failures: z.record(z.string(), failureSchema),
  changes: z.record(z.string(), changeSchema),
})
export type DeadLetter = Readonly<z.output<typeof deadLetterSchema>>

/** Entries of the history that are kept: the first failure, and the newest of the rest. */
const MOST_ENTRIES = 50

type Event = EventOf<typeof deadLettered> | EventOf<typeof deadLetterChanged>

/** The older of two tellings of one thing; of two of the same time always the same one. */
function first<T extends { readonly at: string }>(a: T | undefined, b: T): T {
  if (!a || a.at === b.at) return a && JSON.stringify(a) <= JSON.stringify(b) ? a : b
  return a.at < b.at ? a : b
}

const numberOf = (key: string): number => Number(key.split('/')[0])

/** The entries of the highest numbers, and that of the first failure: the same ones in whatever order they came. */
function newest<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  const sorted = Object.entries(entries).sort(([a], [b]) => numberOf(b) - numberOf(a) || (a < b ? -1 : 1))
  const kept = sorted.filter(([key], i) => i < MOST_ENTRIES || key === '0')
  return Object.fromEntries(kept.sort(([a], [b]) => numberOf(a) - numberOf(b) || (a < b ? -1 : 1)))
}

/** One event more: commutative and idempotent. */
export function evolveDeadLetter(before: DeadLetter = { failures: {}, changes: {} }, { type, payload, envelope }: Event): DeadLetter {
  if (type === 'dead.letter.changed') {
    const { change, redrive, actor, reason, at } = payload
    const key = `${redrive}/${change}`
    const told = { change, ...(actor === undefined ? {} : { actor }), ...(reason === undefined ? {} : { reason }), at: utc(at) }
    return { ...before, changes: newest({ ...before.changes, [key]: first(before.changes[key], told) }) }
  }
  const { error, headers, value, consumer, topic, partition, offset, key: recordKey, attempts, at } = payload
  const key = String(redriveOf(headers)?.redrive ?? 0)
  const failed: Failed = {
    ...{ consumer, topic, partition, offset, key: recordKey, attempts },
    ...{ code: error.code, message: error.message, kind: kindOf(error) },
    at: utc(at),
    request_id: envelope.requestId,
    traceparent: envelope.traceparent ?? headers.traceparent ?? null,
    event_id: headers.ce_id ?? null,
    causation_id: headers.ce_causationid ?? null,
    about: whatAbout(value),
  }
  return { ...before, failures: newest({ ...before.failures, [key]: first(before.failures[key], failed) }) }
}

const utc = (at: string): string => new Date(at).toISOString()

/** Dead letters of before there were four kinds say by their code that the record could not be read. */
const kindOf = ({ code, kind }: { code: string; kind: Failed['kind'] }): Failed['kind'] => (code === 'invalid_record' ? 'schema' : kind)

/** How often it was redriven. */
export const redrivesOf = ({ failures, changes }: DeadLetter): number =>
  Math.max(0, ...[...Object.keys(failures), ...Object.keys(changes)].map(numberOf))

/** What holds now: of the last redrive its outcome; else what was decided after it. */
export function stateOf(letter: DeadLetter): DeadLetterState {
  const last = redrivesOf(letter)
  const has = (change: string) => letter.changes[`${last}/${change}`] !== undefined
  if (has('resolved')) return 'resolved'
  if (has('discarded')) return 'discarded'
  return letter.failures[last] ? 'open' : has('redriven') ? 'redriven' : 'open'
}

/** The newest failure; undefined where only changes were folded so far. */
export const failureOf = ({ failures }: DeadLetter): Failed | undefined => failures[Math.max(-1, ...Object.keys(failures).map(numberOf))]
