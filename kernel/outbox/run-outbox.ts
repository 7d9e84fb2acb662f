import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Broker, OutgoingRecord } from '../broker/broker.ts'
import { whileRunning } from '../runtime/concurrency/while-running.ts'
import { ApiError, inFull } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { OUTBOX, type OutboxTables } from './outbox.ts'

const BATCH = 250
/** Any constant: of several processes one publishes at a time, so that records leave in their order. */
const PUBLISHING = 7_266_422
/** A notification may be lost with its connection; then a row waits this long. On SQLite none is lost. */
const LOOK_AGAIN_MS = 10_000
/** Another process publishes, and may die of it. */
const ASK_AGAIN_MS = 1_000
const RETRY_MS = { least: 200, most: 3_000 }
/** After a batch the next one rests as long as that one took, at most this: what comes meanwhile shares its flush of the disk. */
const MOST_REST_MS = 20

export interface RunningOutbox {
  /** Resolves when nothing is being published any more; what is left is published by whoever lives next. */
  stop(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly broker: Broker
  readonly log: Logger
  /** Tests end the process here: the log has the records, the outbox still, too. */
  readonly onPublished?: () => Promise<void> | void
  readonly mostRestMs?: number
}

const headersSchema = z.record(z.string(), z.string())
type Row = OutboxTables['outbox']

const toRecord = ({ topic, key, value, headers }: Row): OutgoingRecord => ({
  topic,
  key,
  value: Buffer.from(value),
  headers: headersSchema.parse(JSON.parse(headers)),
})

/** Publishes what transactions left in the outbox: woken at once, in the order of their commits per key, until the log has it. */
export function runOutbox(options: Options): RunningOutbox {
  const { database, log, mostRestMs = MOST_REST_MS } = options
  let failures = 0
  let restUntil = 0
  return whileRunning(
    (ring) => database.onAnnounced(OUTBOX, ring),
    async (bell) => {
      try {
        const rest = restUntil - performance.now()
        if (rest > 0) await bell.pause(rest)
        const began = performance.now()
        const left = await publishSome(options)
        const ended = performance.now()
        restUntil = left === 'none' ? ended + Math.min(mostRestMs, ended - began) : 0
        failures = 0
        if (left === 'none') await bell.next(database.kind === 'sqlite' ? Number.POSITIVE_INFINITY : LOOK_AGAIN_MS)
        if (left === 'elsewhere') await bell.next(ASK_AGAIN_MS)
      } catch (error) {
        const wait = Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** failures++)
        log.warn({ error: inFull(error), failures }, 'the outbox was not published, trying again')
        await bell.pause(wait)
      }
    },
  )
}

/** What is left after a batch; `elsewhere`: another process is at it, and hears of every row that this one hears of. */
function publishSome(options: Options): Promise<'some' | 'none' | 'elsewhere'> {
  const { database } = options
  const forget = (db: Kysely<OutboxTables>, gone: number[]) => db.deleteFrom('outbox').where('seq', 'in', gone).execute()
  // The embedded store has one process and one connection, which must not wait for the log.
  // What a power failure brings back is published once more, with its id.
  if (database.kind === 'sqlite')
    return publishBatch(options, database.tables(), (_db, gone) => database.transaction((trx) => forget(trx, gone), { derived: true }))
  return database.transaction<OutboxTables, 'some' | 'none' | 'elsewhere'>(
    async (trx) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(PUBLISHING)}) as mine`.execute(trx)
      return rows[0]?.mine ? publishBatch(options, trx, forget) : 'elsewhere'
    },
    // For the log, which may be away.
    { waits: true },
  )
}

async function publishBatch(
  { broker, database, log, onPublished }: Options,
  db: Kysely<OutboxTables>,
  forget: (db: Kysely<OutboxTables>, gone: number[]) => Promise<unknown>,
): Promise<'some' | 'none'> {
  const rows = await db.selectFrom('outbox').selectAll().where('refused', 'is', null).orderBy('seq').limit(BATCH).execute()
  if (rows.length === 0) return 'none'
  // The log must not tell of what a power failure would undo.
  await database.flushed()
  const refused = await publishRows(broker, rows)
  await onPublished?.()
  for (const [row, reason] of refused) {
    log.error({ topic: row.topic, key: row.key, id: row.id, error: reason }, 'the log refuses a record of the outbox; it stays there')
    await db.updateTable('outbox').set({ refused: reason }).where('seq', '=', row.seq).execute()
  }
  const gone = rows.filter((row) => !refused.has(row)).map((row) => row.seq)
  if (gone.length > 0) await forget(db, gone)
  return rows.length < BATCH ? 'none' : 'some'
}

/** Rows that the log will never take, with the reason; the others are on it. Rejects while the log does not answer. */
async function publishRows(broker: Broker, rows: readonly Row[]): Promise<Map<Row, string>> {
  const refused = new Map<Row, string>()
  try {
    await broker.publish(rows.map(toRecord))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const [row, another] = rows
    if (row && !another) refused.set(row, error.message)
    else for (const one of rows) for (const [bad, reason] of await publishRows(broker, [one])) refused.set(bad, reason)
  }
  return refused
}
