import type { SettingValue } from '../../schemas/settings.ts'
import { settingValueSchema } from '../../schemas/settings.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import type { Config, ConfigSchema } from './config.ts'
import { followChanges } from './follow-changes.ts'
import { type Overrides, withOverrides } from './settings.ts'

/** Channel on which a change of settings is announced. */
export const SETTINGS_CHANGED = 'settings'

export const settingsMigration = defineTables('140-settings', {
  /** What is set now. `value` is JSON. */
  settings: { columns: { key: 'varchar(300)', value: 'text', version: 'integer' } },
  /** One row: the number of the latest change. */
  settings_version: { columns: { id: 'integer', version: 'integer' } },
})
export type SettingsTables = TablesOf<typeof settingsMigration>

/** What keeps a configuration at its settings. */
export interface LiveParts {
  readonly database: Database
  readonly config: Config
  readonly schema: ConfigSchema
  readonly log: Logger
}

interface Live {
  /** The configuration as the file has it. */
  file: Config
  /** The change of settings that the content shows; -1 before the first look. */
  version: number
  looking: Promise<void>
}

const lives = new WeakMap<Config, Live>()

function liveOf(config: Config): Live {
  const known = lives.get(config)
  if (known) return known
  const live: Live = { file: structuredClone(config), version: -1, looking: Promise.resolve() }
  lives.set(config, live)
  return live
}

/** Another content of the file; it holds, under the settings, after the next `refreshConfig`. */
export function replaceFileConfig(config: Config, file: Config): void {
  const live = liveOf(config)
  live.file = file
  live.version = -1
}

/** What the configuration would be without settings. */
export const fileConfigOf = (config: Config): Config => liveOf(config).file

/** The number of the latest change; 0 when nothing was ever set. */
export async function settingsVersion(database: Pick<Database, 'tables'>): Promise<number> {
  const row = await database.tables<SettingsTables>().selectFrom('settings_version').select('version').executeTakeFirst()
  return row?.version ?? 0
}

/** What is set now. */
export async function readOverrides(database: Pick<Database, 'tables'>): Promise<Overrides> {
  const rows = await database.tables<SettingsTables>().selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, settingValueSchema.parse(JSON.parse(value))]))
}

/**
 * Brings `config` up to the settings in the database, in place: whoever holds the object, or a part of it, reads the new values
 * from then on, and nobody has to be told. A handler that needs values which belong together takes them at one moment.
 */
export function refreshConfig({ database, config, schema, log }: LiveParts): Promise<void> {
  const live = liveOf(config)
  // One look after the other: an older answer never comes last.
  const look = live.looking.then(() => lookForChanges({ database, config, schema, log }, live))
  live.looking = look.catch(() => undefined)
  return look
}

async function lookForChanges({ database, config, schema, log }: LiveParts, live: Live): Promise<void> {
  const version = await settingsVersion(database)
  if (version === live.version) return
  const overrides = await readOverrides(database)
  replaceContent(config, effectiveConfig(schema, live.file, overrides, log))
  live.version = version
  if (version > 0) log.info({ version, keys: Object.keys(overrides) }, 'the settings hold')
}

/** A setting that no longer fits the file is left out, so that a changed file never keeps a process from starting. */
export function effectiveConfig(schema: ConfigSchema, file: Config, overrides: Overrides, log: Logger): Config {
  const all = withOverrides(schema, file, overrides)
  if ('config' in all) return all.config
  const fitting: Record<string, SettingValue> = {}
  for (const [key, value] of Object.entries(overrides)) {
    const tried = withOverrides(schema, file, { ...fitting, [key]: value })
    if ('config' in tried) fitting[key] = value
    else log.warn({ key, faults: tried.faults }, 'a setting does not fit the configuration file any more and is left out')
  }
  const rest = withOverrides(schema, file, fitting)
  return 'config' in rest ? rest.config : file
}

/** Makes `target` equal to `source` without replacing the objects that others hold. Both are plain data. */
function replaceContent(target: object, source: object): void {
  const [into, from] = [target as Record<string, unknown>, source as Record<string, unknown>]
  for (const key of Object.keys(into)) if (!Object.hasOwn(from, key)) delete into[key]
  for (const [key, value] of Object.entries(from)) {
    const old = into[key]
    if (isObject(old) && isObject(value)) replaceContent(old, value)
    else into[key] = value
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keeps `config` at the settings in the database until `stop`. Resolves after the first look. */
export const followSettings = (parts: LiveParts): Promise<{ stop(): void }> =>
  followChanges({ ...parts, channel: SETTINGS_CHANGED, what: 'the settings', refresh: () => refreshConfig(parts) })
