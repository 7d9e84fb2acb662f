import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { azureBlobs } from '../../kernel/blobs/azure/azure.ts'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { ConditionalBlobs } from '../../kernel/blobs/conditional.ts'
import { outboxMigration } from '../../kernel/outbox/outbox.ts'
import { pathOf } from '../../kernel/prompts/manifest.ts'
import { promptBlobs } from '../../kernel/prompts/prompt-blobs.ts'
import { promptRoot } from '../../kernel/prompts/prompt-root.ts'
import type { Database } from '../../kernel/store/database.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { blobWriter } from './blob-writer.ts'
import { promptChangesMigration, promptsToldMigration } from './exclusive.ts'
import { apply, save } from './prompt-store.fixture.ts'
import { openPromptStore, type PromptStore } from './store.ts'

const log = pino({ level: 'silent' })
const connectionString = inject('azureStorage')

describe.skipIf(!connectionString)(`prompts in a blob store (${connectionString ? 'given' : inject('skipped')})`, () => {
  let dir: string
  let databases: Database[]
  let blobs: Blobs & { conditional: ConditionalBlobs }
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'prompt-blobs-'))
    const container = `prompts-${crypto.randomUUID()}`
    const opened = await azureBlobs({ connectionString: connectionString ?? '', container, dir, log })
    blobs = { ...opened, conditional: opened.conditional! }
    databases = await Promise.all(['one', 'two'].map((name) => openSqliteDatabase({ dir: join(dir, name) })))
    await Promise.all(databases.map((d) => d.migrate([outboxMigration, promptChangesMigration, promptsToldMigration])))
  })
  afterEach(async () => {
    await Promise.all(databases.map((d) => d.close()))
    await rm(dir, { recursive: true, force: true })
  })

  const open = (database: Database, conditional = blobs.conditional): PromptStore =>
    openPromptStore(blobWriter(promptBlobs(conditional, database), { remove: blobs.remove, conditional }, database), database, log)
  const files = async () => (await Array.fromAsync(blobs.list('prompts/system'))).map(({ path }) => path)

  test('10 saves at once by two machines that share nothing else lose none', async () => {
    const stores = databases.map((d) => open(d))
    const done = await Promise.all(Array.from({ length: 10 }, (_, i) => apply(stores[i % 2]!, save('same', `text ${i}`))))
    const { entries, version } = await open(databases[0]!).manifest()
    expect([version, entries.length, new Set(entries.map(pathOf)).size, (await files()).length]).toEqual([20, 10, 10, 10])
    for (const [i, { entry }] of done.entries()) expect(await stores[1]!.text(entry)).toBe(`text ${i}`)
  })

  test('a change holds at once where the database is shared, and within a second where it is not', async () => {
    const [writing, sharing, apart] = [open(databases[0]!), open(databases[0]!), open(databases[1]!)]
    await Promise.all([sharing.manifest(), apart.manifest()])
    const { entry } = await apply(writing, save('a', 'one'))
    expect((await sharing.manifest()).entries).toEqual([entry])
    await vi.waitFor(async () => expect((await apart.manifest()).entries).toEqual([entry]), { timeout: 30_000, interval: 50 })
    const renamed = await apply(apart, { kind: 'rename', type: 'system', identifier: 'a', newName: 'b' })
    expect(await files()).toEqual([`prompts/${pathOf(renamed.entry)}`])
    await apply(writing, { kind: 'delete', type: 'system', identifier: 'b' })
    expect([await files(), (await writing.manifest()).entries]).toEqual([[], []])
  })

  test('what another writer has put where a new file would lie stays as it is', async () => {
    const store = open(databases[0]!)
    const { entry } = await apply(store, save('a'))
    const foreign = `prompts/${pathOf({ ...entry, ordinal: 2 })}`
    await blobs.write(foreign, Buffer.from('foreign'))
    const next = await apply(store, save('a', 'new'), entry.metadata.saved_at)
    expect([next.entry.ordinal, await store.text(next.entry)]).toEqual([3, 'new'])
    expect((await blobs.stat(foreign))?.bytes).toBe(7)
  })

  test('a change whose reply was lost counts once', async () => {
    const write: ConditionalBlobs['write'] = async (...args) => {
      const etag = await blobs.conditional.write(...args)
      return args[0].endsWith('manifest.json') ? undefined : etag
    }
    const { entry } = await apply(open(databases[0]!, { ...blobs.conditional, write }), save('a'))
    const store = open(databases[1]!)
    expect([(await store.manifest()).entries, await store.text(entry)]).toEqual([[entry], 'text of a'])
  })

  test('a damaged manifest is never written over', async () => {
    await blobs.write('prompts/manifest.json', Buffer.from('{'))
    await expect(apply(open(databases[0]!), save('a'))).rejects.toMatchObject({ code: 'internal' })
    expect((await blobs.stat('prompts/manifest.json'))?.bytes).toBe(1)
  })

  test('chats read what is in force, and files below the root alone', async () => {
    const root = promptRoot(promptBlobs(blobs.conditional, databases[0]!))
    await blobs.write('prompts/system/mine.j2', Buffer.from('Hello'))
    await blobs.write('prompts/big.j2', Buffer.alloc(1_000_001, 'x'))
    await blobs.write('secret.txt', Buffer.from('SECRET'))
    expect(await root.file('system/mine.j2')).toEqual({ text: 'Hello', source: 'blob:system/mine.j2' })
    for (const [path, status] of [
      ['../secret.txt', 400],
      ['big.j2', 400],
      ['absent.j2', 404],
      ['manifest.json', 404],
    ] as const)
      await expect(root.file(path)).rejects.toMatchObject({ status })
    await apply(open(databases[0]!), save('a', 'in force'))
    expect([await root.current('system'), await root.current('system')]).toEqual(['in force', 'in force'])
  })
})
