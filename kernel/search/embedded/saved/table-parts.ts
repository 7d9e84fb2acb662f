import { z } from 'zod'
import type { IndexSpec } from '../../search.ts'
import { type Column, createColumn } from '../columns/column.ts'
import type { Dictionary } from '../columns/dictionary.ts'
import { createTable, type Table } from '../columns/table.ts'

/** A run of bytes of a table. `at` gives a view of them, which is good until the table grows. */
export interface Part {
  readonly name: string
  readonly bytes: number
  at(from: number, to: number): Uint8Array
}

const columnSchema = z.object({ name: z.string(), texts: z.array(z.string()).optional(), lists: z.array(z.array(z.number())).optional() })

/** What a table is besides its numbers. */
export const shapeSchema = z.object({
  spec: z.string(),
  end: z.number(),
  columns: z.array(columnSchema),
  parts: z.array(z.object({ name: z.string(), bytes: z.number() })),
})
export type Shape = z.output<typeof shapeSchema>

const viewOf = (array: Uint8Array | Uint32Array | Int32Array | Float64Array) =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
const numbersOf = (column: Column) => (column.kind === 'number' ? column.values : column.codes)

/** The stage of each searchable slot; 0 where there is none. */
function stagesOf(table: Table): Float64Array {
  const stages = new Float64Array(table.end)
  for (const [stage, slots] of table.slotsOfStage) for (const slot of slots) stages[slot] = stage
  return stages
}

/** The parts of a table below `end` as they are when each is read, in the order of the file. */
function partsOf(table: Table, end: number, stages: Float64Array): Part[] {
  const part = (name: string, width: number, now: () => Uint8Array): Part => ({
    name,
    bytes: end * width,
    at: (from, to) => now().subarray(from, to),
  })
  const { vectors } = table
  return [
    part('stages', 8, () => viewOf(stages)),
    part('rowids', 8, () => viewOf(table.rowids)),
    part('lengths', 4, () => viewOf(table.lengths)),
    ...[...table.columns].map(([name, column]) =>
      part(`column ${name}`, column.kind === 'number' ? 8 : 4, () => viewOf(numbersOf(column))),
    ),
    ...(vectors
      ? [part('scales', 4, () => vectors.bytesOf(end).scales), part('vectors', vectors.stride, () => vectors.bytesOf(end).rows)]
      : []),
  ]
}

/**
 * A table as bytes. What is searchable, and what codes mean, is of this moment; slots that change while the parts are read may be torn, and
 * belong to changes that whoever reads the parts again takes in anyway.
 */
export function takeApart(table: Table): { shape: Shape; parts: readonly Part[] } {
  const { end } = table
  const parts = partsOf(table, end, stagesOf(table))
  const columns = [...table.columns].map(([name, column]) => ({
    name,
    ...(column.kind !== 'number' && { texts: [...column.dictionary.values] }),
    ...(column.kind === 'list' && { lists: column.lists.values.map((list) => [...list]) }),
  }))
  const spec = JSON.stringify(table.spec)
  return { shape: { spec, end, columns, parts: parts.map(({ name, bytes }) => ({ name, bytes })) }, parts }
}

/** An empty table for a shape, and its parts, to be filled. Undefined where the shape is not that of such an index. */
export function tableFor(
  id: number,
  spec: IndexSpec,
  shape: Shape,
): { table: Table; stages: Float64Array; parts: readonly Part[] } | undefined {
  if (shape.spec !== JSON.stringify(spec)) return undefined
  const table = createTable(id, spec, shape.end)
  table.columns.clear()
  for (const { name } of shape.columns) {
    const field = spec.fields.find((f) => f.name === name)
    if (!field) return undefined
    table.columns.set(name, createColumn(field, table.capacity))
  }
  const stages = new Float64Array(shape.end)
  const parts = partsOf(table, shape.end, stages)
  const same =
    parts.length === shape.parts.length &&
    parts.every(({ name, bytes }, i) => name === shape.parts[i]!.name && bytes === shape.parts[i]!.bytes)
  return same ? { table, stages, parts } : undefined
}

function fillDictionary<T>(dictionary: Dictionary<T>, values: readonly T[], keyOf: (value: T) => string, uses: Int32Array): void {
  for (const [code, value] of values.entries()) {
    dictionary.values[code] = value
    dictionary.uses[code] = uses[code]!
    if (uses[code]! > 0) dictionary.codes.set(keyOf(value), code)
    else dictionary.free.push(code)
  }
}

/** How often each code is used. A code of a later time is none. */
function countUses(codes: Int32Array, end: number, known: number): Int32Array {
  const uses = new Int32Array(known)
  for (let slot = 0; slot < end; slot++) {
    const code = codes[slot]!
    if (code >= known) codes[slot] = -1
    else if (code >= 0) uses[code]!++
  }
  return uses
}

function fillColumn(column: Column, end: number, { texts = [], lists = [] }: Shape['columns'][number]): void {
  if (column.kind === 'number') return
  const itself = (text: string) => text
  if (column.kind === 'string') {
    fillDictionary(column.dictionary, texts, itself, countUses(column.codes, end, texts.length))
    return
  }
  const listUses = countUses(column.codes, end, lists.length)
  const textUses = new Int32Array(texts.length)
  for (const [i, list] of lists.entries()) for (const text of list) textUses[text]! += listUses[i]!
  fillDictionary(
    column.lists,
    lists.map((list) => Int32Array.from(list)),
    (list) => list.join(),
    listUses,
  )
  fillDictionary(column.dictionary, texts, itself, textUses)
}

/** Makes a table whose parts are filled whole: what follows from them. */
export function putTogether(table: Table, stages: Float64Array, shape: Shape): void {
  const { end } = shape
  table.end = end
  for (let slot = end - 1; slot >= 0; slot--) if (stages[slot] === 0) table.free.push(slot)
  for (let slot = 0; slot < end; slot++) {
    const stage = stages[slot]!
    if (stage === 0) {
      table.vectors?.set(slot, undefined)
      continue
    }
    const siblings = table.slotsOfStage.get(stage)
    if (siblings) siblings.push(slot)
    else table.slotsOfStage.set(stage, [slot])
    table.vectors?.show(slot)
    table.live[slot] = 1
    table.slotOf.set(table.rowids[slot]!, slot)
    table.count++
    table.characters += table.lengths[slot]!
  }
  for (const column of shape.columns) fillColumn(table.columns.get(column.name)!, end, column)
}
