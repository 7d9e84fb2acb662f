import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { readOverrides, SETTINGS_CHANGED, type SettingsTables, settingsVersion } from '../../kernel/config/live-config.ts'
import type { Overrides } from '../../kernel/config/settings.ts'
import type { Database } from '../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'
import { type SettingValue, settingsChanged } from '../../schemas/settings.ts'
import type { Plan } from './plan-changes.ts'

export const settingsHistoryMigration = defineTables('141-settings-history', {
  /** One row a change. `changes` is JSON; `published` is 0 until its event is on the log. */
  settings_history: {
    columns: { version: 'integer', at: 'varchar(30)', actor: 'varchar(300)', changes: 'text', published: 'integer' },
  },
})
export type HistoryTables = SettingsTables & TablesOf<typeof settingsHistoryMigration>

/** What the event tells of one change, by which the history is kept. */
export const historyEntrySchema = settingsChanged.schema.clone().meta({
  id: 'SettingsChange',
  description: 'One change of the settings.',
  examples: [
    {
      version: 3,
      changes: [{ key: 'llms.defaults.params.temperature', from: 0, to: 0.2 }],
      actor: 'anna',
      at: '2026-03-12T09:30:00.000Z',
    },
  ],
})
export type HistoryEntry = z.output<typeof historyEntrySchema>

/**
 * Keeps what `decide` makes of the present settings, and who did it. Changes run one after the other, whichever process asks; what
 * `decide` throws leaves everything as it was.
 */
export async function saveSettings(
  database: Database,
  decide: (present: Overrides) => Plan,
  { actor, now }: { actor: string; now: number },
): Promise<Plan> {
  const saved = await database.transaction<HistoryTables, Plan>(async (trx) => {
    await lockVersion(trx)
    const tables = { tables: <T>() => trx as unknown as Kysely<T> }
    const version = (await settingsVersion(tables)) + 1
    const plan = decide(await readOverrides(tables))
    if (plan.changes.length === 0) return plan
    await putOverrides(trx, plan.overrides, version)
    const changes = JSON.stringify(plan.changes.map(({ key, from, to }) => ({ key, from, to, is_set: Object.hasOwn(plan.overrides, key) })))
    await trx
      .insertInto('settings_history')
      .values({ version, at: new Date(now).toISOString(), actor, changes, published: 0 })
      .execute()
    return plan
  })
  await database.announce(SETTINGS_CHANGED)
  return saved
}

/** Locks the number of the latest change, before anything is read. */
async function lockVersion(trx: Kysely<HistoryTables>): Promise<void> {
  await trx
    .insertInto('settings_version')
    .values({ id: 1, version: 0 })
    .onConflict((c) => c.column('id').doUpdateSet((row) => ({ version: row.ref('settings_version.version') })))
    .execute()
}

async function putOverrides(trx: Kysely<HistoryTables>, overrides: Overrides, version: number): Promise<void> {
  await trx.updateTable('settings_version').set({ version }).execute()
  await trx.deleteFrom('settings').execute()
  const rows = Object.entries(overrides).map(([key, value]) => ({ key, value: JSON.stringify(value), version }))
  if (rows.length > 0) await trx.insertInto('settings').values(rows).execute()
}

/** What is set after these changes. One of before says only what holds: a value is taken for set, none for not set. */
export function overridesAfter(changes: readonly HistoryEntry[]): Overrides {
  const overrides: Record<string, SettingValue> = {}
  for (const { key, to, is_set = true } of changes.flatMap((entry) => entry.changes)) {
    if (to === null || !is_set) delete overrides[key]
    else overrides[key] = to
  }
  return overrides
}

/** Puts published changes, in order, into a store that has none; the number of the latest, 0 where the store had some. */
export async function restoreHistory(database: Database, changes: readonly HistoryEntry[]): Promise<number> {
  const version = changes.at(-1)?.version ?? 0
  if (version === 0) return 0
  const restored = await database.transaction<HistoryTables, boolean>(async (trx) => {
    await lockVersion(trx)
    if ((await settingsVersion({ tables: <T>() => trx as unknown as Kysely<T> })) > 0) return false
    await putOverrides(trx, overridesAfter(changes), version)
    for (const entry of changes) {
      const row = { ...entry, changes: JSON.stringify(entry.changes), published: 1 }
      await trx
        .insertInto('settings_history')
        .values(row)
        .onConflict((c) => c.doNothing())
        .execute()
    }
    return true
  })
  if (!restored) return 0
  await database.announce(SETTINGS_CHANGED)
  return version
}

const changesSchema = historyEntrySchema.shape.changes
const entryOf = ({ changes, published: _published, ...row }: HistoryTables['settings_history']): HistoryEntry => ({
  ...row,
  changes: changesSchema.parse(JSON.parse(changes)),
})

/** Changes, the latest first. */
export async function readHistory(
  database: Database,
  { skip, top }: { skip: number; top: number },
): Promise<{ items: HistoryEntry[]; total: number }> {
  const table = () => database.tables<HistoryTables>().selectFrom('settings_history')
  const rows = await table().selectAll().orderBy('version', 'desc').limit(top).offset(skip).execute()
  const { total } = await table()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(entryOf), total }
}

/** Changes whose event is not known to be on the log, oldest first. */
export async function unpublished(database: Database): Promise<HistoryEntry[]> {
  const rows = database.tables<HistoryTables>().selectFrom('settings_history').selectAll().where('published', '=', 0)
  return (await rows.orderBy('version').limit(50).execute()).map(entryOf)
}

export async function markPublished(database: Database, version: number): Promise<void> {
  const history = database.tables<HistoryTables>().updateTable('settings_history')
  await history.set({ published: 1 }).where('version', '=', version).execute()
}
