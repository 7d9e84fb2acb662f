import { z } from 'zod'
import type { EventDraft } from '../../schemas/event.ts'
import { type EventOrigin, recordOf } from '../broker/record-of.ts'
import { addToOutbox, announceOutbox } from '../outbox/outbox.ts'
import type { Clock } from '../runtime/clock.ts'
import { nameId } from '../runtime/ids.ts'
import type { AnyTables, Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** Channel on which new timers are announced. */
export const TIMERS = 'timers'
const BATCH = 100
const headersSchema = z.record(z.string(), z.string())

export const timersMigration = defineTables('002-timers', {
  timers: {
    columns: {
      key: 'varchar(200)',
      due_at: 'bigint',
      id: 'varchar(100)',
      topic: 'varchar(200)',
      record_key: 'text',
      value: 'text',
      headers: 'text',
    },
    indexes: { timers_due: ['due_at'] },
  },
})
export type TimerTables = TablesOf<typeof timersMigration>

export interface Timer {
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly draft: EventDraft
  readonly origin: EventOrigin
}

/**
 * Has an event published at `at` (ms since the epoch) or, where no process lives then, once one does. One timer a key: setting it
 * again moves it. Inside of the transaction that decides on it; announce TIMERS (`announceTimers`) after the commit.
 */
export const setTimer = (trx: AnyTables, key: string, at: number, draft: EventDraft, origin: EventOrigin): Promise<void> =>
  setTimers(trx, [{ key, at, draft, origin }])

/** As `setTimer`, of many keys, each named once. */
export async function setTimers(trx: AnyTables, timers: readonly Timer[]): Promise<void> {
  if (timers.length === 0) return
  const moved = ['due_at', 'id', 'topic', 'record_key', 'value', 'headers'] as const
  await trx
    .insertInto('timers')
    .values(timers.map(rowOf))
    .onConflict((c) => c.column('key').doUpdateSet((e) => Object.fromEntries(moved.map((name) => [name, e.ref(`excluded.${name}`)]))))
    .execute()
}

function rowOf({ key, at, draft, origin }: Timer): TimerTables['timers'] {
  const record = recordOf({ ...draft, id: draft.id ?? nameId('timer', key, at) }, origin)
  return {
    ...{ key, due_at: at, id: record.headers.ce_id ?? '', topic: record.topic, record_key: record.key },
    value: Buffer.from(record.value).toString('utf8'),
    headers: JSON.stringify(record.headers),
  }
}

/** No error when there is none, or when it has fired. */
export async function cancelTimer(trx: AnyTables, key: string): Promise<void> {
  await trx.deleteFrom('timers').where('key', '=', key).execute()
}

/** A process that is not woken looks by itself soon. */
export const announceTimers = (database: Database): Promise<void> => database.announce(TIMERS).catch(() => undefined)

/**
 * Moves what is due into the outbox, in one transaction: a timer fires once, whichever of several processes is first. Gives the time of
 * the next one (ms since the epoch), 0 when more is due already, undefined when there is none.
 */
export async function fireTimers(database: Database, clock: Clock): Promise<number | undefined> {
  const now = clock.now()
  // Every timer that is set wakes whoever fires them: hardly any is due then, and a look is no transaction.
  const soonest = await soonestTimer(database)
  if (soonest === undefined || soonest > now) return soonest
  const fired = await database.transaction<TimerTables, number>(async (trx) => {
    let query = trx.selectFrom('timers').selectAll().where('due_at', '<=', now).orderBy('due_at').orderBy('key').limit(BATCH)
    if (database.kind === 'postgres') query = query.forUpdate().skipLocked()
    const due = await query.execute()
    if (due.length === 0) return 0
    const records = due.map((timer) => ({
      topic: timer.topic,
      key: timer.record_key,
      value: Buffer.from(timer.value),
      headers: { ...headersSchema.parse(JSON.parse(timer.headers)), ce_time: new Date(now).toISOString() },
    }))
    await addToOutbox(trx, records)
    await trx
      .deleteFrom('timers')
      .where(
        'key',
        'in',
        due.map(({ key }) => key),
      )
      .execute()
    return due.length
  })
  if (fired > 0) await announceOutbox(database)
  return fired === BATCH ? 0 : soonestTimer(database)
}

async function soonestTimer(database: Database): Promise<number | undefined> {
  const found = database
    .tables<TimerTables>()
    .selectFrom('timers')
    .select((e) => e.fn.min<number | null>('due_at').as('due_at'))
  const row = await found.executeTakeFirst()
  return row?.due_at == null ? undefined : Number(row.due_at)
}
