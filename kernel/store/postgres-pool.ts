import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ApiError, messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import { isTableMissing } from './table-missing.ts'

/** Longest wait for a connection: a free one of the pool, or a new one. */
const CONNECT_MS = 5_000
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
 * failing disk, a standby that does not write yet. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const STATES = /^(08...|57P0[1-5]|53300|53200|58030|25006)$/
const DISK_FULL = '53100'
/** What the client says, without a code, of connections that it does not get or that end; a statement that it no longer waits for is one. */
const CLIENT = /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed)|Query read timeout)/

/** The pool's words for a wait that was too long. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'
/** PostgreSQL: invalid_catalog_name. */
const UNDEFINED_DATABASE = '3D000'

const unavailable = (message: string, cause: unknown, retryAfter = RETRY_AFTER_S): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': retryAfter }, cause })

/** Whose database it is: its name in messages, and what to do about tables that are gone. */
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
  if (code === UNDEFINED_DATABASE) return unavailable(`the database that ${variable} names does not exist`, error, LOST_RETRY_AFTER_S)
  if (!NETWORK.has(code) && !STATES.test(code) && !CLIENT.test(error.message)) return error
  return unavailable(`${name} does not answer`, error)
}

/** A connection whose statement found the server away is not used again: whatever it was in the middle of ends with it. */
function named(client: pg.PoolClient, afterStart: boolean, whose: Whose, onRelease: () => void): PostgresPoolClient {
  let broken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
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
    onRelease()
    client.release(broken)
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
  let held = 0
  return {
    async connect() {
      try {
        const client = await pool.connect()
        held++
        return named(client, !patient, whose, () => held--)
      } catch (error) {
        // The pool has one message for a server that is silent and for connections that this process itself holds.
        if (messageOf(error) === NO_CONNECTION && held >= max)
          throw unavailable(`all ${max} database connections of this process (DATABASE_POOL) were in use for ${CONNECT_MS / 1000} s`, error)
        throw namedPostgres(error, whose)
      }
    },
    end: () => pool.end(),
  }
}
