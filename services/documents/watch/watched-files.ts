import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

/** Files of watched folders, as they were taken the last time. */
export const watchedFilesMigration = defineTables('140-watched-files', {
  watched_files: {
    columns: {
      folder: 'varchar(36)',
      path: 'varchar(1000)',
      signature: 'text',
      /** The upload that it became; null where it became none. */
      upload_id: 'varchar(36)?',
      /** Why it became none. */
      problem: 'text?',
    },
    primaryKey: ['folder', 'path'],
  },
})
type WatchedTables = TablesOf<typeof watchedFilesMigration>
export type WatchedFile = WatchedTables['watched_files']

const table = (database: Database) => database.tables<WatchedTables>()

export const watchedFiles = (database: Database, folder: string): Promise<WatchedFile[]> =>
  table(database).selectFrom('watched_files').selectAll().where('folder', '=', folder).execute()

/** Notes what became of a file. */
export async function noteWatched(database: Database, file: WatchedFile): Promise<void> {
  const { signature, upload_id, problem } = file
  await table(database)
    .insertInto('watched_files')
    .values(file)
    .onConflict((c) => c.columns(['folder', 'path']).doUpdateSet({ signature, upload_id, problem }))
    .execute()
}

export async function forgetWatched(database: Database, { folder, path }: Pick<WatchedFile, 'folder' | 'path'>): Promise<void> {
  await table(database).deleteFrom('watched_files').where('folder', '=', folder).where('path', '=', path).execute()
}

/** How many files of the folder could not be brought in, and the first of them. */
export async function watchProblems(database: Database, folder: string, most: number) {
  const query = table(database).selectFrom('watched_files').where('folder', '=', folder).where('problem', 'is not', null)
  const row = await query.select((e) => e.fn.countAll().as('files')).executeTakeFirstOrThrow()
  const first = await query.select(['path', 'problem']).orderBy('path').limit(most).execute()
  return { files: Number(row.files), first }
}
