import { newId } from '../runtime/ids.ts'
import type { Database, Migration } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import { isTableMissing } from '../store/table-missing.ts'

const tables = defineTables('000-installation', {
  /** One row. */
  installation: {
    columns: {
      id: 'integer',
      /** Of these tables: others that are made in their place, after the loss of the database, have another one. */
      store_id: 'varchar(36)',
      /** Null until it is known. */
      installation_id: 'varchar(36)?',
      /** Of the log that this store was folded from; null until it is known. */
      log_id: 'varchar(36)?',
    },
  },
})
type InstallationTable = TablesOf<typeof tables>
export type InstallationRow = Omit<InstallationTable['installation'], 'id'>

export const installationMigration: Migration = {
  name: tables.name,
  async up(db, kind) {
    await tables.up(db, kind)
    await db.insertInto('installation').values({ id: 1, store_id: newId() }).execute()
  },
}

/** What the store says of itself; undefined where its tables are gone or empty. Rejects where the database does not answer. */
export async function readInstallation(database: Database): Promise<InstallationRow | undefined> {
  const table = database.tables<InstallationTable>().selectFrom('installation')
  try {
    return await table.select(['store_id', 'installation_id', 'log_id']).executeTakeFirst()
  } catch (error) {
    if (isTableMissing(error)) return undefined
    throw error
  }
}

/** Notes the installation where none is noted; the one that holds afterwards. */
export async function noteInstallation(database: Database, installationId: string): Promise<string> {
  const table = () => database.tables<InstallationTable>()
  await table().updateTable('installation').set({ installation_id: installationId }).where('installation_id', 'is', null).execute()
  const { installation_id } = await table().selectFrom('installation').select('installation_id').executeTakeFirstOrThrow()
  return installation_id ?? installationId
}

/** From now on the store follows this log. */
export async function noteLog(database: Database, logId: string): Promise<void> {
  await database.tables<InstallationTable>().updateTable('installation').set({ log_id: logId }).execute()
}
