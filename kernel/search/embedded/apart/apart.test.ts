import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../../runtime/log.ts'
import { searchContract } from '../../contract/contract.ts'
import { buildsContract } from '../../contract/contract-builds.ts'
import { batches, chunkOf, vectorOf } from '../../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../../default-index.ts'
import { parseFilter } from '../../filter/parse-filter.ts'
import type { SearchIndex, SearchReply } from '../../search.ts'
import { createIndex } from '../manage-indexes.ts'
import { closeDatabase, openDatabase, snapshot } from '../open-database.ts'
import { openEmbeddedSearch } from '../open-embedded-search.ts'
import { runSearch } from '../run-search.ts'
import { searchWhere } from '../search-where.ts'
import { createTables, requireIndexId } from '../tables.ts'
import { replaceDocument } from '../write-document.ts'

const log = createLogger('CRITICAL')
const folder = () => mkdtemp(join(tmpdir(), 'millrace-search-'))
const APART = -1

const openOne = async () => {
  const dir = await folder()
  const search = await openEmbeddedSearch({ dir, log, apartFrom: APART })
  return {
    search,
    async dispose() {
      await search.close()
      await rm(dir, { recursive: true })
    },
  }
}
searchContract('embedded, in a thread', openOne)
buildsContract('embedded, in a thread', async () => {
  const dir = await folder()
  return { open: () => openEmbeddedSearch({ dir, log, apartFrom: APART }), dispose: () => rm(dir, { recursive: true }) }
})

const page = (id: string, i: number) =>
  chunkOf(id, i, { text: `weir ${i % 3 === 0 ? 'gate' : 'mill'} ${id}`, doc_type: i % 2 ? 'memo' : 'policy' }, vectorOf(1, i, i % 5, i % 7))

/** Means are added up in the order in which chunks came into memory. */
const rounded = (reply: SearchReply) => ({ ...reply, hits: reply.hits.map((hit) => ({ ...hit, score: Number(hit.score.toFixed(9)) })) })

describe('an index that is searched in a thread', () => {
  let dir: string
  beforeEach(async () => {
    dir = await folder()
  })
  afterEach(() => rm(dir, { recursive: true }))

  test('gives what one in this thread gives: hybrid, filters, ties, deletions, after opening anew', async () => {
    const requests = [
      { text: 'weir gate', vector: vectorOf(1, 3, 2), top: 10 },
      { vector: vectorOf(1, 3, 2), top: 7, filter: parseFilter("doc_type eq 'memo'") },
      { text: 'mill', top: 30, count: true, facets: [{ field: 'doc_type', count: 5 }], filter: parseFilter("document_id eq 'd3'") },
      {
        text: 'gate d7',
        vector: vectorOf(0, 1),
        top: 5,
        corpus: parseFilter("doc_type eq 'policy'"),
        filter: parseFilter("doc_type eq 'policy'"),
      },
      { top: 5, skip: 3, orderBy: [{ field: 'chunk_index', direction: 'desc' as const }] },
    ]
    const [here, there] = await Promise.all([openEmbeddedSearch({ dir, log }), openEmbeddedSearch({ dir, log, apartFrom: APART })])
    await here.createIndex(defaultIndexSpec('docs', 4))
    const same = async (other: SearchIndex) => {
      for (const request of requests)
        expect(rounded(await other.search('docs', request))).toEqual(rounded(await here.search('docs', request)))
    }
    for (let d = 0; d < 12; d++)
      await there.replaceDocument(
        'docs',
        { document_id: `d${d}`, epoch: 1 },
        batches(Array.from({ length: 20 }, (_, i) => page(`d${d}`, i))),
      )
    await same(there)
    expect(await there.wordsLike?.('docs', 'weirrs')).toEqual(['weir'])
    await there.deleteDocument('docs', { document_id: 'd7', epoch: 2 })
    await here.replaceDocument('docs', { document_id: 'd3', epoch: 2 }, batches([page('d3', 1)]))
    await same(there)
    const anew = await openEmbeddedSearch({ dir, log, apartFrom: APART })
    await same(anew)
    await expect(there.search('absent', { top: 1 })).rejects.toMatchObject({ code: 'not_found', details: { index: 'absent' } })
    await expect(there.search('docs', { vector: new Float32Array(3), top: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
      status: 400,
    })
    await Promise.all([here.close(), there.close(), anew.close()])
  })

  test('one that grows is moved there, and its memory here is given back', async () => {
    const db = openDatabase(dir)
    const tables = createTables(db, dir)
    await createIndex(db, defaultIndexSpec('docs', 4))
    const id = requireIndexId(db, 'docs')
    const where = searchWhere(db, tables, { dir, readonly: false, apartFrom: 10 })
    const put = (document: string, count: number) =>
      replaceDocument(db, tables, 'docs', { document_id: document, epoch: 1 }, [
        { build: 'docs', chunks: batches(Array.from({ length: count }, (_, i) => page(document, i))) },
      ])
    const request = { text: 'weir', vector: vectorOf(1, 2), top: 100, count: true }
    await put('a', 8)
    expect((await where.search('docs', request)).total).toBe(8)
    expect(tables.held(id)).toBe(8)
    await put('b', 8)
    await vi.waitFor(async () => {
      expect((await where.search('docs', request)).total).toBe(16)
      expect(tables.held(id)).toBeUndefined()
    }, 30_000)
    // What is written from now on is found there at once.
    await put('c', 8)
    const found = await where.search('docs', request)
    expect(found.total).toBe(24)
    expect(tables.held(id)).toBeUndefined()
    expect(rounded(found)).toEqual(rounded(snapshot(db, () => runSearch(db, tables, 'docs', request))))
    await where.close()
    await closeDatabase(db)
  })

  test('while it is being opened a question waits a moment, and is told then to come again', async () => {
    const db = openDatabase(dir)
    await createIndex(db, defaultIndexSpec('docs', 4))
    const where = searchWhere(db, createTables(db, dir), { dir, readonly: false, apartFrom: APART, patienceMs: 1 })
    where.open('docs')
    expect(where.opening()).toBe(1)
    const refused = { code: 'unavailable', status: 503, headers: { 'retry-after': '5' }, details: { index: 'docs' } }
    await expect(where.search('docs', { text: 'weir', top: 1 })).rejects.toMatchObject(refused)
    await expect(where.wordsLike('docs', 'wier')).rejects.toMatchObject(refused)
    await vi.waitFor(() => expect(where.opening()).toBe(0), 30_000)
    expect((await where.search('docs', { text: 'weir', top: 1 })).hits).toEqual([])
    await where.close()
    await closeDatabase(db)
  })
})
