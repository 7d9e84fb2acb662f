import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import type { Database } from '../../store/database.ts'
import { batches, chunkOf, vectorOf } from '../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../default-index.ts'
import type { IndexedChunk, SearchIndex } from '../search.ts'
import { gate, openOn, put, seen } from './azure.fixture.ts'
import { type FakeService, startFakeService } from './fake-service.fixture.ts'
import type { StageTables } from './stage-tables.ts'

const document = (text: string, count: number): IndexedChunk[] => Array.from({ length: count }, (_, i) => chunkOf('a', i, { text }))

describe.each(databaseKinds)('documents on Azure AI Search (fake), arbitrated by $kind', ({ create }) => {
  let fake: FakeService
  let store: TestDatabase
  let database: Database
  let writer: SearchIndex
  let reader: SearchIndex
  beforeEach(async () => {
    fake = await startFakeService()
    store = await create()
    database = await store.open()
    // Two processes: all that they share is the service and the database.
    writer = await openOn(fake, database, { graceMs: 300 })
    // SQLite is one process's alone, and two connections of one process would wait for each other.
    reader = await openOn(fake, database.kind === 'sqlite' ? database : await store.open(), { graceMs: 300 })
    await writer.createIndex(defaultIndexSpec('docs', 4))
  })
  afterEach(async () => {
    fake.interrupt = undefined
    await Promise.all([writer.close(), reader.close()])
    await store.dispose()
    await fake.close()
  })
  const stageRows = () => database.tables<StageTables>().selectFrom('search_stages').selectAll().execute()

  test('chunks that the service holds already are not seen before the document is whole', async () => {
    await put(writer, 'a', 1, ...document('old', 2))
    async function* watched() {
      yield document('new', 1500)
      expect(fake.documents('docs').length).toBeGreaterThanOrEqual(1000)
      for (const request of [{}, { text: 'new old' }, { vector: vectorOf(1) }])
        expect(await seen(reader, request)).toMatchObject({ texts: ['old'], hits: 2 })
      expect(await reader.chunksOf('docs', 'a', { skip: 0, top: 9 })).toMatchObject({ total: 2 })
      expect((await reader.listIndexes())[0]?.documents).toBe(2)
    }
    await writer.replaceDocument('docs', { document_id: 'a', epoch: 2 }, watched())
    expect(await seen(reader)).toEqual({ texts: ['new'], total: 1500, hits: 1500 })
  })

  test('a write ends when searches find it, however late the service shows it', async () => {
    fake.delayMs = 400
    const started = performance.now()
    await put(writer, 'a', 1, ...document('late', 20))
    expect(performance.now() - started).toBeGreaterThan(350)
    expect(await seen(reader)).toEqual({ texts: ['late'], total: 20, hits: 20 })
  })

  test('searches between and amid replacements see one whole epoch each', async () => {
    fake.delayMs = 30
    await put(writer, 'a', 1, ...document('epoch 1', 30))
    let done = false
    const writing = (async () => {
      for (let g = 2; g <= 6; g++) await put(writer, 'a', g, ...document(`epoch ${g}`, 30))
      done = true
    })()
    const found = new Set<string>()
    while (!done) {
      const { texts, total, hits } = await seen(reader)
      expect([texts.length, total, hits]).toEqual([1, 30, 30])
      found.add(String(texts[0]))
    }
    await writing
    expect(found.size).toBeGreaterThan(2)
    expect((await seen(reader)).texts).toEqual(['epoch 6'])
  })

  test('a search that began before the switch reads the whole old document', async () => {
    await put(writer, 'a', 1, ...document('old', 3))
    const [arrived, held] = [gate(), gate()]
    fake.interrupt = ({ path }) => {
      if (!path.endsWith('search.post.search')) return undefined
      fake.interrupt = undefined
      arrived.open()
      return held.passed
    }
    const slow = seen(reader)
    await arrived.passed
    await put(writer, 'a', 2, ...document('new', 3))
    held.open()
    expect(await slow).toEqual({ texts: ['old'], total: 3, hits: 3 })
    expect((await seen(reader)).texts).toEqual(['new'])
  })

  test('of two passes at once the higher epoch stays, whichever ends last', async () => {
    const held = gate()
    async function* slow() {
      yield document('older', 3)
      await held.passed
    }
    const older = writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, slow())
    await put(reader, 'a', 2, ...document('newer', 3))
    held.open()
    expect(await older).toEqual({ outcome: 'stale' })
    expect((await seen(writer)).texts).toEqual(['newer'])
  })

  test('a fence and a finishing write meet in the database: one of them wins', async () => {
    for (let g = 1; g <= 8; g++) {
      const [write, fence] = await Promise.all([
        put(writer, 'a', g, ...document(`epoch ${g}`, 2)),
        reader.fenceDocument('docs', { document_id: 'a', epoch: g }),
      ])
      expect([write.outcome, fence]).toSatisfy(([w, f]) => (w === 'written' && f === 'live') || (w === 'stale' && f === 'fenced'))
      expect((await seen(reader)).texts.includes(`epoch ${g}`)).toBe(write.outcome === 'written')
    }
  })

  test('what was replaced, deleted or broken off leaves the service after its grace', async () => {
    await put(writer, 'a', 1, ...document('old', 3))
    await put(writer, 'a', 2, ...document('new', 2))
    async function* broken(): AsyncIterable<readonly IndexedChunk[]> {
      yield document('broken', 1200)
      throw new Error('source gone')
    }
    await expect(writer.replaceDocument('docs', { document_id: 'b', epoch: 1 }, broken())).rejects.toThrow('source gone')
    expect(fake.documents('docs').length).toBe(1005)
    await vi.waitFor(() => expect(fake.documents('docs').map((d) => d.text)).toEqual(['new', 'new']), 10_000)
    await vi.waitFor(async () => expect(await stageRows()).toEqual([]), 10_000)
    await writer.deleteDocument('docs', { document_id: 'a', epoch: 2 })
    expect(await seen(reader)).toEqual({ texts: [], total: 0, hits: 0 })
    await vi.waitFor(() => expect(fake.documents('docs')).toEqual([]), 10_000)
  })

  test('a broken write of which a request got no answer stays out of sight, so that its late arrival is not seen', async () => {
    fake.interrupt = ({ path }) => {
      if (!path.endsWith('search.index')) return undefined
      fake.interrupt = undefined
      return { status: 0 }
    }
    async function* broken(): AsyncIterable<readonly IndexedChunk[]> {
      yield document('broken', 1200)
      throw new Error('source gone')
    }
    await expect(writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, broken())).rejects.toThrow('source gone')
    const late = fake.asked.find(({ path }) => path.endsWith('search.index'))?.body
    await vi.waitFor(() => expect(fake.documents('docs')).toEqual([]), 10_000)
    const headers = { 'api-key': fake.key, 'content-type': 'application/json' }
    await fetch(`${fake.endpoint}/indexes('docs')/docs/search.index?api-version=2026-04-01`, { method: 'POST', headers, body: late ?? '' })
    expect(fake.documents('docs')).toHaveLength(1000)
    expect(await seen(reader)).toEqual({ texts: [], total: 0, hits: 0 })
    expect((await stageRows()).map((r) => r.state)).toEqual(['lost'])
  })

  test('a writer that fell silent is given up: its chunks go, and when it wakes up it has to begin anew', async () => {
    const held = gate()
    async function* hung() {
      yield document('hung', 1200)
      await held.passed
      yield [chunkOf('a', 5000, { text: 'hung' })]
    }
    const write = writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, hung()).catch((error: unknown) => error)
    await vi.waitFor(() => expect(fake.documents('docs')).toHaveLength(1000), 10_000)
    await database
      .tables<StageTables>()
      .updateTable('search_stages')
      .set({ at: Date.now() - 7_200_000 })
      .execute()
    await vi.waitFor(
      async () => {
        // Each call makes a sweep follow.
        await reader.deleteDocument('docs', { document_id: 'absent', epoch: 1 })
        expect(fake.documents('docs')).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    held.open()
    expect(await write).toMatchObject({ name: 'WorkError', retryable: true })
    expect(await put(writer, 'a', 1, ...document('whole', 2))).toMatchObject({ outcome: 'written' })
    expect(await seen(reader)).toEqual({ texts: ['whole'], total: 2, hits: 2 })
  })

  test('a document cleared away while it is written is written again when it is delivered again', async () => {
    await put(writer, 'b', 1, chunkOf('b', 0, { text: 'other' }))
    async function* cleared() {
      yield document('new', 2)
      expect(await reader.clearIndex('docs')).toBe(1)
    }
    const write = writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, cleared())
    await expect(write).rejects.toMatchObject({ name: 'WorkError', retryable: true })
    expect(await put(writer, 'a', 1, ...document('new', 2))).toMatchObject({ outcome: 'written' })
    expect((await seen(reader)).texts).toEqual(['new'])
    await vi.waitFor(() => expect(fake.documents('docs').map((d) => d.text)).toEqual(['new', 'new']), 10_000)
  })

  test('a new database takes what the service holds, and old chunks do not stay beside new ones', async () => {
    await put(writer, 'a', 1, ...document('old', 3))
    await put(writer, 'b', 1, chunkOf('b', 0, { text: 'other' }))
    const fresh = await create()
    const search = await openOn(fake, await fresh.open(), { graceMs: 50 })
    expect((await seen(search)).texts).toEqual(['old', 'other'])
    expect(await put(search, 'a', 2, ...document('new', 1))).toEqual({ outcome: 'written', written: 1, removed: 3 })
    expect((await seen(search)).texts).toEqual(['new', 'other'])
    expect(await search.deleteDocument('docs', { document_id: 'b', epoch: 1 })).toEqual({ removed: 1 })
    expect((await seen(search)).texts).toEqual(['new'])
    await vi.waitFor(() => expect(fake.documents('docs').map((d) => d.text)).toEqual(['new']), 10_000)
    await search.close()
    await fresh.dispose()
  })

  test('an index changed by one process is known to the other', async () => {
    const spec = defaultIndexSpec('docs', 4)
    expect((await reader.getIndex('docs'))?.fields.some((f) => f.name === 'grade')).toBe(false)
    await writer.updateIndex({ ...spec, fields: [...spec.fields, { name: 'grade', type: 'Edm.Int32' }] })
    await vi.waitFor(async () => expect((await reader.getIndex('docs'))?.fields.some((f) => f.name === 'grade')).toBe(true), 5_000)
    expect((await writer.getIndex('docs'))?.fields.some((f) => f.name === 'grade')).toBe(true)
    await writer.replaceDocument('docs', { document_id: 'a', epoch: 1 }, batches([chunkOf('a', 0, { grade: 7 })]))
  })
})
