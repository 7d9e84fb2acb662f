import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { ApiError, messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'

/** Longest wait for a connection: a free one of the pool, or a new one. */
const CONNECT_MS = 5_000
/** A statement of a request or of an event takes milliseconds; a server that is silent for so long is away. */
const SILENCE_MS = 30_000
const RETRY_AFTER_S = '2'

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

/** An error of the database as the platform names it: one that says that the server is away is ApiError unavailable (or storage_full); others stay as they are. */
export function namedPostgres(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === DISK_FULL)
    return new ApiError('storage_full', 'the disk of the database is full', { headers: { 'retry-after': '30' }, cause: error })
  if (!NETWORK.has(code) && !STATES.test(code) && !CLIENT.test(error.message)) return error
  return new ApiError('unavailable', 'the database does not answer', { headers: { 'retry-after': RETRY_AFTER_S }, cause: error })
}

/** A connection whose statement found the server away is not used again: whatever it was in the middle of ends with it. */
function named(client: pg.PoolClient): PostgresPoolClient {
  let broken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(text, [...parameters])
    } catch (cause) {
      const error = namedPostgres(cause)
      broken ||= error !== cause
      throw error
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(broken) }
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
}: {
  url: string
  log: Logger
  max: number
  patient?: boolean
}): PostgresPool {
  const pool = new pg.Pool({ ...connectionOptions(url), max, ...(patient ? {} : { query_timeout: SILENCE_MS }) })
  pool.on('error', (error) => log.warn({ error: messageOf(error) }, 'an idle database connection failed'))
  // A connection that is checked out has no listener of the pool's; without one its end would be the process's.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ error: messageOf(error) }, 'a database connection failed')))
  return {
    async connect() {
      try {
        return named(await pool.connect())
      } catch (error) {
        throw namedPostgres(error)
      }
    },
    end: () => pool.end(),
  }
}
