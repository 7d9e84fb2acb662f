import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import type { Database } from '../store/database.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { type Config, configSchemaOf } from './config.ts'
import { configReader, type FollowedConfig, followConfigFile, readConfigText } from './config-file.ts'
import { followSettings, SETTINGS_CHANGED, type SettingsTables, settingsMigration } from './live-config.ts'

const content = (model: string, more: object = {}) => ({
  llms: { defaults: { params: { n: 1 } }, models: { default: { model }, ...more } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
})

const schema = configSchemaOf([])
let dir: string
let path: string
let database: Database
let processes: { config: Config; following: FollowedConfig; settings: { stop(): void } }[]
const lines: { level: number; msg: string; fault?: string }[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })

const write = async (text: string) => {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
const models = () => processes.map(({ config }) => config.llms.models.default?.model)
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 10 })

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'config-file-'))
  path = join(dir, 'config.yaml')
  await write(stringify(content('one')))
  database = await openSqliteDatabase({ dir })
  await database.migrate([settingsMigration])
  lines.length = 0
  const read = configReader({ CONFIG_SOURCE: 'filesystem', CONFIG_PATH: path }, { read: () => Promise.reject(new Error('not asked')) })
  const start = async () => {
    const config = readConfigText(await read())
    const settings = await followSettings({ database, config, schema, log })
    return { config, settings, following: followConfigFile({ read, config, schema, database, log }) }
  }
  processes = [await start(), await start()]
})
afterEach(async () => {
  for (const { following, settings } of processes) {
    following.stop()
    settings.stop()
  }
  await database.close()
  await rm(dir, { recursive: true, force: true })
})

test('a change of the file holds in every process within a second, where the settings do not say otherwise', async () => {
  const held = processes[0]!.config.llms.models
  const db = database.tables<SettingsTables>()
  await db.insertInto('settings').values({ key: 'retrieval.top_k', value: '9', version: 1 }).execute()
  await db.insertInto('settings_version').values({ id: 1, version: 1 }).execute()
  await database.announce(SETTINGS_CHANGED)
  const started = performance.now()
  await write(stringify(content('two', { cheap: { model: 'c', price: { input: 1, output: 2 } } })))
  await soon(() => expect(models()).toEqual(['two', 'two']))
  expect(performance.now() - started).toBeLessThan(1500)
  // whoever holds a part of the configuration sees the change
  expect(held.cheap).toMatchObject({ model: 'c', price: { input: 1, output: 2, currency: 'USD' } })
  await soon(() => expect(processes.map(({ config }) => config.retrieval.top_k)).toEqual([9, 9]))
  await write(stringify(content('three')))
  await soon(() => expect(models()).toEqual(['three', 'three']))
  expect(held).not.toHaveProperty('cheap')
})

test.each([
  ['a file that is no YAML', 'llms: [', /sequence/],
  ['a file with a wrong value', stringify({ ...content('two'), retrieval: { top_k: 500 } }), /retrieval\.top_k/],
  [
    'an experiment with a model that is not there',
    stringify({ ...content('two'), experiments: { e: { variants: { a: {}, b: { model: 'x' } } } } }),
    /experiments\.e\.variants\.b\.model/,
  ],
  ['an empty file', '', /config/],
])('%s keeps the old values, and says so in the log and to health, until it is mended', async (_what, text, fault) => {
  const { following } = processes[0]!
  await following.dependency.check(new AbortController().signal)
  await write(text)
  await expect
    .poll(() => following.dependency.check(new AbortController().signal).then(() => 'none', String), { timeout: 30_000 })
    .toMatch(fault)
  expect(models()).toEqual(['one', 'one'])
  expect(lines.filter(({ level }) => level === 50)[0]).toMatchObject({ fault: expect.stringMatching(fault) })
  await write(stringify(content('two')))
  await soon(() => expect(models()).toEqual(['two', 'two']))
  await following.dependency.check(new AbortController().signal)
})

test('a file that could not be looked at for want of open files is not told to be broken', async () => {
  const outOfFiles = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  const { config } = processes[0]!
  const following = followConfigFile({ read: () => Promise.reject(outOfFiles), config, schema, database, log })
  try {
    await soon(() => expect(lines.at(-1)?.msg).toMatch(/was not looked at, because this process has too many files open/))
    await expect(following.dependency.check(new AbortController().signal)).rejects.toThrow('too many files open')
    expect(lines.some(({ msg }) => msg.includes('broken'))).toBe(false)
  } finally {
    following.stop()
  }
})

test('LLM_MODEL is what the alias default sends, over the file and its changes', async () => {
  const config = readConfigText(stringify(content('one')), undefined, 'llama3.1')
  expect(config.llms.models.default).toMatchObject({ model: 'llama3.1' })
  const changed = { ...content('two'), indexes: { default: 'other', aliases: { other: 'documents' } } }
  const following = followConfigFile({ read: async () => stringify(changed), config, schema, database, log, model: 'llama3.1' })
  await soon(() => expect(config.indexes.default).toBe('other'))
  expect(config.llms.models.default).toMatchObject({ model: 'llama3.1' })
  following.stop()
})
