import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { platformLimits } from '../../kernel/access/limits.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { documentIdOf } from '../../kernel/runtime/ids.ts'
import type { Database } from '../../kernel/store/database.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { positionMigration, projectBatch } from '../../kernel/views/project.ts'
import { claimDocument, confirmClaim } from '../../services/documents/claims/claims.ts'
import { readFiles } from '../../services/documents/knowledge/read-files.ts'
import { knowledge } from '../../services/documents/knowledge/service.ts'
import { searchAdmin } from '../../services/documents/search-admin/service.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

let stack: EmbeddedStack
beforeEach(async () => {
  stack = await embeddedStack([uploads, knowledge, searchAdmin])
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

test('what was cleared away is no duplicate: its name is free, and its next upload a higher generation', async () => {
  const claim = async (index: string, name: string, uploadId: string) => {
    const documentId = documentIdOf(index, name)
    const request = {
      documentId,
      index,
      sourceFile: name,
      uploadId,
      takeOver: false,
      now: Date.now(),
      voidBefore: 0,
      viewsCurrent: async () => {},
    }
    const claimed = await claimDocument(stack.ports.database, request)
    await confirmClaim(stack.ports.database, documentId, uploadId)
    return claimed === 'hidden' ? claimed : claimed.generation
  }
  const [first, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(await claim('documents', 'a.txt', first)).toBe(1)
  await stack.ingest({ name: 'a.txt', texts: ['one'], uploadId: first })
  await stack.app.inject({ method: 'POST', url: '/api/v2/search/indexes/create/second', payload: {} })
  expect(await claim('others', 'a.txt', other)).toBe(1)
  await stack.ingest({ name: 'a.txt', index: 'others', texts: ['one'], uploadId: other })
  await expect(claim('documents', 'a.txt', crypto.randomUUID())).rejects.toThrow(ApiError)

  await clear('documents')
  const again = crypto.randomUUID()
  expect(await claim('documents', 'a.txt', again)).toBe(2)
  await expect(claim('others', 'a.txt', crypto.randomUUID())).rejects.toThrow(ApiError)
  await stack.ingest({ name: 'a.txt', texts: ['two'], uploadId: again, generation: 2 })
  await expect(claim('documents', 'a.txt', crypto.randomUUID())).rejects.toThrow(ApiError)
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
  const services = [uploads, knowledge]
  const views = services.flatMap((s) => s.views ?? [])
  const rebuilt = await openSqliteDatabase({ dir })
  try {
    await rebuilt.migrate([positionMigration, ...services.flatMap((s) => s.migrations ?? [])])
    const { broker } = stack.ports
    for (const topic of ['index.cleared', 'document.indexed', 'document.received']) {
      for (const { partition } of await broker.partitions(topic)) {
        const records = await Array.fromAsync(broker.read({ topic, partition, from: 'beginning' }))
        await projectBatch(rebuilt, views, { topic, partition, records }, pino({ level: 'silent' }))
      }
    }
    expect(await rows(rebuilt)).toBe(await rows(stack.ports.database))
    expect((await readFiles(rebuilt, platformLimits, {}, { field: 'name', descending: false }, { skip: 0, top: 10 })).items).toMatchObject([
      { source_file: 'b.txt' },
    ])
  } finally {
    await rebuilt.close()
    await rm(dir, { recursive: true, force: true })
  }
})
