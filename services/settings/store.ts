import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type EventOrigin, recordOf } from '../../kernel/broker/record-of.ts'
import { readOverrides, SETTINGS_CHANGED, type SettingsTables, settingsVersion } from '../../kernel/config/live-config.ts'
import type { Overrides } from '../../kernel/config/settings.ts'
import { addToOutbox, changeAndTell } from '../../kernel/outbox/outbox.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { Database, Migration } from '../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../kernel/store/define-tables.ts'
import { type SettingValue, settingsChanged } from '../../schemas/settings.ts'
import type { Plan } from './plan-changes.ts'

export const settingsHistoryMigration = defineTables('141-settings-history', {
  /** One row a change. `changes` is JSON. */
  settings_history: {
    columns: { version: 'integer', at: 'varchar(30)', actor: 'varchar(300)', changes: 'text', published: 'integer' },
  },
})
export type HistoryTables = SettingsTables & {
  settings_history: Omit<TablesOf<typeof settingsHistoryMigration>['settings_history'], 'published'>
}

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
  { actor, ...origin }: EventOrigin & { actor: string },
): Promise<Plan> {
  const saved = await changeAndTell<HistoryTables, Plan>(database, origin, async (trx, tell) => {
    await lockVersion(trx)
    const tables = { tables: <T>() => trx as unknown as Kysely<T> }
    const version = (await settingsVersion(tables)) + 1
    const plan = decide(await readOverrides(tables))
    if (plan.changes.length === 0) return plan
    await putOverrides(trx, plan.overrides, version)
    const changes = plan.changes.map(({ key, from, to }) => ({ key, from, to, is_set: Object.hasOwn(plan.overrides, key) }))
    const entry = { version, at: new Date(origin.now).toISOString(), actor, changes }
    await trx.insertInto('settings_history').values(rowOf(entry)).execute()
    tell(eventOf(entry))
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
function overridesAfter(changes: readonly HistoryEntry[]): Overrides {
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
      await trx
        .insertInto('settings_history')
        .values(rowOf(entry))
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
const rowOf = (entry: HistoryEntry) => ({ ...entry, changes: JSON.stringify(entry.changes) })
const entryOf = (row: ReturnType<typeof rowOf>): HistoryEntry => ({ ...row, changes: changesSchema.parse(JSON.parse(row.changes)) })
const eventOf = (entry: HistoryEntry) => ({ ...settingsChanged.make(entry), id: nameId('settings.changed', entry.version, entry.at) })

/** A change's event goes with the change; what an earlier version kept and had not told yet is told now. */
export const settingsToldMigration: Migration = {
  name: '142-settings-told',
  async up(db) {
    const left = await db.selectFrom('settings_history').selectAll().where('published', '=', 0).orderBy('version').execute()
    const told = left.map(({ published: _published, ...row }) => entryOf(row as ReturnType<typeof rowOf>))
    await addToOutbox(
      db,
      told.map((entry) => recordOf(eventOf(entry), { source: 'settings', cause: { requestId: 'settings' }, now: Date.parse(entry.at) })),
    )
    await db.schema.alterTable('settings_history').dropColumn('published').execute()
  },
}

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
