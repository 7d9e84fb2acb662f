import type { Kysely } from 'kysely'
import { z } from 'zod'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { defineView } from '../../../kernel/views/define-view.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import type { UploadState } from '../status/upload-state.ts'

/** One row an index: when it was cleared last. What was indexed in it before is gone; readers compare the two. */
export const lastClearedView = defineView({
  name: 'index_clearings',
  on: [indexCleared],
  body: z.object({ at: z.string() }),
  key: ({ payload }) => payload.index,
  evolve: (before, { payload }) => {
    const at = new Date(payload.at).toISOString()
    return { at: before && before.at > at ? before.at : at }
  },
  columns: ({ at }) => ({ cleared_at: at }),
})

export const lastClearedMigration = defineTables('102-upload-clearings', {
  /** `key` is the index's name. */
  index_clearings: { columns: { key: 'varchar(128)', body: 'text', cleared_at: 'varchar(30)?' } },
})
export type LastClearedTables = TablesOf<typeof lastClearedMigration>

/** Whether what this upload made searchable is gone with a clearing of its index: nothing is there any more that could be a duplicate. */
export async function wasCleared(trx: Kysely<LastClearedTables>, { counts, file, completed }: UploadState): Promise<boolean> {
  if (counts.chunks === null || !file || completed === null) return false
  const row = await trx.selectFrom('index_clearings').select('cleared_at').where('key', '=', file.index).executeTakeFirst()
  return row?.cleared_at != null && completed <= row.cleared_at
}
