import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Database } from '../../kernel/store/database.ts'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { ownDatabase } from './own-database.ts'

/** A fresh store that several connections of one test can open, as several processes would. */
export interface TestDatabase {
  /** `pool`: connections of PostgreSQL. */
  open(options?: { pool?: number }): Promise<Database>
  /** Closes every connection. */
  dispose(): Promise<void>
}

/** The kinds of store on which a test of them runs: SQLite, and PostgreSQL where one is there. */
export const databaseKinds: readonly { kind: string; create(): Promise<TestDatabase> }[] = [
  { kind: 'SQLite', create: sqlite },
  ...(inject('databaseUrl') ? [{ kind: 'PostgreSQL', create: postgres }] : []),
]
if (!inject('databaseUrl')) console.log(`skipped: the same on PostgreSQL (${inject('skipped')})`)

function connections(connect: (options?: { pool?: number }) => Promise<Database>, clean: () => Promise<void>): TestDatabase {
  const opened: Database[] = []
  return {
    async open(options) {
      const database = await connect(options)
      opened.push(database)
      return database
    },
    async dispose() {
      await Promise.all(opened.map((d) => d.close()))
      await clean()
    },
  }
}

async function sqlite(): Promise<TestDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-database-'))
  return connections(
    () => openSqliteDatabase({ dir }),
    () => rm(dir, { recursive: true, force: true }),
  )
}

async function postgres(): Promise<TestDatabase> {
  const url = await ownDatabase(inject('databaseUrl') ?? '')
  return connections(
    (options) => connectPostgres({ url, log: pino({ level: 'silent' }), ...options }),
    async () => undefined,
  )
}
