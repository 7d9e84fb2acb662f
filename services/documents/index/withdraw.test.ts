import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../../kernel/search/embedded/open-embedded-search.ts'
import type { IndexedChunk, SearchIndex } from '../../../kernel/search/search.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { epochOf } from '../../../schemas/document.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { withdrawDocument } from './withdraw.ts'

let dir: string
let search: SearchIndex
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-withdraw-'))
  search = await openEmbeddedSearch({ dir, log: pino({ level: 'silent' }) })
  announced = 0
  await search.createIndex(defaultIndexSpec('documents', 4))
})
afterEach(async () => {
  await search.close()
  rmSync(dir, { recursive: true, force: true })
})

let announced = 0
const database = { announce: async () => void announced++ } as unknown as Database
const at = '2026-03-04T05:06:07.000Z'
const cancel = (more = {}) =>
  withdrawDocument.handle(
    handlerContext({ search, database }),
    eventOf('document.cancel', { ...subject, file, stage: 'embedding', actor: 'tester', at, ...more }),
  )
const remove = (more = {}) =>
  withdrawDocument.handle(
    handlerContext({ search, database }),
    eventOf('document.delete', { ...subject, file, actor: 'tester', at, ...more }),
  )
async function* chunks(text: string): AsyncGenerator<IndexedChunk[]> {
  yield [
    {
      id: nameId('chunk', text),
      fields: { text, chunk_index: 0, document_id: subject.document_id },
      vector: new Float32Array([1, 0, 0, 0]),
    },
  ]
}
const write = (pass: { generation: number; attempt: number }, text: string) =>
  search.replaceDocument('documents', { document_id: subject.document_id, epoch: epochOf(pass) }, chunks(text))
const texts = async () => (await search.chunksOf('documents', subject.document_id, { skip: 0, top: 10 })).hits.map((h) => h.fields.text)

test('a cancelled pass writes nothing any more, and the older generation stays searchable', async () => {
  await write({ generation: 2, attempt: 1 }, 'old')
  expect(await cancel()).toMatchObject([{ type: 'document.failed', payload: { error: { code: 'cancelled', stage: 'embedding' } } }])
  expect(await write(subject, 'late')).toEqual({ outcome: 'stale' })
  expect(await texts()).toEqual(['old'])
})

test('who works on what is withdrawn is told, once nothing of it can win any more', async () => {
  await cancel()
  expect(announced).toBe(1)
  await remove()
  expect(announced).toBe(2)
})

test('a cancellation that comes after the switch changes nothing', async () => {
  await write(subject, 'done')
  expect(await cancel()).toEqual([])
  expect(await texts()).toEqual(['done'])
})

test('a retry after a cancellation is a new pass and may write', async () => {
  await cancel()
  expect(await write({ ...subject, attempt: 2 }, 'again')).toMatchObject({ outcome: 'written' })
  expect(await texts()).toEqual(['again'])
})

test('a cancellation of an older pass does not touch a newer one', async () => {
  await write({ ...subject, attempt: 2 }, 'newer')
  await cancel()
  expect(await texts()).toEqual(['newer'])
})

test('a deletion leaves no chunk, refuses late passes of its generation, and lets the next one in', async () => {
  await write(subject, 'text')
  expect(await remove()).toMatchObject([{ type: 'document.deleted', payload: { removed: 1 } }])
  expect(await remove()).toMatchObject([{ type: 'document.deleted', payload: { removed: 1 } }])
  expect(await write({ ...subject, attempt: 7 }, 'late')).toEqual({ outcome: 'stale' })
  expect(await texts()).toEqual([])
  expect(await write({ generation: 4, attempt: 1 }, 'new')).toMatchObject({ outcome: 'written' })
})

test('a deletion of an older upload leaves the newer one alone', async () => {
  await write({ generation: 4, attempt: 1 }, 'newer')
  expect(await remove()).toMatchObject([{ payload: { removed: 0 } }])
  expect(await texts()).toEqual(['newer'])
})

test('after a cancellation a deletion still removes what the older generation shows', async () => {
  await write({ generation: 2, attempt: 1 }, 'old')
  await cancel()
  expect(await remove()).toMatchObject([{ payload: { removed: 1 } }])
  expect(await texts()).toEqual([])
})
