import type { AnyTables, Database, Migration } from './database.ts'

/** Runs every migration that has not run yet, in order of name, each in its own transaction. */
export async function runMigrations(db: AnyTables, kind: Database['kind'], migrations: readonly Migration[]): Promise<void> {
  const ordered = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'varchar(200)', (c) => c.primaryKey())
    .execute()
  await db.schema
    .createTable('migration_times')
    .ifNotExists()
    .addColumn('name', 'varchar(200)', (c) => c.primaryKey())
    .addColumn('at', 'varchar(30)', (c) => c.notNull())
    .execute()
  const done = new Set((await db.selectFrom('migrations').select('name').execute()).map((r) => String(r.name)))
  for (const { name, up } of ordered) {
    if (done.has(name)) continue
    await db.transaction().execute(async (trx) => {
      await up(trx, kind)
      await trx.insertInto('migrations').values({ name }).execute()
      await trx.insertInto('migration_times').values({ name, at: new Date().toISOString() }).execute()
    })
  }
}

/** The migrations that ran, in order of name; `at` is null for those of a time before it was kept. */
export async function appliedMigrations(db: AnyTables): Promise<{ name: string; at: string | null }[]> {
  const rows = await db
    .selectFrom('migrations')
    .leftJoin('migration_times', 'migration_times.name', 'migrations.name')
    .select(['migrations.name as name', 'migration_times.at as at'])
    .orderBy('migrations.name')
    .execute()
  return rows.map(({ name, at }) => ({ name: String(name), at: at === null ? null : String(at) }))
}
