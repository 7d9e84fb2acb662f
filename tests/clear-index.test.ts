import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../kernel/views/database.ts'
import { positionMigration, projectBatch } from '../kernel/views/project.ts'
import { openSqliteDatabase } from '../kernel/views/sqlite.ts'
import { readFiles } from '../services/knowledge/read-files.ts'
import { knowledge } from '../services/knowledge/service.ts'
import { searchAdmin } from '../services/search-admin/service.ts'
import { type EmbeddedStack, embeddedStack } from './embedded-stack.ts'

let stack: EmbeddedStack
beforeEach(async () => {
  stack = await embeddedStack([knowledge, searchAdmin])
})
afterEach(() => stack.dispose())

const listed = async (): Promise<string[]> =>
  (await stack.app.inject('/api/v2/knowledge/files?sort=name')).json().items.map((i: { source_file: string }) => i.source_file)
const clear = (name: string) => stack.app.inject({ method: 'POST', url: `/api/v2/search/indexes/clear/${name}`, payload: {} })

test('the knowledge base forgets a cleared index before the reply is out, keeps the others, and takes new documents', async () => {
  await stack.app.inject({ method: 'POST', url: '/api/v2/search/indexes/create/second', payload: {} })
  await stack.ingest({ name: 'a.txt', texts: ['one', 'two'] })
  await stack.ingest({ name: 'b.txt', index: 'others', texts: ['three'] })
  expect((await clear('default')).json()).toEqual({ status: 'cleared', name: 'documents', deleted: 2 })
  expect(await listed()).toEqual(['b.txt'])
  expect((await stack.app.inject('/api/v2/knowledge/file/a.txt/chunks')).statusCode).toBe(404)
  expect((await stack.app.inject('/api/v2/knowledge/stats')).json()).toMatchObject({ total_files: 1, total_chunks: 1 })
  await stack.ingest({ name: 'c.txt', texts: ['four'] })
  expect(await listed()).toEqual(['b.txt', 'c.txt'])
})

async function rows(database: Database): Promise<string> {
  const tables = database.tables<Record<'documents' | 'index_clearings', { key: string }>>()
  const read = (['documents', 'index_clearings'] as const).map((table) => tables.selectFrom(table).selectAll().orderBy('key').execute())
  return JSON.stringify(await Promise.all(read))
}

test('views that are rebuilt with the topics in the opposite order are equal byte for byte', async () => {
  await stack.ingest({ name: 'a.txt', texts: ['one'] })
  await clear('documents')
  await stack.ingest({ name: 'b.txt', texts: ['two'] })
  const dir = await mkdtemp(join(tmpdir(), 'millrace-rebuild-'))
  const rebuilt = await openSqliteDatabase({ dir })
  try {
    await rebuilt.migrate([positionMigration, ...(knowledge.migrations ?? [])])
    const { broker } = stack.ports
    for (const topic of ['index.cleared', 'document.indexed', 'document.received']) {
      for (const { partition } of await broker.partitions(topic)) {
        const records = await Array.fromAsync(broker.read({ topic, partition, from: 'beginning' }))
        await projectBatch(rebuilt, knowledge.views ?? [], { topic, partition, records }, pino({ level: 'silent' }))
      }
    }
    expect(await rows(rebuilt)).toBe(await rows(stack.ports.views))
    expect((await readFiles(rebuilt, {}, { field: 'name', descending: false }, { skip: 0, top: 10 })).items).toMatchObject([
      { source_file: 'b.txt' },
    ])
  } finally {
    await rebuilt.close()
    await rm(dir, { recursive: true, force: true })
  }
})
