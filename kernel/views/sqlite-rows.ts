import { CompiledQuery } from 'kysely'
import type { AnyTables } from '../store/database.ts'
import { boundRows, inPlaceOf, list, quoted, type Row } from './row-sql.ts'

/**
 * The rows of a table whose columns have one of these values. All values are one parameter, as JSON, so that the text of the statement is the
 * same however many there are: it is neither built nor prepared again.
 */
export async function rowsOf<T>(trx: AnyTables, table: string, columns: readonly string[], values: readonly Row[]): Promise<readonly T[]> {
  const wanted = list(columns, (name) => `value->>'${name}'`)
  const text = `SELECT * FROM ${quoted(table)} WHERE (${list(columns)}) IN (SELECT ${wanted} FROM json_each(?))`
  const { rows } = await trx.executeQuery<T>(CompiledQuery.raw(text, [JSON.stringify(values)]))
  return rows
}

/** Writes rows, each with the same columns, in the place of those of the same key. */
export async function putRows(trx: AnyTables, table: string, key: readonly string[], rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const text = `INSERT INTO ${quoted(table)} (${list(columns)}) SELECT ${list(columns, (name) => `value->>'${name}'`)} FROM json_each(?)
    WHERE true ${inPlaceOf(key, columns)}`
  await trx.executeQuery(CompiledQuery.raw(text, [boundRows(rows)]))
}
