import { z } from 'zod'
import type { Broker, OutgoingRecord } from '../../../kernel/broker/broker.ts'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import { readTopics } from '../../../kernel/broker/topics.ts'
import { changeOf, redriveHeaders } from '../../../kernel/consume/redrive.ts'
import { pause } from '../../../kernel/consume/retry.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { inBatches } from '../../../kernel/runtime/async-iterables.ts'
import { type Failed, failureOf, redrivesOf, stateOf } from './dead-letter-state.ts'
import type { deadRecordsView } from './dead-letter-views.ts'
import { MOST_AT_ONCE } from './filter.ts'
import { deadRecords, findDeadLetter } from './read-dead-letters.ts'

const DAY = 86_400_000
/** Records that are sent, and known to be sent, together. */
const AT_ONCE = 50

const inputSchema = z.object({
  /** Which redrive this is of each dead letter. */
  letters: z.array(z.object({ id: z.uuid(), redrive: z.int().positive() })).max(MOST_AT_ONCE),
  rate: z.number().positive().nullable(),
})
type Input = z.output<typeof inputSchema>
type Letter = Input['letters'][number]

const sentSchema = z.object({ sent: z.int(), gone: z.int(), left: z.int() })
type Sent = z.output<typeof sentSchema>
type Needs = Pick<Ports, 'broker' | 'database' | 'clock'>
type Kept = ReturnType<typeof deadRecordsView.read>

const send = defineStep<Input, 'broker' | 'database' | 'clock'>({
  name: 'send',
  needs: ['broker', 'database', 'clock'],
  retry: { attempts: 20, baseMs: 500, capMs: 60_000 },
  timeoutMs: 7 * DAY,
  onFail: 'end',
  async handle(ctx) {
    const { letters, rate } = ctx.input
    const size = rate === null ? AT_ONCE : Math.max(1, Math.min(AT_ONCE, Math.floor(rate)))
    const sum: Sent = { sent: 0, gone: 0, left: 0 }
    let done = 0
    for await (const part of inBatches(letters, size)) {
      const began = performance.now()
      let isFresh = false
      const { sent, gone, left } = await ctx.once(`sent/${done}`, sentSchema, () => {
        isFresh = true
        return sendSome(ctx, part)
      })
      Object.assign(sum, { sent: sum.sent + sent, gone: sum.gone + gone, left: sum.left + left })
      done += part.length
      ctx.progress(done, letters.length, 'records')
      const waitMs = rate === null || !isFresh || done === letters.length ? 0 : (part.length / rate) * 1000 - (performance.now() - began)
      if (waitMs > 0) await pause(waitMs, ctx.signal)
    }
    return sum
  },
})

/** Sends records to the consumers that gave them up, on the topics that they stood on. */
export const redriveRun = defineRun({
  kind: 'redrive',
  words: { kind: 'Dead letters sent again', steps: { send: 'Send the records' } },
  input: inputSchema,
  result: sentSchema,
  steps: [send],
  runs: 'edge',
  deadlineMs: 8 * DAY,
  keepMs: 90 * DAY,
  title: ({ letters }) => `${letters.length} dead ${letters.length === 1 ? 'letter' : 'letters'}`,
})

async function sendSome(
  ctx: Pick<StepContext<Input>, 'log' | 'run'> & { readonly ports: Needs },
  letters: readonly Letter[],
): Promise<Sent> {
  const { broker, database, clock } = ctx.ports
  const topics = new Set(readTopics().map(({ name }) => name))
  const records = await deadRecords(
    database,
    letters.map(({ id }) => id),
  )
  const out: OutgoingRecord[] = []
  const sum = { sent: 0, gone: 0, left: 0 }
  for (const letter of letters) {
    const failed = await stillWanted(ctx.ports, letter)
    const kept = records.get(letter.id)
    if (!failed || !kept) {
      sum.left++
      continue
    }
    const record = topics.has(failed.topic) ? await recordOfLetter(broker, letter, failed, kept) : undefined
    if (record) sum.sent++
    else sum.gone++
    out.push(record ?? goneRecord(letter, clock.now()))
  }
  if (out.length > 0) await broker.publish(out)
  return sum
}

/** Undefined where it was discarded, or redriven again, while it waited for its turn. */
async function stillWanted({ database }: Needs, { id, redrive }: Letter): Promise<Failed | undefined> {
  const found = await findDeadLetter(database, id)
  if (!found || redrivesOf(found.letter) > redrive) return undefined
  const state = stateOf(found.letter)
  if (state === 'resolved' || (redrivesOf(found.letter) === redrive && state !== 'redriven')) return undefined
  return failureOf(found.letter)
}

/** The record as it was, with the way back to its consumer; undefined where the log no longer has what the dead letter left out. */
async function recordOfLetter(broker: Broker, { id, redrive }: Letter, failed: Failed, kept: Kept): Promise<OutgoingRecord | undefined> {
  const { topic, partition, offset, consumer } = failed
  const isWhole = !kept.cut?.some((part) => part !== 'message') && kept.encoding !== 'by-offset'
  const whole = isWhole
    ? { key: failed.key, headers: kept.headers, value: Buffer.from(kept.value, kept.encoding === 'base64' ? 'base64' : 'utf8') }
    : await readAt(broker, topic, partition, BigInt(offset))
  return whole && { topic, key: whole.key, value: whole.value, headers: redriveHeaders(whole.headers, { id, consumer, redrive }) }
}

async function readAt(broker: Broker, topic: string, partition: number, offset: bigint) {
  for await (const record of broker.read({ topic, partition, from: { offset }, to: offset + 1n }))
    return record.offset === offset ? record : undefined
  return undefined
}

/** A redrive that cannot be: its end is told as a discard that says why. */
function goneRecord({ id, redrive }: Letter, now: number): OutgoingRecord {
  const draft = changeOf({
    ...{ id, change: 'discarded', redrive },
    ...{ actor: 'millrace', reason: 'the log no longer holds the record' },
    at: new Date(now).toISOString(),
  })
  return encodeRecord(draft, { id: draft.id, source: '/millrace/log', requestId: 'redrive', time: now })
}
