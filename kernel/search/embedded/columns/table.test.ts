import { expect, test } from 'vitest'
import { defaultIndexSpec } from '../../default-index.ts'
import { parseFilter } from '../../filter/parse-filter.ts'
import type { IndexSpec } from '../../search.ts'
import { compileFilter } from './compile-filter.ts'
import { markPassing } from './mark-passing.ts'
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

test('a filter evaluated for all slots at once passes what it passes slot by slot', () => {
  const fields: IndexSpec['fields'] = [
    { name: 'id', type: 'Edm.String', key: true },
    { name: 'kind', type: 'Edm.String', filterable: true },
    { name: 'size', type: 'Edm.Int32', filterable: true },
    { name: 'at', type: 'Edm.DateTimeOffset', filterable: true },
    { name: 'open', type: 'Edm.Boolean', filterable: true },
    { name: 'tags', type: 'Collection(Edm.String)', filterable: true },
  ]
  const table = createTable(1, { name: 'docs', fields }, 0)
  const some = <T>(i: number, values: readonly T[]) => values[i % values.length]!
  for (let i = 0; i < 60; i++) {
    const at = some(i, [null, '2020-01-01T00:00:00Z', '2020-06-01T00:00:00Z', '2021-01-01T00:00:00Z'])
    const row = {
      kind: some(i, ['a', 'b', null, 'c']),
      size: some(i, [null, 1, 2, 3, 4]),
      at,
      open: some(i, [true, false, null]),
      tags: [some(i, ['x', 'y'])],
    }
    addChunk(table, { rowid: i + 1, stage: i, fields: row, vector: undefined })
  }
  const source = { column: (name: string) => table.columns.get(name)!, matching: () => new Set<number>() }
  const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
  const single = operators.flatMap((o) => [`kind ${o} 'b'`, `size ${o} 2`, `at ${o} 2020-06-01T00:00:00Z`])
  const mixed = [
    "kind eq 'a' and size ge 2 and tags/any(t: t eq 'x')",
    "not (kind eq 'a') and open",
    'kind eq null or size ne null',
    "open eq false and kind ne 'b'",
  ]
  for (const text of [...single, ...mixed]) {
    const [slotwise, atOnce] = [compileFilter(parseFilter(text), source), markPassing(parseFilter(text), source, table.end)]
    const passing = (test: (slot: number) => boolean) => Array.from({ length: table.end }, (_, slot) => slot).filter(test)
    expect(passing(atOnce), text).toEqual(passing(slotwise))
    expect(passing(atOnce).length, text).toBeGreaterThan(0)
  }
})
