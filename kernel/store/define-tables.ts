import { type CreateTableBuilder, sql } from 'kysely'
import type { Database, Migration } from './database.ts'

/** `serial`: numbered by the store. */
type SqlType = 'text' | 'integer' | 'bigint' | 'serial' | `varchar(${number})`
/** A `?` at the end: may be null. */
type Column = SqlType | `${SqlType}?`

interface Table {
  readonly columns: Readonly<Record<string, Column>>
  /** The first column when absent. */
  readonly primaryKey?: readonly string[]
  readonly unique?: string
  /** Columns by the name of the index. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
  /** What a crash may forget: PostgreSQL does not wait for the disk. */
  readonly forgettable?: true
}
type Tables = Readonly<Record<string, Table>>

/** A migration that makes tables, and what they look like. */
export interface TablesMigration<T extends Tables = Tables> extends Migration {
  readonly tables: T
}

type Plain<C extends Column> = C extends `varchar${string}` | `text${string}` ? string : number
type Value<C extends Column> = C extends `${string}?` ? Plain<C> | null : Plain<C>

/** The rows of the tables that a migration makes, for `Kysely`. */
export type TablesOf<M extends TablesMigration> = {
  [Name in keyof M['tables']]: {
    -readonly [C in keyof M['tables'][Name]['columns']]: Value<M['tables'][Name]['columns'][C]>
  }
}

/** Tables as data: one statement of their columns for the migration and for the types of their rows. */
export function defineTables<const T extends Tables>(name: string, tables: T): TablesMigration<T> {
  const up: Migration['up'] = async (db, kind) => {
    for (const [table, { columns, primaryKey, unique, indexes = {}, forgettable }] of Object.entries(tables)) {
      const key = primaryKey ?? Object.keys(columns).slice(0, 1)
      let made: CreateTableBuilder<string, string> = db.schema.createTable(table)
      for (const [column, type] of Object.entries<Column>(columns))
        made = made.addColumn(column, sqlTypeOf(type, kind), (c) => {
          if (key.length === 1 && key[0] === column)
            return type === 'serial' && kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey()
          const filled = type.endsWith('?') ? c : c.notNull()
          return unique === column ? filled.unique() : filled
        })
      if (key.length > 1) made = made.addPrimaryKeyConstraint(`${table}_pk`, [...key])
      await made.execute()
      for (const [index, of] of Object.entries(indexes)) {
        const making = db.schema.createIndex(index).on(table)
        await making.columns([...of]).execute()
      }
      if (forgettable && kind === 'postgres') await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
    }
  }
  return { name, tables, up }
}

function sqlTypeOf(type: Column, kind: Database['kind']) {
  if (type === 'serial' || type === 'serial?') return kind === 'postgres' ? 'bigserial' : 'integer'
  return type.replace('?', '') as Exclude<SqlType, 'serial'>
}
