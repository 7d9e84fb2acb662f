import type { AnyTables, Database, Migration } from './database.ts'

/** Runs every migration that has not run yet, in order of name, each in its own transaction. Gives the names of those that ran. */
export async function runMigrations(db: AnyTables, kind: Database['kind'], migrations: readonly Migration[]): Promise<string[]> {
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
  const missing = ordered.filter(({ name }) => !done.has(name))
  for (const { name, up } of missing) {
    await db.transaction().execute(async (trx) => {
      await up(trx, kind)
      await trx.insertInto('migrations').values({ name }).execute()
      await trx.insertInto('migration_times').values({ name, at: new Date().toISOString() }).execute()
    })
  }
  return missing.map(({ name }) => name)
}

/** What earlier versions ran and this one has no more, and what an adapter runs by itself. */
const NOT_LISTED = [
  ...['010-idempotency-keys', '011-idempotency-holders', '012-conversations', '105-event-feed-deliveries', '107-document-removals'],
  ...['108-document-removals', '109-announcements', '112-former', '030-search-stages'],
]

/** The migrations that ran here and that this version does not know: a newer one was here, or is. */
export async function migrationsOfNewer(db: AnyTables, known: readonly Migration[]): Promise<string[]> {
  const names = new Set([...NOT_LISTED, ...known.map(({ name }) => name)])
  return (await appliedMigrations(db)).map(({ name }) => name).filter((name) => !names.has(name))
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
