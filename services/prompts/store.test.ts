import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type OutboxTables, outboxMigration } from '../../kernel/outbox/outbox.ts'
import { emptyManifest, type Manifest, manifestSchema, pathOf } from '../../kernel/prompts/manifest.ts'
import type { Database } from '../../kernel/store/database.ts'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import { change } from './change.ts'
import { promptChangesMigration, promptsToldMigration } from './exclusive.ts'
import { folderWriter } from './folder-writer.ts'
import { apply, origin, save } from './prompt-store.fixture.ts'
import { openPromptStore, type PromptStore } from './store.ts'

const log = pino({ level: 'silent' })
const databaseUrl = inject('databaseUrl')

let root: string
let databases: Database[]
let stores: PromptStore[]

/** Two stores on one folder, as two processes have them. */
async function open(connect: () => Promise<Database[]>) {
  databases = await connect()
  await databases[0]!.migrate([outboxMigration, promptChangesMigration, promptsToldMigration])
  stores = [0, 1].map((i) => openPromptStore(folderWriter(root), databases[i % databases.length]!, log))
}
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'prompt-store-')), 'prompts')
  await open(async () => [await openSqliteDatabase({ dir: join(root, '..') })])
})
afterEach(async () => {
  await Promise.all(databases.map((d) => d.close()))
  await rm(join(root, '..'), { recursive: true, force: true })
})

