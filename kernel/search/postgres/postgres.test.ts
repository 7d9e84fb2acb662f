import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import { createLogger } from '../../runtime/log.ts'
import { searchContract } from '../contract/contract.ts'
import { buildsContract } from '../contract/contract-builds.ts'
import { batches, chunkOf, DIMENSIONS } from '../contract/contract-fixture.ts'
import { wordsContract } from '../contract/contract-words.ts'
import { defaultIndexSpec } from '../default-index.ts'
import type { SearchIndex } from '../search.ts'
import { openPostgresSearch } from './open-postgres-search.ts'
import { isNewEnough } from './require-vectors.ts'

const log = createLogger('CRITICAL')
const url = inject('searchDatabaseUrl')

if (url) {
  const openOne = async () => {
    const search = await openPostgresSearch({ url: await ownDatabase(url), log })
    return { search, dispose: () => search.close() }
  }
  searchContract('PostgreSQL with pgvector', openOne)
  wordsContract('PostgreSQL with pgvector', openOne)
  buildsContract('PostgreSQL with pgvector', async () => {
    const own = await ownDatabase(url)
    return { open: () => openPostgresSearch({ url: own, log }), dispose: async () => {} }
  })

  test('facets count what an earlier version wrote, too, and into tables that it made', async () => {
    const own = await ownDatabase(url)
    const client = new pg.Client({ connectionString: own })
    await client.connect()
    const put = (search: SearchIndex, id: string, doc_type: string) =>
      search.replaceDocument(
        'kept',
        { document_id: id, epoch: 1 },
        batches([chunkOf(id, 0, { text: id, doc_type }), chunkOf(id, 1, { doc_type })]),
      )
    const told = async (search: SearchIndex) =>
      Object.fromEntries(
        (await search.search('kept', { top: 0, facets: [{ field: 'doc_type', count: 9 }] })).facets?.doc_type?.map((f) => [
          f.value,
          f.count,
        ]) ?? [],
      )
    const labelled = async () => {
      const { rows } = await client.query("SELECT tables, labelled FROM search_indexes WHERE name = 'kept'")
      const column = `SELECT count(labels)::int AS n FROM search_chunks_${rows[0].tables}`
      return { known: rows[0].labelled === rows[0].tables, chunks: rows[0].labelled ? (await client.query(column)).rows[0].n : 0 }
    }
    const first = await openPostgresSearch({ url: own, log })
    await first.createIndex(defaultIndexSpec('kept', DIMENSIONS))
    await put(first, 'a', 'policy')
    expect(await labelled()).toEqual({ known: true, chunks: 2 })
    const { rows } = await client.query("SELECT tables FROM search_indexes WHERE name = 'kept'")
    await client.query(`ALTER TABLE search_chunks_${rows[0].tables} DROP COLUMN labels`)
    await client.query('UPDATE search_indexes SET labelled = NULL')
    await put(first, 'b', 'report')
    expect(await told(first)).toEqual({ policy: 2, report: 2 })
    const second = await openPostgresSearch({ url: own, log })
    await put(second, 'c', 'policy')
    expect(await labelled()).toEqual({ known: true, chunks: 2 })
    expect(await told(second)).toEqual({ policy: 4, report: 2 })
    await second.clearIndex('kept')
    await put(second, 'd', 'policy')
    expect([await told(second), await labelled()]).toEqual([{ policy: 2 }, { known: true, chunks: 2 }])
    await Promise.all([client.end(), first.close(), second.close()])
  })

  test('facets over everything read one chunk of those that have the same labels', async () => {
    const own = await ownDatabase(url)
    const search = await openPostgresSearch({ url: own, log })
    await search.createIndex(defaultIndexSpec('many', DIMENSIONS))
    for (const doc of ['a', 'b', 'c', 'd'])
      await search.replaceDocument(
        'many',
        { document_id: doc, epoch: 1 },
        batches(Array.from({ length: 50 }, (_, i) => chunkOf(doc, i, { text: 'x', doc_type: doc < 'c' ? 'policy' : 'memo', tags: ['t'] }))),
      )
    await search.close()
    const client = new pg.Client({ connectionString: own })
    await client.connect()
    const { rows } = await client.query("SELECT tables FROM search_indexes WHERE name = 'many'")
    const labels = await client.query(
      `SELECT count(DISTINCT labels)::int AS n, count(*)::int AS chunks FROM search_chunks_${rows[0].tables}`,
    )
    await client.end()
    expect(labels.rows[0]).toEqual({ n: 2, chunks: 200 })
  })
} else describe.skip('search port: PostgreSQL with pgvector', () => test(inject('skipped'), () => {}))

test('versions of pgvector that walk on behind a filter', () => {
  expect(['0.8.0', '0.8.5', '0.10.0', '1.0', '0.7.4', '0.5'].map(isNewEnough)).toEqual([true, true, true, true, false, false])
})

const plain = inject('databaseUrl')
test.skipIf(!plain)('a server without pgvector is told what to install', async ({ skip }) => {
  const client = new pg.Client({ connectionString: plain })
  await client.connect()
  const { rows } = await client.query("SELECT name FROM pg_available_extensions WHERE name = 'vector'")
  await client.end()
  skip(rows.length > 0, 'this PostgreSQL has pgvector')
  await expect(openPostgresSearch({ url: plain ?? '', log })).rejects.toThrow(/no extension "vector"; install pgvector 0\.8 or newer/)
})
