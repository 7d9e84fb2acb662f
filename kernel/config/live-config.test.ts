import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { Database } from '../store/database.ts'
import { type Config, configSchemaOf, parseConfig } from './config.ts'
import { fileConfigOf, followSettings, refreshConfig, SETTINGS_CHANGED, type SettingsTables, settingsMigration } from './live-config.ts'

const log = pino({ level: 'silent' })
const schema = configSchemaOf([])
const fresh = (): Config =>
  parseConfig({
    llms: { defaults: { params: { n: 1 } }, models: { default: { model: 'm' } } },
    indexes: { default: 'default', aliases: { default: 'documents' } },
    retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
  })

describe.each(databaseKinds)('on $kind', ({ create }) => {
  let store: TestDatabase
  let database: Database
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([settingsMigration])
  })
  afterEach(() => store.dispose())

  const set = async (version: number, values: Record<string, unknown>) => {
    const db = database.tables<SettingsTables>()
    await db.deleteFrom('settings').execute()
    await db.deleteFrom('settings_version').execute()
    for (const [key, value] of Object.entries(values))
      await db
        .insertInto('settings')
        .values({ key, value: JSON.stringify(value), version })
        .execute()
    await db.insertInto('settings_version').values({ id: 1, version }).execute()
  }

  test('whoever holds a part of the configuration reads the new values, and the old ones when they are unset', async () => {
    const config = fresh()
    const { weights } = config.retrieval
    await refreshConfig({ database, config, schema, log })
    await set(1, { 'retrieval.weights.vector': 2, 'llms.defaults.params.top_p': 0.5 })
    await refreshConfig({ database, config, schema, log })
    expect([weights.vector, config.llms.defaults.params.top_p]).toEqual([2, 0.5])
    expect(fileConfigOf(config)).toEqual(fresh())
    await set(2, {})
    await refreshConfig({ database, config, schema, log })
    expect(config).toEqual(fresh())
    expect(weights).toEqual({ text: 1, vector: 0.5 })
  })

  test('a setting that the file no longer has, or that does not fit it, is left out', async () => {
    const config = fresh()
    await set(1, { 'llms.models.gone.model': 'x', 'retrieval.top_k': 500, 'llms.defaults.params.n': 3 })
    await refreshConfig({ database, config, schema, log })
    expect(config).toEqual({ ...fresh(), llms: { ...fresh().llms, defaults: { params: { n: 3 } } } })
  })

  test('a process follows without being told, and within a second when it is', async () => {
    const [told, forgotten] = [fresh(), fresh()]
    const following = await Promise.all([
      followSettings({ database, config: told, schema, log }),
      followSettings({ database: await store.open(), config: forgotten, schema, log }),
    ])
    await set(1, { 'retrieval.top_k': 7 })
    const started = performance.now()
    await database.announce(SETTINGS_CHANGED)
    await vi.waitFor(() => expect([told.retrieval.top_k, forgotten.retrieval.top_k]).toEqual([7, 7]), { timeout: 30_000, interval: 10 })
    expect(performance.now() - started).toBeLessThan(2000)
    await set(2, { 'retrieval.top_k': 8 })
    await vi.waitFor(() => expect([told.retrieval.top_k, forgotten.retrieval.top_k]).toEqual([8, 8]), { timeout: 30_000, interval: 10 })
    for (const { stop } of following) stop()
  })
})
