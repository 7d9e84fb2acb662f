import { expect, test } from 'vitest'
import { defaultIndexSpec } from '../../default-index.ts'
import { addChunk, createTable, dropStaged, removeStage, type StoredChunk, showStage, stageChunk, type Table } from './table.ts'

const chunk = (rowid: number, stage: number): StoredChunk => ({
  rowid,
  stage,
  fields: { document_id: `d${stage}`, chunk_index: rowid },
  vector: Float32Array.of(1, 0, 0, 0),
})

function found(table: Table): number[] {
  const slots: number[] = []
  table.vectors!.scan(Float32Array.of(1, 0, 0, 0), table.end, undefined, (slot) => slots.push(slot))
  return slots.map((slot) => table.rowids[slot]!).sort((a, b) => a - b)
}

/** The rows whose slot is known, of the first 200. */
const known = ({ slotOf }: Table): number[] => Array.from({ length: 201 }, (_, row) => row).filter((row) => slotOf.get(row) !== undefined)

test('what is staged is found from the switch on, all of it at once', () => {
  const table = createTable(1, defaultIndexSpec('docs', 4), 0)
  addChunk(table, chunk(1, 1))
  // More than the table had room for.
  for (let rowid = 2; rowid <= 200; rowid++) stageChunk(table, chunk(rowid, 2))
  expect([found(table), known(table), table.count]).toEqual([[1], [1], 1])
  expect(showStage(table, 2, 199)).toBe(true)
  removeStage(table, 1)
  expect(found(table)).toEqual(Array.from({ length: 199 }, (_, i) => i + 2))
  expect([known(table).length, table.count, table.live.reduce((sum, x) => sum + x, 0)]).toEqual([199, 199, 199])
  removeStage(table, 2)
  expect([found(table), table.count, table.free.length]).toEqual([[], 0, 200])
})

test('what was staged in part only, or of a write that failed, leaves nothing behind', () => {
  const table = createTable(1, defaultIndexSpec('docs', 4), 0)
  stageChunk(table, chunk(2, 2))
  expect(showStage(table, 2, 2)).toBe(false)
  stageChunk(table, chunk(3, 3))
  dropStaged(table, 3)
  addChunk(table, chunk(4, 4))
  expect([found(table), known(table), table.end, table.staged.size]).toEqual([[4], [4], 1, 0])
})
