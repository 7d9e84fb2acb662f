import { isSearchable, isVector, vectorFieldOf } from '../../index-spec.ts'
import type { FieldValue, IndexSpec } from '../../search.ts'
import { createVectors, type Vectors } from '../vectors/vectors.ts'
import { type Column, createColumn, growColumn, setValue } from './column.ts'
import { createRowSlots, type RowSlots } from './row-slots.ts'

/** What a process holds of an index in memory: a slot for each searchable chunk. */
export interface Table {
  readonly id: number
  readonly spec: IndexSpec
  /** Slots in use lie below `end`; those of removed chunks are in `free`. */
  end: number
  capacity: number
  readonly free: number[]
  count: number
  live: Uint8Array
  rowids: Float64Array
  /** Characters of each chunk's searchable fields. */
  lengths: Uint32Array
  /** The sum of the lengths of all searchable chunks. */
  characters: number
  /** Zeros, wherein a query adds up each chunk's score. */
  sums: Float64Array
  readonly worded: readonly string[]
  readonly slotOf: RowSlots
  readonly slotsOfStage: Map<number, number[]>
  /** Slots of stages that are being written in this process: filled already, but found by no search before `showStage`. */
  readonly staged: Map<number, number[]>
  readonly columns: Map<string, Column>
  /** Absent when the index has no vector field. */
  readonly vectors: Vectors | undefined
}

/** Columns of fields that a spec names filterable, facetable or sortable are filled on loading; others when first asked for. */
const isEager = (f: IndexSpec['fields'][number]) => !isVector(f) && (f.filterable === true || f.facetable === true || f.sortable === true)

export function createTable(id: number, spec: IndexSpec, expected: number): Table {
  const capacity = Math.max(64, expected)
  const dimensions = vectorFieldOf(spec)?.dimensions
  return {
    id,
    spec,
    end: 0,
    capacity,
    free: [],
    count: 0,
    live: new Uint8Array(capacity),
    rowids: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
    characters: 0,
    sums: new Float64Array(capacity),
    worded: spec.fields.filter((f) => isSearchable(f) && f.key !== true).map((f) => f.name),
    slotOf: createRowSlots(),
    slotsOfStage: new Map(),
    staged: new Map(),
    columns: new Map(spec.fields.filter(isEager).map((f) => [f.name, createColumn(f, capacity)])),
    vectors: typeof dimensions === 'number' ? createVectors(dimensions, capacity) : undefined,
  }
}

const grown = <T extends Uint8Array | Uint32Array | Float64Array>(old: T, next: T): T => {
  next.set(old)
  return next
}

function grow(table: Table): void {
  const capacity = table.capacity * 2
  table.live = grown(table.live, new Uint8Array(capacity))
  table.rowids = grown(table.rowids, new Float64Array(capacity))
  table.lengths = grown(table.lengths, new Uint32Array(capacity))
  table.sums = new Float64Array(capacity)
  for (const column of table.columns.values()) growColumn(column, capacity)
  table.capacity = capacity
}

const lengthOf = (value: FieldValue | undefined): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? value.reduce((sum, text) => sum + text.length, 0) : 0

export interface StoredChunk {
  readonly rowid: number
  readonly stage: number
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly vector: Float32Array | undefined
}

function fillSlot(table: Table, stages: Map<number, number[]>, chunk: StoredChunk, hidden: boolean): number {
  const slot = table.free.pop() ?? table.end++
  if (slot >= table.capacity) grow(table)
  table.rowids[slot] = chunk.rowid
  table.lengths[slot] = table.worded.reduce((sum, name) => sum + lengthOf(chunk.fields[name]), 0)
  const siblings = stages.get(chunk.stage)
  if (siblings) siblings.push(slot)
  else stages.set(chunk.stage, [slot])
  for (const [name, column] of table.columns) setValue(column, slot, chunk.fields[name] ?? null)
  table.vectors?.set(slot, chunk.vector?.length === table.vectors.dimensions ? chunk.vector : undefined, hidden)
  return slot
}

function reveal(table: Table, slot: number): void {
  table.live[slot] = 1
  table.slotOf.set(table.rowids[slot]!, slot)
  table.count++
  table.characters += table.lengths[slot]!
}

export const addChunk = (table: Table, chunk: StoredChunk): void => reveal(table, fillSlot(table, table.slotsOfStage, chunk, false))

/** Takes a chunk in before its stage is searchable, so that the switch is a matter of milliseconds however many there are. */
export const stageChunk = (table: Table, chunk: StoredChunk): void => void fillSlot(table, table.staged, chunk, true)

/** Makes a staged document searchable. False, and nothing is staged any more, when not all of its chunks were staged in this table. */
export function showStage(table: Table, stage: number, chunks: number): boolean {
  const slots = table.staged.get(stage)
  if (slots?.length !== chunks) {
    dropStaged(table, stage)
    return false
  }
  for (const slot of slots) {
    reveal(table, slot)
    table.vectors?.show(slot)
  }
  table.staged.delete(stage)
  table.slotsOfStage.set(stage, slots)
  return true
}

/** Forgets what was staged of a write that failed. */
export function dropStaged(table: Table, stage: number): void {
  for (const slot of table.staged.get(stage) ?? []) {
    table.vectors?.set(slot, undefined)
    table.free.push(slot)
  }
  table.staged.delete(stage)
}

export function removeStage(table: Table, stage: number): void {
  for (const slot of table.slotsOfStage.get(stage) ?? []) {
    table.live[slot] = 0
    table.vectors?.set(slot, undefined)
    table.slotOf.delete(table.rowids[slot]!)
    table.free.push(slot)
    table.count--
    table.characters -= table.lengths[slot]!
  }
  table.slotsOfStage.delete(stage)
}
