import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ApiError, messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import { connectionTurns } from './connection-turns.ts'
import { isTableMissing } from './table-missing.ts'

/** Longest wait for a new connection, and for a free one where none becomes free. */
const CONNECT_MS = 5_000
/** Longest wait for a free one where they do: what is refused begins anew, and makes the line longer. */
const LONGEST_MS = 15_000
/** A statement of a request or of an event takes milliseconds; a server that is silent for so long is away. */
const SILENCE_MS = 30_000
const RETRY_AFTER_S = '2'
/** A process that finds its tables gone ends, and its next start makes them again. */
const LOST_RETRY_AFTER_S = '5'

/** Words of the system for a server that cannot be reached, or a connection that broke. */
const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ECONNABORTED EADDRNOTAVAIL EMFILE ENOENT'.split(
    ' ',
  ),
)
/**
 * SQLSTATEs of a server that is away for now: connection exceptions, shutting down or starting up, too many connections, out of memory,
 * failing disk. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const STATES = /^(08...|57P0[1-5]|53300|53200|58030)$/
const DISK_FULL = '53100'
const READ_ONLY = '25006'
/** What the client says, without a code, of connections that it does not get or that end; a statement that it no longer waits for is one. */
const CLIENT = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/

/** PostgreSQL: invalid_catalog_name. */
const UNDEFINED_DATABASE = '3D000'

const unavailable = (message: string, cause: unknown, retryAfter = RETRY_AFTER_S): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': retryAfter }, cause })

/** A standby that takes no writes yet, or a server that somebody set so. */
export const readOnly = (name = PLATFORM.name, cause?: unknown): ApiError =>
  unavailable(`${name} is read-only: a standby, or default_transaction_read_only is set`, cause)

/** Whose database it is: its name in messages, the variable that names it, and what to do about tables that are gone. */
export interface Whose {
  readonly name: string
  readonly variable: string
  readonly lost: string
}

const PLATFORM: Whose = {
  name: 'the database',
  variable: 'DATABASE_URL',
  lost: 'the database lost its tables; they are made again in a moment',
}

/** An error of the database as the platform names it: one that says that the server is away is ApiError unavailable (or storage_full); others stay as they are. */
export function namedPostgres(error: unknown, { name, variable }: Whose = PLATFORM): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === DISK_FULL)
    return new ApiError('storage_full', `the disk of ${name} is full`, { headers: { 'retry-after': '30' }, cause: error })
  if (code === READ_ONLY) return readOnly(name, error)
  if (code === UNDEFINED_DATABASE) return unavailable(`the database that ${variable} names does not exist`, error, LOST_RETRY_AFTER_S)
  if (!NETWORK.has(code) && !STATES.test(code) && !CLIENT.test(error.message)) return error
  return unavailable(`${name} does not answer`, error)
}

/** Why there is no connection: whatever the server refuses one for (a changed password, no room for its own files), no statement is to blame. */
export function refusedPostgres(error: unknown, whose: Whose = PLATFORM): unknown {
  const named = namedPostgres(error, whose)
  if (named !== error || !(error instanceof pg.DatabaseError)) return named
  const operators = `It says: ${error.message} (${error.code}).`
  return new ApiError('unavailable', `${whose.name} refuses connections.`, {
    headers: { 'retry-after': RETRY_AFTER_S },
    cause: error,
    operators,
  })
}

/** A connection that somebody has: since when (performance.now()), how many statements it was asked, and the last one. */
interface Held {
  readonly since: number
  statements: number
  last: string
  lastAt: number
}

/** A statement as a log shows it: its text without values, which the client sends apart. */
const SHOWN_CHARS = 120

const shownOf = ({ since, statements, last, lastAt }: Held, now: number) => ({
  ms: Math.round(now - since),
  statements,
  last: last.slice(0, SHOWN_CHARS),
  last_ms: Math.round(now - lastAt),
})

/** A connection whose statement found the server away is not used again: whatever it was in the middle of ends with it. */
function named(
  client: pg.PoolClient,
  { afterStart, whose, held, leave }: { afterStart: boolean; whose: Whose; held: Set<Held>; leave: () => void },
): PostgresPoolClient {
  let broken = false
  const began = performance.now()
  const mine: Held = { since: began, statements: 0, last: '', lastAt: began }
  held.add(mine)
  const query = async (text: string, parameters: readonly unknown[]) => {
    Object.assign(mine, { statements: mine.statements + 1, last: text, lastAt: performance.now() })
    try {
      return await client.query(text, [...parameters])
    } catch (cause) {
      const error = namedPostgres(cause, whose)
      broken ||= error !== cause
      // Every table is there since the start: a statement that misses one found the database emptied, and is not to blame.
      if (afterStart && isTableMissing(error)) throw unavailable(whose.lost, error, LOST_RETRY_AFTER_S)
      throw error
    }
  }
  const release = () => {
    held.delete(mine)
    client.release(broken)
    leave()
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

/** Options of every connection: what hangs is noticed. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  application_name: 'millrace',
})

/** A pool whose errors are named, and whose connections may die at any time, checked out or not. `patient`: statements may take any time. */
export function postgresPool({
  url,
  log,
  max,
  patient = false,
  whose = PLATFORM,
}: {
  url: string
  log: Logger
  max: number
  patient?: boolean
  whose?: Whose
}): PostgresPool {
  const pool = new pg.Pool({ ...connectionOptions(url), max, ...(patient ? {} : { query_timeout: SILENCE_MS }) })
  pool.on('error', (error) => log.warn({ error: messageOf(error) }, 'an idle database connection failed'))
  // A connection that is checked out has no listener of the pool's; without one its end would be the process's.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ error: messageOf(error) }, 'a database connection failed')))
  const held = new Set<Held>()
  const turns = connectionTurns({
    ...{ most: max, stuckMs: CONNECT_MS, longestMs: LONGEST_MS },
    busy(waitedMs) {
      const now = performance.now()
      const message = `all ${max} connections of this process to ${whose.name} (DATABASE_POOL) were in use for ${Math.round(waitedMs / 1000)} s`
      log.warn({ waiting: turns.waiting(), held: [...held].map((one) => shownOf(one, now)) }, message)
      return unavailable(message, undefined)
    },
  })
  return {
    async connect() {
      const leave = await turns.enter()
      try {
        return named(await pool.connect(), { afterStart: !patient, whose, held, leave })
      } catch (error) {
        leave()
        throw refusedPostgres(error, whose)
      }
    },
    end: () => pool.end(),
  }
}