const onDisk = async () => manifestSchema.parse(JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8')))
const files = async () => (await readdir(join(root, 'system'))).sort()

/** 20 saves at once over both stores: each gets its version and its file, and the manifest counts them all. */
async function saveAtOnce() {
  const done = await Promise.all(Array.from({ length: 20 }, (_, i) => apply(stores[i % 2]!, save('same', `text ${i}`))))
  const manifest = await onDisk()
  expect([manifest.version, manifest.entries.length, new Set(manifest.entries.map(pathOf)).size]).toEqual([40, 20, 20])
  for (const store of stores) {
    expect(await store.manifest()).toEqual(manifest)
    const texts = await Promise.all(done.map(({ entry }) => store.text(entry)))
    expect(texts).toEqual(Array.from({ length: 20 }, (_, i) => `text ${i}`))
  }
  expect((await files()).length).toBe(20)
}

test('20 saves at once lose none', saveAtOnce)

describe.skipIf(!databaseUrl)(`on PostgreSQL (${databaseUrl ? 'given' : inject('skipped')})`, () => {
  const url = databaseUrl ?? ''
  const name = `prompts_${process.pid}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('20 saves at once over two connections lose none, and one that is held up too long is told so', async () => {
    await Promise.all(databases.map((d) => d.close()))
    await admin(`create database ${name}`)
    try {
      const own = url.replace(/\/[^/]*$/, `/${name}`)
      await open(() => Promise.all([connectPostgres({ url: own, log }), connectPostgres({ url: own, log })]))
      await saveAtOnce()
      const [locked, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = databases[0]!.transaction<{ prompt_changes: { count: number } }, void>(async (trx) => {
        await trx.updateTable('prompt_changes').set({ count: 0 }).execute()
        locked.resolve()
        await freed.promise
      })
      await locked.promise
      const refused = await apply(stores[1]!, save('late')).catch((error) => error)
      freed.resolve()
      await holding
      expect(refused).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } })
      await apply(stores[1]!, save('late'))
    } finally {
      await Promise.all(databases.map((d) => d.close()))
      databases = []
      await admin(`drop database ${name} with (force)`)
    }
  })
})

test('renaming and deleting move and remove files, and the other store sees it at once', async () => {
  const { entry } = await apply(stores[0]!, save('a', 'one'))
  await apply(stores[0]!, save('a', 'two'))
  const renamed = await apply(stores[0]!, { kind: 'rename', type: 'system', identifier: 'a', newName: 'b' })
  expect((await files()).every((file) => file.startsWith('b@'))).toBe(true)
  const seen = (await stores[1]!.manifest()).entries.find(({ id }) => id === entry.id)
  expect([seen?.name, seen && (await stores[1]!.text(seen))]).toEqual(['b', 'one'])
  await apply(stores[1]!, { kind: 'delete', type: 'system', identifier: renamed.entry.id })
  expect([(await files()).length, (await stores[0]!.manifest()).entries.length]).toEqual([1, 1])
})

test('what is refused leaves no trace, and the next change goes on', async () => {
  await apply(stores[0]!, save('a'))
  const before = await onDisk()
  await expect(apply(stores[0]!, { kind: 'delete', type: 'system', identifier: 'absent' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await onDisk()).toEqual(before)
  await apply(stores[0]!, save('b'))
  expect((await onDisk()).entries.length).toBe(2)
})

test('a crash before the manifest is replaced leaves the repository as it was, and what lies about is no obstacle', async () => {
  const { entry } = await apply(stores[0]!, save('a'))
  await writeFile(join(root, `manifest.json.${process.pid}.new`), '{"half')
  await writeFile(join(root, pathOf({ ...entry, ordinal: 2 })), 'never named')
  expect((await stores[1]!.manifest()).entries.length).toBe(1)
  const next = await stores[1]!.change(origin, (manifest, taken) =>
    change(manifest, save('a', 'new'), { id: crypto.randomUUID(), at: entry.metadata.saved_at, actor: 'ada', taken }),
  )
  expect([pathOf(next.entry), await stores[0]!.text(next.entry)]).toEqual([pathOf({ ...entry, ordinal: 3 }), 'new'])
  expect(await readdir(root)).toEqual(['manifest.json', 'system'])
})

test('a change whose process died before it could tell of it is told by the next one that starts, once', async () => {
  const told = async () =>
    (await databases[0]!.tables<OutboxTables>().selectFrom('outbox').select('value').orderBy('seq').execute()).map(
      ({ value }) => promptChanged.schema.parse(JSON.parse(value)).name,
    )
  const writer = folderWriter(root)
  const dying = openPromptStore(
    { ...writer, remove: () => Promise.reject(new Error('dead')), announce: () => Promise.reject(new Error('dead')) },
    databases[0]!,
    log,
  )
  const last = (name: string) => (manifest: Manifest) => {
    const at = new Date().toISOString()
    const done = change(manifest, save(name), { id: crypto.randomUUID(), at, actor: 'ada' })
    const facts = { prompt_type: 'system' as const, prompt_id: done.entry.id, name, change: 'saved' as const, actor: 'ada', at }
    return { ...done, manifest: { ...done.manifest, last_change: { ...facts, current_id: null, manifest_version: done.manifest.version } } }
  }
  await dying.change(origin, last('first'))
  expect(await told()).toEqual(['first'])
  // The manifest is written, and the transaction that told of it is gone.
  const { manifest, mark } = await writer.latest()
  await writer.replaceManifest(last('second')(manifest).manifest, mark)
  expect(await told()).toEqual(['first'])
  await stores[1]!.tellLast(origin)
  await stores[0]!.tellLast(origin)
  expect(await told()).toEqual(['first', 'second'])
})

test('a manifest that is damaged is never written over', async () => {
  await mkdir(root)
  await writeFile(join(root, 'manifest.json'), '{"version": 1')
  await expect(apply(stores[0]!, save('a'))).rejects.toMatchObject({ code: 'internal' })
  expect(await readFile(join(root, 'manifest.json'), 'utf8')).toBe('{"version": 1')
})

test('symlinks lead no write and no read out of the folder', async () => {
  const outside = join(root, '..', 'outside')
  await Promise.all([mkdir(outside), mkdir(root)])
  await symlink(outside, join(root, 'system'))
  await expect(apply(stores[0]!, save('a'))).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await readdir(outside)).toEqual([])
  await rm(join(root, 'system'))
  await writeFile(join(outside, 'target'), 'kept')
  const { entry } = await apply(stores[0]!, save('a'))
  await symlink(join(outside, 'target'), join(root, pathOf({ ...entry, ordinal: 2 })))
  await stores[0]!.change(origin, (m, taken) =>
    change(m, save('a', 'new'), { id: crypto.randomUUID(), at: entry.metadata.saved_at, actor: 'ada', taken }),
  )
  expect(await readFile(join(outside, 'target'), 'utf8')).toBe('kept')
  await rm(join(root, pathOf(entry)))
  await symlink(join(outside, 'target'), join(root, pathOf(entry)))
  await expect(stores[0]!.text(entry)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a folder without anything is an empty repository', async () => {
  expect([stores[0]!.held(), await stores[0]!.manifest()]).toEqual([undefined, emptyManifest])
})
