import { type RawBuilder, sql } from 'kysely'
import type { Migration } from '../store/database.ts'

/** Makes claims of the rows of a table that an earlier version had for them, and takes it away. `rows`: a select of a claim's columns. */
export const claimsOfFormer = (name: string, table: string, rows: RawBuilder<unknown>): Migration => ({
  name,
  async up(db) {
    if (!(await db.introspection.getTables()).some((there) => there.name === table)) return
    await sql`insert into claims (scope, key, holder, value, kept, until, taken) ${rows}`.execute(db)
    await db.schema.dropTable(table).execute()
  },
})
