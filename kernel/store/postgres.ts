import { EventEmitter, once } from 'node:events'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { gather } from '../runtime/concurrency/gather.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database, TransactionOptions } from './database.ts'
import { runMigrations } from './migrate.ts'
import { connectionOptions, postgresPool, readOnly } from './postgres-pool.ts'

const CHANNEL = 'millrace'
/** Any constant: processes that migrate at the same time wait for each other on it. */
const MIGRATION_LOCK = 7_266_421

/**
 * Connects to PostgreSQL; changes travel between processes by LISTEN/NOTIFY. `pool`: connections for queries at most; one more listens, and one
 * is for transactions that wait for something else. Whatever finds all of them taken waits: 5 s where none becomes free, 15 s in a line. A server that is away is ApiError unavailable (503, Retry-After).
 */
export async function connectPostgres({ url, log, pool: max = 5 }: { url: string; log: Logger; pool?: number }): Promise<Database> {
  // 64-bit integers that we store fit a double; counts come back as numbers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  // biome-ignore lint/suspicious/noExplicitAny: callers name their tables
  const pooled = (max: number) => new Kysely<any>({ dialect: new PostgresDialect({ pool: postgresPool({ url, log, max }) }) })
  const kysely = pooled(max)
  const apart = pooled(1)
  const changes = new EventEmitter().setMaxListeners(0)
  const echoes = ownEchoes()
  // Many at once have one connection.
  const notify = gather(async (notes: readonly string[]) => {
    const distinct = [...new Set(notes)]
    echoes.expect(distinct)
    try {
      await sql`select pg_notify(${CHANNEL}, note) from unnest(${distinct}::text[]) as note`.execute(kysely)
    } catch (error) {
      // Another one's must not be taken for it; heard twice does no harm.
      for (const note of distinct) echoes.isOwn(note)
      throw error
    }
    return notes
  })
  const listener = listen(url, log, changes, echoes)
  return {
    kind: 'postgres',
    // PostgreSQL shows nobody what is not on its disk.
    flushed: async () => undefined,
    tables: () => kysely,
    transaction: <Tables, Result>(
      work: (trx: Kysely<Tables>) => Promise<Result>,
      { single = false, waits = false }: TransactionOptions = {},
    ) => {
      const tables = (waits ? apart : kysely) as unknown as Kysely<Tables>
      return single ? work(tables) : tables.transaction().execute(work)
    },
    async changed(channel, timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      await once(changes, channel, { signal }).catch((error) => {
        if (!signal.aborted) throw error
      })
    },
    async announce(channel, keys) {
      // Whoever waits in this process needs no way to the server and back.
      changes.emit(channel, keys)
      await notify(notificationOf(channel, keys))
    },
    onAnnounced(channel, listener) {
      changes.on(channel, listener)
      return () => changes.off(channel, listener)
    },
    async migrate(migrations) {
      // On a connection of its own: what others migrate is waited for, and a large table takes its time.
      const patient = new Kysely({ dialect: new PostgresDialect({ pool: postgresPool({ url, log, max: 1, patient: true }) }) })
      try {
        return await patient.connection().execute(async (connection) => {
          await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_lock(${MIGRATION_LOCK})`))
          return await runMigrations(connection, 'postgres', migrations)
        })
      } finally {
        // The lock ends with the connection.
        await patient.destroy()
      }
    },
    async ping() {
      const { rows } = await sql<{ set: string }>`select current_setting('transaction_read_only') as set`.execute(kysely)
      if (rows[0]?.set === 'on') throw readOnly()
    },
    async close() {
      await listener.close()
      await Promise.all([kysely.destroy(), apart.destroy()])
    },
  }
}

/** PostgreSQL takes less than 8,000 bytes. */
const MAX_NOTIFICATION_BYTES = 7_900

/** Without keys where they are too many: then anything may have changed. */
function notificationOf(channel: string, keys?: readonly string[]): string {
  const named = JSON.stringify(keys ? [channel, keys] : [channel])
  return Buffer.byteLength(named) <= MAX_NOTIFICATION_BYTES ? named : JSON.stringify([channel])
}

interface Echoes {
  expect(notes: readonly string[]): void
  /** Whether this note is an expected one, which it is once. */
  isOwn(note: string): boolean
  forget(): void
}

/** Notes of this process that are to come back to it, where its listeners have heard them. The server gives each as often as it was sent. */
function ownEchoes(): Echoes {
  const expected = new Map<string, number>()
  return {
    expect(notes) {
      for (const note of notes) expected.set(note, (expected.get(note) ?? 0) + 1)
    },
    isOwn(note) {
      const count = expected.get(note)
      if (count === undefined) return false
      if (count > 1) expected.set(note, count - 1)
      else expected.delete(note)
      return true
    },
    forget: () => expected.clear(),
  }
}

const notificationSchema = z.tuple([z.string(), z.array(z.string()).optional()])

/** One connection that only listens, and comes back after an outage. */
function listen(url: string, log: Logger, changes: EventEmitter, echoes: Echoes): { close(): Promise<void> } {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async () => {
    client = new pg.Client(connectionOptions(url))
    client.on('notification', ({ payload = '' }) => {
      if (echoes.isOwn(payload)) return
      const [channel, keys] = notificationSchema.parse(JSON.parse(payload))
      changes.emit(channel, keys)
    })
    client.on('error', again)
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}`)
    // Of what was announced while nobody listened no note comes, and it may have been anything.
    echoes.forget()
    // Whoever waits once listens for errors, too, and there is none.
    for (const channel of changes.eventNames()) if (channel !== 'error') changes.emit(channel, undefined)
  }
  const again = (error: unknown) => {
    if (closed) return
    client?.end().catch((failed) => log.debug({ error: messageOf(failed) }, 'closing a lost listening connection'))
    log.warn({ error: messageOf(error) }, 'the listening database connection was lost')
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(again), 500)
  }
  connect().catch(again)
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch((error) => log.debug({ error: messageOf(error) }, 'closing the listening connection'))
    },
  }
}
