import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../scripts/kafka/free-port.ts'

/** Folders in which distributions put the server's programs, newest version first. */
function binaries(): string {
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
  const found = roots
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((name) => join(root, name, 'bin')))
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .sort()
    .at(-1)
  if (!found) throw new Error('no PostgreSQL server is installed (looked for initdb); on Debian: apt-get install postgresql')
  return found
}

export interface OwnPostgres {
  readonly url: string
  /** Processes of the server whose statement has this text. */
  activity(text: string): Promise<number>
  /** Ends it as a failing machine does. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL of its own, with the programs of that folder and these settings, in a temporary folder, on a free loopback port; gone after `stop`. */
export async function startPostgres(bin = binaries(), given: readonly string[] = []): Promise<OwnPostgres> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
  const port = await freePort()
  // The server refuses to run as root: the distribution's own account is used then.
  const root = process.getuid?.() === 0
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const ids = root ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  if (ids) chownSync(dir, ids.uid, ids.gid)
  const data = join(dir, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'millrace', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    stdio: 'pipe',
    ...ids,
  })
  const url = `postgres://millrace@127.0.0.1:${port}/postgres`
  const settings = ['fsync=off', 'max_connections=200', ...given].flatMap((setting) => ['-c', setting])
  let server: ChildProcess
  const launch = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, ...settings], {
      stdio: 'ignore',
      ...ids,
    })
    await untilAnswers(url)
  }
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await launch()
  return {
    url,
    async activity(text) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const query = 'select count(*)::int as n from pg_stat_activity where query like $1 and pid <> pg_backend_pid()'
      const { rows } = await client.query(query, [`%${text}%`])
      await client.end()
      return Number(rows[0]?.n)
    },
    // An immediate shutdown: connections break, the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    restart: launch,
    async stop() {
      await end('SIGINT')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await delay(100)
    }
  }
}
