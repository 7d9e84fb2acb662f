import type { AnyTables, Database, Migration } from './database.ts'

/** Runs every migration that has not run yet, in order of name, each in its own transaction. */
export async function runMigrations(db: AnyTables, kind: Database['kind'], migrations: readonly Migration[]): Promise<void> {
  const ordered = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'varchar(200)', (c) => c.primaryKey())
    .execute()
  const done = new Set((await db.selectFrom('migrations').select('name').execute()).map((r) => String(r.name)))
  for (const { name, up } of ordered) {
    if (done.has(name)) continue
    await db.transaction().execute(async (trx) => {
      await up(trx, kind)
      await trx.insertInto('migrations').values({ name }).execute()
    })
  }
}
