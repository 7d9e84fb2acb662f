import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** One after the other, in the order in which they asked. */
export interface Turn {
  /** Gives the function that ends it; at once where nobody has it. */
  take(): (() => void) | Promise<() => void>
}

export function oneAtATime(): Turn {
  const waiting: ((leave: () => void) => void)[] = []
  let taken = false
  const leave = () => {
    const next = waiting.shift()
    if (next) next(leave)
    else taken = false
  }
  return {
    take() {
      if (taken) return new Promise((resolve) => waiting.push(resolve))
      taken = true
      return leave
    },
  }
}

/** How a commit is flushed: FULL by itself, NORMAL by whoever flushes behind it. Nothing is done where it is so already. */
export function flushing(file: DatabaseSync): (mode: 'FULL' | 'NORMAL') => void {
  let present: string | undefined
  return (mode) => {
    if (mode === present) return
    file.exec(`PRAGMA synchronous = ${mode}`)
    present = mode
  }
}

function ask(db: SqliteDatabase, { sql, parameters }: CompiledQuery) {
  const statement = db.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as never[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

async function* stream(db: SqliteDatabase, { sql, parameters }: CompiledQuery) {
  for (const row of db.prepare(sql).iterate(parameters)) yield { rows: [row as never] }
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

const dialect = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

const transactions = (): Pick<Driver, 'beginTransaction' | 'commitTransaction' | 'rollbackTransaction'> => ({
  beginTransaction: async (connection) => void (await connection.executeQuery(BEGIN)),
  commitTransaction: async (connection) => void (await connection.executeQuery(COMMIT)),
  rollbackTransaction: async (connection) => void (await connection.executeQuery(ROLLBACK)),
})

/** For whoever has the turn to write: nothing here waits. */
export function writing(writer: SqliteDatabase): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async (query) => ask(writer, query),
    streamQuery: (query) => stream(writer, query),
  }
  return dialect(() => ({
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
    ...transactions(),
  }))
}

/**
 * For everyone: what only reads waits for nobody, because SQLite shows a second connection what was committed while the first one writes.
 * What writes, or reads row by row over many turns, takes its turn.
 */
export function readingBeside(writer: SqliteDatabase, reader: SqliteDatabase, turn: Turn, flush: ReturnType<typeof flushing>): Dialect {
  /** Of a connection from its first statement that needs it until it is given back. */
  const held = new WeakMap<DatabaseConnection, () => void>()
  const hold = async (connection: DatabaseConnection) => {
    if (held.has(connection)) return
    held.set(connection, await turn.take())
    flush('FULL')
  }
  const connect = (): DatabaseConnection => ({
    async executeQuery(query) {
      if (!held.has(this) && SelectQueryNode.is(query.query)) return ask(reader, query)
      await hold(this)
      return ask(writer, query)
    },
    async *streamQuery(query) {
      await hold(this)
      yield* stream(writer, query)
    },
  })
  return dialect(() => ({
    init: async () => undefined,
    acquireConnection: async () => connect(),
    async releaseConnection(connection) {
      held.get(connection)?.()
      held.delete(connection)
    },
    async destroy() {
      reader.close()
      writer.close()
    },
    ...transactions(),
  }))
}
