import { CompiledQuery } from 'kysely'
import type { AnyTables } from '../store/database.ts'
import { boundRows, inPlaceOf, list, quoted, type Row } from './row-sql.ts'

/** Rows of a table, each with the same columns. */
export interface TableRows {
  readonly table: string
  readonly key: readonly string[]
  readonly rows: readonly Row[]
}

/** Keys of rows that are wanted of a table. */
export interface TableKeys {
  readonly table: string
  readonly keys: readonly string[]
}

interface Found {
  readonly n: number
  readonly key: string
  readonly body: string
}

/**
 * Bodies of rows by key, for each table, made empty where they are missing and locked in the order of tables and keys: other processes fold,
 * too. One statement, because each costs the way to the server and back. What meets a row, also one that another process makes while this
 * runs, locks it and leaves it as it is (`WHERE false`): who locks such a row later waits for who waits for it.
 */
export async function lockedBodies(trx: AnyTables, wanted: readonly TableKeys[]): Promise<readonly ReadonlyMap<string, string>[]> {
  const made = wanted.flatMap(({ table }, n) => [
    `made${n} AS (INSERT INTO ${quoted(table)} (key, body) SELECT key, '' FROM unnest($${n + 1}::text[]) AS key
      ON CONFLICT (key) DO UPDATE SET body = excluded.body WHERE false RETURNING key)`,
    `there${n} AS (SELECT key, body FROM ${quoted(table)} WHERE key = ANY($${n + 1}::text[]) FOR NO KEY UPDATE)`,
  ])
  const all = wanted.map((_, n) => `SELECT ${n} AS n, key, '' AS body FROM made${n} UNION ALL SELECT ${n}, key, body FROM there${n}`)
  const text = `WITH ${made.join(', ')} ${all.join(' UNION ALL ')}`
  const { rows } = await trx.executeQuery<Found>(
    CompiledQuery.raw(
      text,
      wanted.map(({ keys }) => keys),
    ),
  )
  const found = wanted.map((_, n) => new Map(rows.filter((row) => row.n === n).map(({ key, body }) => [key, body])))
  for (const [n, { table, keys }] of wanted.entries()) {
    // Another process made them while this statement ran, which saw the table as it was before; they are locked by now.
    const unseen = keys.filter((key) => !found[n]?.has(key))
    if (unseen.length === 0) continue
    const rest = await trx.selectFrom(table).select(['key', 'body']).where('key', 'in', unseen).execute()
    for (const { key, body } of rest) found[n]?.set(String(key), String(body))
  }
  return found
}

/** Writes rows of several tables in the place of those of the same key, in one statement. The values of a table are one parameter, as JSON. */
export async function putTables(trx: AnyTables, tables: readonly TableRows[]): Promise<void> {
  const writes = tables.map(({ table, key, rows }, n) => {
    const columns = Object.keys(rows[0] ?? {})
    return `put${n} AS (INSERT INTO ${quoted(table)} (${list(columns)})
      SELECT ${list(columns)} FROM json_populate_recordset(null::${quoted(table)}, $${n + 1}::json)
      ${inPlaceOf(key, columns)})`
  })
  const values = tables.map(({ rows }) => boundRows(rows))
  await trx.executeQuery(CompiledQuery.raw(`WITH ${writes.join(', ')} SELECT 1`, values))
}
