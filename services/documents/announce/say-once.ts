import type { OutgoingRecord } from '../../../kernel/broker/broker.ts'
import type { EventEnvelope } from '../../../kernel/broker/codec.ts'
import { checkRecordSizes } from '../../../kernel/broker/record-limit.ts'
import { recordOf } from '../../../kernel/broker/record-of.ts'
import { claimsOf } from '../../../kernel/claims/claims.ts'
import { addToOutbox, announceOutbox } from '../../../kernel/outbox/outbox.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { gather } from '../../../kernel/runtime/concurrency/gather.ts'
import type { AnyTables, Database } from '../../../kernel/store/database.ts'
import type { EventDraft } from '../../../schemas/event.ts'

const SCOPE = 'said'
/** Nobody waits for what is said: of many documents that end in one moment it goes together. */
const REST_MS = 20

/** What is to be said in public. It was said before where its first mark is there; whatever else would be the same again has the others. */
export interface Saying {
  readonly draft: EventDraft
  readonly marks: readonly string[]
}

type Asked = Pick<Ports, 'database' | 'clock'>
interface Encoded {
  readonly record: OutgoingRecord
  readonly marks: readonly string[]
}

const askings = new WeakMap<Database, (sayings: readonly Encoded[]) => Promise<unknown>>()

/** Says what was not said before, once and for ever: the marks and the events hold together, so that a redelivery finds the one with the other. */
export async function sayOnce({ database, clock }: Asked, source: string, cause: EventEnvelope, sayings: readonly Saying[]): Promise<void> {
  const now = clock.now()
  const encoded = sayings.map(({ draft, marks }) => ({ record: recordOf(draft, { source, cause, now }), marks }))
  // One that no log takes fails those alone who say it.
  checkRecordSizes(encoded.map(({ record }) => record))
  const say =
    askings.get(database) ?? gather((asked: readonly (readonly Encoded[])[]) => sayAll({ database, clock }, asked), { restMs: REST_MS })
  askings.set(database, say)
  await say(encoded)
}

async function sayAll({ database, clock }: Asked, asked: readonly (readonly Encoded[])[]): Promise<undefined[]> {
  const all = asked.flat()
  const said = await database.transaction(async (trx: AnyTables) => {
    const marks = claimsOf({ database, tables: trx, clock, scope: SCOPE, leaseMs: 0 })
    const fresh = new Set(await marks.mark(all.flatMap((saying) => saying.marks)))
    const records = all.flatMap((saying) => {
      const isFresh = fresh.has(saying.marks[0] ?? '')
      // For those behind it in the same transaction as for those of later ones.
      for (const mark of saying.marks) fresh.delete(mark)
      return isFresh ? [saying.record] : []
    })
    await addToOutbox(trx, records)
    return records.length
  })
  if (said > 0) void announceOutbox(database)
  return asked.map(() => undefined)
}
