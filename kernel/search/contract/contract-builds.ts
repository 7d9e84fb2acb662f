import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IndexBuilds } from '../builds.ts'
import { defaultIndexSpec } from '../default-index.ts'
import type { IndexedChunk, SearchIndex } from '../search.ts'
import { batches, chunkOf, DIMENSIONS } from './contract-fixture.ts'

const INDEX = 'docs'

/** Where an index lies: `open` is a process that looks at it. */
interface Place {
  open(): Promise<SearchIndex>
  dispose(): Promise<void>
}

/** The suite that every adapter of the search port passes which keeps two builds of an index. */
export function buildsContract(name: string, makePlace: () => Promise<Place>): void {
  describe(`builds of an index: ${name}`, () => {
    let place: Place
    let search: SearchIndex
    let builds: IndexBuilds
    const reopen = async () => {
      search = await place.open()
      if (!search.builds) throw new Error('no builds')
      builds = search.builds
    }
    beforeAll(async () => {
      place = await makePlace()
    })
    afterAll(async () => place.dispose())
    beforeEach(async () => {
      await reopen()
      await search.createIndex(defaultIndexSpec(INDEX, DIMENSIONS))
    })
    afterEach(async () => {
      if (await search.getIndex(INDEX)) await search.deleteIndex(INDEX)
      await search.close()
    })

    const chunks = (document: string, ...texts: readonly string[]): AsyncIterable<readonly IndexedChunk[]> =>
      batches(texts.map((text, i) => chunkOf(document, i, { text })))
    const put = (document: string, epoch: number, ...texts: readonly string[]) =>
      search.replaceDocument(INDEX, { document_id: document, epoch }, chunks(document, ...texts))
    const second = () => builds.open(INDEX, { spec: defaultIndexSpec(INDEX, DIMENSIONS), settings: '{"chunking":{"max_tokens":60}}' })
    const texts = async (document: string) =>
      (await search.chunksOf(INDEX, document, { skip: 0, top: 10 })).hits.map(({ fields }) => fields.text)
    const found = async (text: string) => (await search.search(INDEX, { text, top: 10 })).hits.map(({ fields }) => fields.text)

    test('a second build is seen by nobody who asks for the index, nor by its name', async () => {
      await put('a', 1, 'wheel old')
      const { name } = await second()
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'wheel new', 'wheel newer'))).toBe('written')
      expect(await found('wheel')).toEqual(['wheel old'])
      expect((await search.listIndexes()).map(({ spec, documents }) => [spec.name, documents])).toEqual([[INDEX, 1]])
      expect(await search.getIndex(name)).toBeUndefined()
      await expect(search.search(name, { text: 'wheel', top: 1 })).rejects.toMatchObject({ code: 'not_found' })
      expect((await builds.search(name, { text: 'wheel', top: 5 })).hits).toHaveLength(2)
      await expect(second()).rejects.toMatchObject({ code: 'conflict' })
    })

    test('the live build changes in one step and back, in every process, and what is in memory goes with it', async () => {
      await put('a', 1, 'wheel old')
      const { name } = await second()
      const live = (await builds.of(INDEX))?.live.name ?? ''
      expect(await builds.makeLive(name)).toBe(false)
      await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'wheel new', 'wheel newer'))
      const other = await place.open()
      const seen = async () => (await other.search(INDEX, { text: 'wheel', top: 5 })).hits.map(({ fields, index }) => [fields.text, index])
      expect(await seen()).toEqual([['wheel old', INDEX]])
      expect(await builds.makeLive(name)).toBe(true)
      expect((await seen()).sort()).toEqual([
        ['wheel new', INDEX],
        ['wheel newer', INDEX],
      ])
      expect(await texts('a')).toEqual(['wheel new', 'wheel newer'])
      await expect(builds.drop(name)).rejects.toMatchObject({ code: 'conflict' })
      expect(await builds.makeLive(live)).toBe(true)
      expect(await seen()).toEqual([['wheel old', INDEX]])
      await builds.drop(name)
      expect(await builds.of(INDEX)).toMatchObject({ live: { name: live, settings: null }, other: undefined })
      await other.close()
    })

    test('what is written for both becomes visible in both, and a stale write in neither', async () => {
      const { name } = await second()
      const { live } = (await builds.of(INDEX)) ?? {}
      const both = (epoch: number, old: string, fresh: string) =>
        builds.replaceDocument(INDEX, { document_id: 'a', epoch }, [
          { build: name, chunks: chunks('a', fresh, fresh) },
          { build: live?.name ?? '', chunks: chunks('a', old) },
        ])
      expect(await both(5, 'wheel five', 'wheel 5')).toEqual({ outcome: 'written', written: 1, removed: 0 })
      expect(await both(4, 'wheel four', 'wheel 4')).toEqual({ outcome: 'stale' })
      expect(await builds.difference(INDEX)).toEqual({ missing: 0, extra: 0, sample: [] })
      expect(await builds.count(name)).toEqual({ documents: 1, chunks: 2 })
      await builds.makeLive(name)
      expect(await texts('a')).toEqual(['wheel 5', 'wheel 5'])
    })

    test('deletions, clearings and fences hold in both builds, also after the other one has become live', async () => {
      await put('a', 1, 'wheel a')
      await put('b', 1, 'wheel b')
      await put('c', 1, 'wheel c')
      const { name } = await second()
      for (const id of ['a', 'b', 'c']) await builds.mirror(INDEX, name, { document_id: id, epoch: 1 }, chunks(id, `new ${id}`))
      await search.deleteDocument(INDEX, { document_id: 'a', epoch: 9 })
      await search.deleteDocument(INDEX, { document_id: 'never', epoch: 9 })
      expect(await search.fenceDocument(INDEX, { document_id: 'b', epoch: 2 })).toBe('fenced')
      expect(await builds.difference(INDEX)).toMatchObject({ missing: 0, extra: 0 })
      expect(await builds.makeLive(name)).toBe(true)
      expect(await found('new')).toHaveLength(2)
      for (const [id, epoch] of [['a', 9] as const, ['b', 2] as const, ['never', 9] as const])
        expect([id, await search.admits(INDEX, { document_id: id, epoch })]).toEqual([id, false])
      expect(await put('b', 2, 'late')).toEqual({ outcome: 'stale' })
      await search.clearIndex(INDEX)
      expect(await builds.count(name)).toEqual({ documents: 0, chunks: 0 })
      expect(await builds.difference(INDEX)).toMatchObject({ missing: 0, extra: 0 })
    })

    test('a document that changes while it is mirrored is told as stale, and lacking until it is mirrored as it is now', async () => {
      await put('a', 1, 'wheel one')
      const { name } = await second()
      async function* slow() {
        await put('a', 2, 'wheel two')
        yield* chunks('a', 'wheel 1')
      }
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, slow())).toBe('stale')
      // Looked up before it was replaced, made ready after that.
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'wheel 1'))).toBe('stale')
      expect(await builds.documents(INDEX, { after: '', top: 9, lacking: true })).toEqual([
        { document_id: 'a', epoch: 2, fenced: false, agrees: false },
      ])
      async function* deleted() {
        await search.deleteDocument(INDEX, { document_id: 'a', epoch: 3 })
        yield* chunks('a', 'wheel 2')
      }
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 2 }, deleted())).toBe('stale')
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 2 }, chunks('a', 'wheel 2'))).toBe('stale')
      expect(await builds.count(name)).toEqual({ documents: 0, chunks: 0 })
      expect(await builds.makeLive(name)).toBe(true)
    })

    test('a write that was begun for a build which is live no more is made again', async () => {
      const { name } = await second()
      async function* switched() {
        await builds.makeLive(name)
        yield* chunks('a', 'wheel')
      }
      await expect(search.replaceDocument(INDEX, { document_id: 'a', epoch: 1 }, switched())).rejects.toMatchObject({ retryable: true })
      expect(await found('wheel')).toEqual([])
    })

    test('both builds are there after a restart, and go with their index', async () => {
      await put('a', 1, 'wheel')
      const { name } = await second()
      await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'new wheel'))
      await search.close()
      await reopen()
      expect(await builds.of(INDEX)).toMatchObject({ other: { name, settings: '{"chunking":{"max_tokens":60}}' } })
      expect(await builds.makeLive(name)).toBe(true)
      expect(await found('wheel')).toEqual(['new wheel'])
      await search.deleteIndex(INDEX)
      expect(await builds.of(INDEX)).toBeUndefined()
      expect(await builds.mirror(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'x'))).toBe('gone')
    })

    test('a pass of before is shown beside a newer one, a deleted one and one that came since; what comes meanwhile is newer', async () => {
      await put('a', 2, 'wheel now')
      await put('late', 1, 'wheel late')
      await search.deleteDocument(INDEX, { document_id: 'gone', epoch: 1999 })
      const { name } = await second()
      expect(await builds.restore(INDEX, name, { document_id: 'a', epoch: 1 }, chunks('a', 'wheel then'))).toBe('written')
      expect(await builds.restore(INDEX, name, { document_id: 'gone', epoch: 1 }, chunks('gone', 'wheel gone'))).toBe('written')
      expect(await builds.restore(INDEX, name, { document_id: 'gone', epoch: 1 }, chunks('gone', 'wheel gone'))).toBe('written')
      expect((await found('wheel')).toSorted()).toEqual(['wheel late', 'wheel now'])
      expect(await builds.difference(INDEX)).toMatchObject({ missing: 2, extra: 1 })
      expect(await builds.makeLive(name)).toBe(false)
      expect(await builds.makeLive(name, true)).toBe(true)
      expect((await found('wheel')).toSorted()).toEqual(['wheel gone', 'wheel then'])
      // From now on it is the live one: the next generation takes its place, and a deletion goes through.
      expect(await put('a', 3, 'wheel next')).toMatchObject({ outcome: 'written' })
      expect(await search.deleteDocument(INDEX, { document_id: 'gone', epoch: 1999 })).toEqual({ removed: 1 })
      expect((await found('wheel')).toSorted()).toEqual(['wheel next'])
      const build = (await builds.of(INDEX))?.other?.name ?? ''
      expect(await builds.restore(INDEX, build, { document_id: 'a', epoch: 1 }, chunks('a', 'wheel then'))).toBe('stale')
    })
  })
}
