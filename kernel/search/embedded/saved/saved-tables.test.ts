import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batches, chunkOf, vectorOf } from '../../contract/contract-fixture.ts'
import { defaultIndexSpec } from '../../default-index.ts'
import { parseFilter } from '../../filter/parse-filter.ts'
import { clearIndex, createIndex } from '../manage-indexes.ts'
import { closeDatabase, openDatabase, snapshot } from '../open-database.ts'
import { runSearch } from '../run-search.ts'
import { createTables, requireIndexId, type Tables } from '../tables.ts'
import { deleteDocument, replaceDocument } from '../write-document.ts'
import { keepTables } from './keep-tables.ts'
import { readSaved, savedOf, saveTable } from './saved-tables.ts'

let dir: string
let db: DatabaseSync
let tables: Tables
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-saved-'))
  db = openDatabase(dir)
  tables = createTables(db, dir)
  await createIndex(db, defaultIndexSpec('docs', 4))
  for (let d = 0; d < 9; d++) await put(`d${d}`, 1)
  tables.table('docs')
})
afterEach(async () => {
  await closeDatabase(db)
  await rm(dir, { recursive: true })
})

const put = (id: string, epoch: number, of: Tables = tables) => {
  const page = (_: unknown, i: number) =>
    chunkOf(
      id,
      i,
      { text: `weir ${i % 2 ? 'gate' : 'mill'} ${id} ${epoch}`, doc_type: i % 3 ? 'memo' : 'policy', tags: [id, `t${i % 2}`] },
      vectorOf(1, i, epoch, id.length),
    )
  return replaceDocument(db, of, 'docs', { document_id: id, epoch }, [{ build: 'docs', chunks: batches(Array.from({ length: 7 }, page)) }])
}
const save = (stays = () => true) => saveTable(db, dir, tables.table('docs'), tables.follow(), stays)
const requests = [
  { text: 'weir gate d3', vector: vectorOf(1, 3, 2), top: 60 },
  { text: 'mill', top: 70, count: true, facets: ['doc_type', 'tags'].map((field) => ({ field, count: 20 })) },
  { vector: vectorOf(1, 2, 2), top: 9, filter: parseFilter("doc_type eq 'memo' and tags/any(t: t eq 'd4')") },
  { top: 100, orderBy: [{ field: 'document_id', direction: 'desc' as const }] },
]
/** Means are added up in the order in which chunks came into memory. */
const answers = (of: Tables) =>
  snapshot(db, () => requests.map((request) => runSearch(db, of, 'docs', request))).map((reply) => ({
    ...reply,
    hits: reply.hits.map((hit) => ({ ...hit, score: Number(hit.score.toFixed(9)) })),
  }))
const fromRows = () => {
  const rows = createTables(db, join(dir, 'elsewhere'))
  return answers(rows)
}
const files = async () => (await readdir(dir)).filter((name) => name.endsWith('.table'))
/** What a start answers, and that it took it from the file. */
function fromFile() {
  const anew = createTables(db, dir)
  const asked = vi.spyOn(db, 'prepare')
  const told = answers(anew)
  expect(asked.mock.calls.filter(([sql]) => sql.includes('JOIN chunks'))).toEqual([])
  asked.mockRestore()
  return told
}

test('a start reads the saved table and takes in what changed since, also while it was written', async () => {
  // Slots in use again, values that nothing has any more, a stage that is being written.
  await put('d2', 2)
  await deleteDocument(db, 'docs', { document_id: 'd5', epoch: 2 })
  tables.table('docs')
  let looks = 0
  const meanwhile: Promise<unknown>[] = []
  expect(
    await save(() => {
      if (++looks === 2) meanwhile.push(put('d1', 2), deleteDocument(db, 'docs', { document_id: 'd0', epoch: 2 }), put('late', 1))
      return true
    }),
  ).toBe(true)
  await Promise.all(meanwhile)
  expect(fromFile()).toEqual(fromRows())
  await put('d7', 2)
  await put('d8', 2)
  expect(fromFile()).toEqual(fromRows())
  const before = await files()
  expect(await save()).toBe(true)
  expect(await files()).toHaveLength(1)
  expect(await files()).not.toEqual(before)
  expect(fromFile()).toEqual(fromRows())
})

test('a damaged, cut or missing file is none, nor one of an index that was cleared, and what breaks off leaves none', async () => {
  await save()
  const [name = ''] = await files()
  const id = requireIndexId(db, 'docs')
  const saved = savedOf(db, id)!
  const { spec } = tables.table('docs')
  const whole = await readFile(join(dir, name))
  expect(readSaved(dir, saved, id, spec)).toBeDefined()
  for (const at of [1, 9, 40, whole.length >> 1, whole.length - 2]) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 4
    await writeFile(join(dir, name), damaged)
    expect(readSaved(dir, saved, id, spec), `byte ${at}`).toBeUndefined()
  }
  await writeFile(join(dir, name), whole.subarray(0, whole.length - 100))
  expect(readSaved(dir, saved, id, spec)).toBeUndefined()
  expect(answers(createTables(db, dir))).toEqual(fromRows())
  await rm(join(dir, name))
  expect(answers(createTables(db, dir))).toEqual(fromRows())
  expect(await save(() => false)).toBe(false)
  expect(await files()).toEqual([])
  let cleared: Promise<number> | undefined
  expect(
    await save(() => {
      cleared ??= clearIndex(db, 'docs')
      return true
    }),
  ).toBe(false)
  await cleared
  expect(savedOf(db, id)).toBeUndefined()
  expect(answers(createTables(db, dir))[1]?.total).toBe(0)
})

test('a table is saved by itself when its index is quiet', async () => {
  const keeper = keepTables(db, dir, tables, 10, 20)
  await vi.waitFor(async () => expect(savedOf(db, requireIndexId(db, 'docs'))).toBeDefined(), 5_000)
  await keeper.close()
  expect(fromFile()).toEqual(fromRows())
})
