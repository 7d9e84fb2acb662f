import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { limitsOf } from '../../../kernel/access/limits.ts'
import { connectPostgres } from '../../../kernel/store/postgres.ts'
import { documentDeleted, documentReceived } from '../../../schemas/document.ts'
import { indexCleared } from '../../../schemas/index-admin.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { allFiles, readFiles } from './read-files.ts'
import { readStats } from './read-stats.ts'
import { knowledge } from './service.ts'

const url = inject('databaseUrl')
const databaseName = `knowledge_${process.pid}_${Date.now()}`
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const onPostgres = async () => {
  await admin(`create database ${databaseName}`)
  const own = new URL(url ?? '')
  own.pathname = `/${databaseName}`
  return connectPostgres({ url: own.href, log: pino({ level: 'silent' }) })
}
if (!url) console.error(`knowledge on PostgreSQL skips: ${inject('skipped')}`)

describe.each([
  { kind: 'sqlite', open: undefined, skip: false },
  { kind: 'postgres', open: onPostgres, skip: !url },
])('the knowledge base on $kind', ({ kind, open, skip }) => {
  describe.skipIf(skip)('', () => {
    let stack: EmbeddedStack
    const get = async (path: string) => (await stack.app.inject(`/api/v2/knowledge${path}`)).json()
    const status = async (path: string) => (await stack.app.inject(`/api/v2/knowledge${path}`)).statusCode
    const names = async (query: string): Promise<string[]> =>
      (await get(`/files?${query}`)).items.map((i: { source_file: string }) => i.source_file)
    const ask = async (payload: object) => stack.app.inject({ method: 'POST', url: '/api/v2/knowledge/query', payload })

    beforeAll(async () => {
      stack = await embeddedStack([uploads, knowledge], {}, open)
      await stack.ports.search.createIndex({
        name: 'others',
        fields: [
          { name: 'key', type: 'Edm.String', key: true },
          { name: 'text', type: 'Edm.String' },
          { name: 'document_id', type: 'Edm.String' },
          { name: 'page_number', type: 'Edm.String' },
        ],
      })
      await stack.ingest({ name: 'Brücke 100%.txt', texts: ['The bridge carries carts.', 'A toll is paid at the bridge.'] })
      await stack.ingest({ name: 'apple_pie.csv', texts: ['Apples and flour.'], metadata: { tags: ['food', 'autumn'] } })
      await stack.ingest({ name: '=cmd.txt', texts: ['The mill grinds flour for the bakers of the town.'] })
      await stack.ingest({ name: 'apple_pie.csv', index: 'others', texts: ['Elsewhere.', 'There.', 'Here.'] })
    })
    afterAll(async () => {
      await stack.dispose()
      if (kind === 'postgres') await admin(`drop database ${databaseName}`)
    })

    test('rows outside of the limits are not read', async () => {
      const { database, config } = stack.ports
      const shown = {
        ...config,
        access: { ...config.access, business_unit: { ...config.access.business_unit, unlabelled: 'shown' as const } },
      }
      const all = await readStats(database, limitsOf({ claims: {} }, config), config)
      const read = async (claims: Record<string, unknown>, by: typeof config = config) => {
        const limits = limitsOf({ claims }, by)
        const { items, total } = await readFiles(database, limits, {}, { field: 'name', descending: false }, { skip: 0, top: 10 })
        const batches = await Array.fromAsync(allFiles(database, limits))
        expect([(await readStats(database, limits, config)).total_files, batches.flat().length, items.length]).toEqual([
          total,
          total,
          total,
        ])
        return total
      }
      expect(await read({})).toBe(all.total_files)
      expect(await read({ confidentiality: ['secret', "x' or '1'='1"] })).toBe(0)
      expect(await read({ business_unit: [] })).toBe(0)
      expect(await read({ business_unit: ['A', 'B'] }, shown)).toBe(all.total_files)
      expect(await read({ business_unit: 'A', confidentiality: 'public' }, shown)).toBe(0)
    })

    test('files are filtered, sorted and paged', async () => {
      expect(await names('sort=name')).toEqual(['=cmd.txt', 'apple_pie.csv', 'apple_pie.csv', 'Brücke 100%.txt'])
      expect(await names('sort=-chunk_count')).toEqual(['apple_pie.csv', 'Brücke 100%.txt', expect.anything(), expect.anything()])
      expect((await names(''))[0]).toBe('apple_pie.csv')
      expect(await names('file_type=.TXT&sort=name')).toEqual(['=cmd.txt', 'Brücke 100%.txt'])
      expect(await names('index=second')).toEqual(['apple_pie.csv'])
      expect(await names('index=default&sort=name&page=2&page_size=1')).toEqual(['apple_pie.csv'])
      const page = await get('/files?q=PIE&page_size=1')
      expect(page.pagination).toMatchObject({ total_items: 2, total_pages: 2, has_next: true, has_previous: false })
      expect(page.items[0]).toEqual({
        source_file: 'apple_pie.csv',
        title: 'About apple_pie.csv',
        document_id: expect.any(String),
        index: 'others',
        file_type: 'csv',
        size_bytes: 21,
        chunk_count: 3,
        estimated_tokens: 3,
        ingested_at: expect.stringMatching(/^\d{4}-.*Z$/),
        status: 'complete',
        upload_id: expect.any(String),
      })
    })

    test('a file is found by its title too', async () => {
      expect(await names(`q=${encodeURIComponent('ABOUT Brücke')}`)).toEqual(['Brücke 100%.txt'])
      expect((await get('/search-file?q=about')).length).toBe(0)
    })

    test('a part of a name is no pattern', async () => {
      expect(await names(`q=${encodeURIComponent('%')}`)).toEqual(['Brücke 100%.txt'])
      expect(await names('q=e_p&index=documents')).toEqual(['apple_pie.csv'])
      expect(await names(`q=${encodeURIComponent("' or 1=1 --")}`)).toEqual([])
      expect(await names(`q=${encodeURIComponent('BRÜCKE'.normalize('NFD'))}`)).toEqual(['Brücke 100%.txt'])
    })

    test.each([
      'page=0',
      'page_size=101',
      'page=x',
      'sort=body',
      'sort=--name',
      'q=',
      `q=${'a'.repeat(256)}`,
      'q=a&q=b',
      'index=',
    ])('files?%s is 400', async (query) => expect(await status(`/files?${query}`)).toBe(400))

    test('chunks of a file come in their order; what the index does not define is null', async () => {
      const two = await get(`/file/${encodeURIComponent('Brücke 100%.txt')}/chunks?page=2&page_size=1`)
      expect(two.pagination).toMatchObject({ page: 2, total_items: 2, has_next: false })
      expect(two.items[0]).toMatchObject({
        chunk_index: 1,
        text: 'A toll is paid at the bridge.',
        filename: 'Brücke 100%.txt',
        page_number: 2,
        part: null,
      })
      expect('embedding' in two.items[0]).toBe(false)
      const own = await get('/file/apple_pie.csv/chunks?index=second')
      expect(own.items.map((c: { text: string }) => c.text)).toEqual(['Elsewhere.', 'There.', 'Here.'])
      expect(own.items[0]).toMatchObject({ filename: null, tags: null, page_number: null, id: expect.any(String) })
    })

    test('of several indexes the default one goes first', async () => {
      expect((await get('/file/apple_pie.csv/chunks')).items.map((c: { text: string }) => c.text)).toEqual(['Apples and flour.'])
    })

    test.each(['nothing.txt', 'apple_pie', '%25', 'apple_pie.csv?index=absent'])('chunks of %s are 404', async (file) => {
      const [name, query = ''] = file.split('?')
      expect(await status(`/file/${name}/chunks?${query}`)).toBe(404)
    })

    test('search-file gives one row a file', async () => {
      const rows = await get('/search-file?q=apple')
      expect(rows.map((r: { index: string; chunk_count: number }) => [r.index, r.chunk_count]).sort()).toEqual([
        ['documents', 1],
        ['others', 3],
      ])
      expect(Object.keys(rows[0]).sort()).toEqual(['chunk_count', 'file_type', 'index', 'latest_ingestion', 'source_file'])
      expect(await status('/search-file')).toBe(400)
    })

    test('stats add up', async () => {
      const stats = await get('/stats')
      expect(stats).toMatchObject({
        total_files: 4,
        total_chunks: 7,
        file_type_breakdown: { txt: 2, csv: 2 },
        index_breakdown: { documents: 3, others: 1 },
        files_omitted: 0,
      })
      expect(stats.total_size_bytes).toBe(stats.files.reduce((sum: number, f: { size_bytes: number }) => sum + f.size_bytes, 0))
      expect(stats.estimated_tokens).toBe(stats.files.reduce((sum: number, f: { estimated_tokens: number }) => sum + f.estimated_tokens, 0))
      expect(stats.indexes.map((i: Record<string, unknown>) => [i.name, i.alias, i.files, i.chunks])).toEqual([
        ['documents', 'default', 3, 4],
        ['others', 'second', 1, 3],
      ])
    })

    test('the CSV has one row a file and no formula', async () => {
      const reply = await stack.app.inject('/api/v2/knowledge/stats.csv')
      expect(reply.headers['content-type']).toMatch(/^text\/csv/)
      expect(reply.headers['content-disposition']).toMatch(/^attachment/)
      const rows: Record<string, string>[] = parse(reply.body, { columns: true, record_delimiter: '\r\n' })
      expect(rows.map((r) => r.source_file)).toEqual(["'=cmd.txt", 'apple_pie.csv', 'apple_pie.csv', 'Brücke 100%.txt'])
      expect(rows[3]).toMatchObject({ chunk_count: '2', status: 'complete', index: 'documents' })
    })

    test('a query finds passages, with filters and a bound', async () => {
      const found = (await ask({ query: 'flour' })).json()
      expect(found.results.map((r: { source_file: string }) => r.source_file).sort()).toEqual(['=cmd.txt', 'apple_pie.csv'])
      expect(found.total).toBe(2)
      expect(found.results[0]).toMatchObject({ doc_id: expect.any(String), snippet: expect.stringContaining('flour'), index: 'documents' })
      const filtered = (await ask({ query: 'flour', filters: { tags: ['autumn', 'x'], file_type: 'csv' } })).json()
      expect(filtered.results.map((r: { source_file: string }) => r.source_file)).toEqual(['apple_pie.csv'])
      const one = (await ask({ query: 'flour', top_k: 1 })).json()
      expect([one.results.length, one.total]).toEqual([1, 2])
      const other = (await ask({ query: 'elsewhere', index: 'second' })).json()
      expect(other.results[0]).toMatchObject({ snippet: 'Elsewhere.', source_file: null })
    })

    test.each([
      { query: '' },
      { query: '  ' },
      { query: 'a'.repeat(1001) },
      { top_k: 3 },
      { query: 'a', top_k: 0 },
      { query: 'a', top_k: 101 },
      { query: 'a', top_k: 1.5 },
      { query: 'a', filters: 'file_type' },
      { query: 'a', filters: { absent: 1 } },
      { query: 'a', filters: { text: 'a' } },
      { query: 'a', filters: { chunk_index: 'x' } },
      { query: 'a', filters: { doc_type: [] } },
      { query: 'a', index: 'absent' },
      { query: 'a', filter: { file_type: 'csv' } },
      { query: 'a', options: { rerankk: true } },
    ])('query %j is 400', async (payload) => expect((await ask(payload)).statusCode).toBe(400))

    test('a newer upload replaces the row, a deletion removes it, and a clearing all of its index', async () => {
      const first = await stack.ingest({ name: 'life.txt', texts: ['one', 'two'] })
      const second = await stack.ingest({ name: 'life.txt', texts: ['three'], generation: 2 })
      const rows = (await get('/files?q=life')).items
      expect(rows).toMatchObject([{ upload_id: second.uploadId, document_id: first.documentId, chunk_count: 1 }])

      const subject = { upload_id: second.uploadId, document_id: second.documentId, generation: 2, attempt: 1 }
      const at = new Date().toISOString()
      await stack.publish([documentDeleted.make({ ...subject, index: 'documents', source_file: 'life.txt', removed: 1, at })])
      expect([await names('q=life'), await status('/file/life.txt/chunks')]).toEqual([[], 404])

      await stack.ingest({ name: 'before.txt', index: 'others', texts: ['x'] })
      const clearing = indexCleared.make({ index: 'others', deleted: 4, at: new Date().toISOString() })
      await stack.publish([clearing, indexCleared.make({ ...clearing.payload, at: '2020-01-01T00:00:00.000Z' })])
      expect(await names('index=others')).toEqual([])
      expect((await names('index=documents')).length).toBe(3)
      expect((await get('/stats')).index_breakdown).toEqual({ documents: 3 })
      await stack.ingest({ name: 'before.txt', index: 'others', texts: ['x'], generation: 2 })
      expect(await names('index=others')).toEqual(['before.txt'])
    })

    test('a file that waits to be indexed is not listed', async () => {
      const file = {
        index: 'documents',
        source_file: 'waiting.txt',
        file_type: 'txt',
        size_bytes: 1,
        content_type: 'text/plain',
        blob: 'x',
        metadata: { title: 'W', doc_type: 'note' },
        received_at: new Date().toISOString(),
      }
      const subject = { upload_id: crypto.randomUUID(), document_id: crypto.randomUUID(), generation: 1, attempt: 1 }
      await stack.publish([documentReceived.make({ ...subject, file, process_mode: 'async', process: true, message: '' })])
      expect(await names('q=waiting')).toEqual([])
    })
  })
})

test('the list of all files is read to its end, a batch at a time', async () => {
  const stack = await embeddedStack([uploads, knowledge])
  try {
    await stack.ports.database
      .tables<{ documents: Record<string, unknown> }>()
      .insertInto('documents')
      .values(
        Array.from({ length: 1203 }, (_, i) => ({
          key: `key-${i}`,
          body: '{}',
          index_name: 'documents',
          // several documents share a name, also across the end of a batch
          source_file: `File ${Math.floor(i / 7)}.txt`,
          searchable_name: `file ${Math.floor(i / 7)}.txt`,
          file_type: 'txt',
          size_bytes: 1,
          chunk_count: 1,
          estimated_tokens: 1,
          ingested_at: '2026-01-01T00:00:00.000Z',
          status: 'complete',
          upload_id: `upload-${i}`,
          searchable: 1,
        })),
      )
      .execute()
    const { body } = await stack.app.inject('/api/v2/knowledge/stats.csv')
    const rows: Record<string, string>[] = parse(body, { columns: true, record_delimiter: '\r\n' })
    expect([rows.length, new Set(rows.map((r) => r.document_id)).size]).toEqual([1203, 1203])
  } finally {
    await stack.dispose()
  }
})
