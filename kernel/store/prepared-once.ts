import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Statements that are kept of one database. */
const MOST = 500

/**
 * Makes `prepare` of this database give the same statement for the same text, because preparing costs about as much as running a small
 * one. So a text is not asked again while its own `iterate` is under way.
 */
export function preparedOnce(db: DatabaseSync): DatabaseSync {
  const known = new Map<string, StatementSync>()
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    const statement = known.get(sql) ?? prepare(sql)
    known.delete(sql)
    known.set(sql, statement)
    if (known.size > MOST) known.delete(known.keys().next().value ?? '')
    return statement
  }
  return db
}
