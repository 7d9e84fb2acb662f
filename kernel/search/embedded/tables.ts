import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { parseIndexSpec } from '../index-spec.ts'
import type { FieldValue, IndexSpec } from '../search.ts'
import { type Column, createColumn, setValue } from './columns/column.ts'
import { addChunk, createTable, dropStaged, removeStage, type StoredChunk, showStage, stageChunk, type Table } from './columns/table.ts'
import { readSaved, savedOf } from './saved/saved-tables.ts'
import { floatsOf } from './vectors/nearest.ts'

const isFieldValue = (v: unknown): v is FieldValue =>
  v === null ||
  typeof v === 'string' ||
  typeof v === 'number' ||
  typeof v === 'boolean' ||
  (Array.isArray(v) && v.every((x) => typeof x === 'string'))

const isFields = (v: unknown): v is Record<string, FieldValue> =>
  typeof v === 'object' && v !== null && !Array.isArray(v) && Object.values(v).every(isFieldValue)

/** The stored fields of a chunk. A guard by hand: it is run for every row on loading, where zod took longer than all else. */
export function parseFields(json: unknown): Record<string, FieldValue> {
  const fields: unknown = JSON.parse(String(json))
  if (!isFields(fields)) throw new Error('search.db holds a chunk whose fields are not readable')
  return fields
}

/** Before the number of a build. No index's own name has it. */
export const BUILD_MARK = '@'

const changeSchema = z.object({ seq: z.number(), index_id: z.number(), off_stage: z.number().nullable(), on_stage: z.number().nullable() })

/** Which rows are builds of an index. A range and not LIKE, which would read all names. */
export const OF_INDEX = `name = ?1 OR name > ?1 || '${BUILD_MARK}' AND name < ?1 || '${String.fromCharCode(BUILD_MARK.charCodeAt(0) + 1)}'`

/** The numbers of all builds of an index, the live one first. */
export function buildIdsOf(db: DatabaseSync, index: string): number[] {
  const rows = db.prepare(`SELECT id FROM indexes WHERE ${OF_INDEX} ORDER BY name`)
  return rows.all(index).map((row) => Number(row.id))
}

/** The row of an index, or of a build of one, by name. */
function rowOf(db: DatabaseSync, columns: 'id' | 'id, spec', name: string): Record<string, SQLOutputValue> | undefined {
  const [index = '', number] = name.split(BUILD_MARK)
  return number === undefined
    ? db.prepare(`SELECT ${columns} FROM indexes WHERE name = ?`).get(name)
    : db.prepare(`SELECT ${columns} FROM indexes WHERE id = ? AND name IN (?, ?)`).get(Number(number), index, name)
}

/** An index, or a build of one, by name: its number and spec. */
export function findIndex(db: DatabaseSync, name: string): { id: number; spec: IndexSpec } | undefined {
  const row = rowOf(db, 'id, spec', name)
  return row && { id: Number(row.id), spec: specOf(String(row.spec)) }
}

/** The number of an index, or of the build that `<index>@<number>` names, live or not. */
export function indexIdOf(db: DatabaseSync, name: string): number | undefined {
  const row = rowOf(db, 'id', name)
  return row && Number(row.id)
}

/** Specs by their text: they are asked for with every document and search, and hardly ever change. */
const specs = new Map<string, IndexSpec>()
const MOST_SPECS = 100

export function specOf(text: string): IndexSpec {
  const spec = specs.get(text) ?? parseIndexSpec(JSON.parse(text))
  if (specs.size >= MOST_SPECS) specs.clear()
  specs.set(text, spec)
  return spec
}

const noIndex = (name: string) => new ApiError('not_found', `there is no index ${name}`, { details: { index: name } })

export function requireIndexId(db: DatabaseSync, name: string): number {
  const id = indexIdOf(db, name)
  if (id === undefined) throw noIndex(name)
  return id
}

export function requireIndex(db: DatabaseSync, name: string): { id: number; spec: IndexSpec } {
  const found = findIndex(db, name)
  if (!found) throw noIndex(name)
  return found
}

/** The tables of a process, brought up to date with what any process has committed. All calls belong inside one snapshot. */
export interface Tables {
  /** ApiError not_found when there is no such index. */
  table(name: string): Table
  column(table: Table, field: string): Column
  /** How many chunks this process holds of an index; undefined where it holds none of it. */
  held(indexId: number): number | undefined
  /** Gives the memory of an index back; the next use loads it. */
  release(indexId: number): void
  /** Takes in what was committed since, and tells the number of the newest change. */
  follow(): number
  /** Those that this process holds. */
  all(): Table[]
  /** Takes in chunks that this process has written and that are not searchable yet. */
  stage(indexId: number, chunks: readonly StoredChunk[]): void
  /** Forgets them, if they are not searchable by now. */
  unstage(indexId: number, stage: number): void
}

/** `dir`: where tables are saved, beside the database. */
export function createTables(db: DatabaseSync, dir: string): Tables {
  const tables = new Map<number, Table>()
  const last = db.prepare('SELECT max(seq) AS seq FROM changes')
  const since = db.prepare('SELECT seq, index_id, off_stage, on_stage FROM changes WHERE seq > ? ORDER BY seq')
  const sizeOfStage = db.prepare('SELECT count(*) AS n FROM chunks WHERE stage = ?')
  const ofStage = db.prepare('SELECT rowid, stage, fields, vector FROM chunks WHERE stage = ?')
  let seq = 0

  const show = (table: Table, stage: number): void => {
    if (table.staged.has(stage) && showStage(table, stage, Number(sizeOfStage.get(stage)?.n))) return
    for (const row of ofStage.iterate(stage)) add(table, row)
  }

  const apply = (change: z.output<typeof changeSchema>): void => {
    const table = tables.get(change.index_id)
    if (!table) return
    if (change.off_stage === null && change.on_stage === null) tables.delete(table.id)
    if (change.off_stage !== null) removeStage(table, change.off_stage)
    if (change.on_stage !== null) show(table, change.on_stage)
  }

  const refresh = (): void => {
    const newest = z.object({ seq: z.number().nullable() }).parse(last.get()).seq ?? 0
    if (newest === seq) return
    const changes = since.all(seq).map((row) => changeSchema.parse(row))
    // Older changes are trimmed: who missed some starts anew.
    if (changes[0]?.seq !== seq + 1) tables.clear()
    for (const change of changes) apply(change)
    seq = newest
  }

  /** From its file and what changed since, or from its rows. */
  const load = (name: string, id: number): Table => {
    const saved = savedOf(db, id)
    const changes = saved ? since.all(saved.seq).map((row) => changeSchema.parse(row)) : []
    const follows = saved && (saved.seq === seq || changes[0]?.seq === saved.seq + 1)
    const table = follows ? readSaved(dir, saved, id, requireIndex(db, name).spec) : undefined
    if (!table) return loadTable(db, name)
    tables.set(id, table)
    for (const change of changes) if (change.index_id === id) apply(change)
    return table
  }

  return {
    table(name) {
      refresh()
      // By its number: a name may pass to another build, and what is in memory stays.
      const id = indexIdOf(db, name)
      if (id === undefined) throw noIndex(name)
      const known = tables.get(id)
      if (known) return known
      const table = load(name, id)
      tables.set(id, table)
      return table
    },
    column(table, field) {
      const known = table.columns.get(field)
      if (known) return known
      const column = loadColumn(db, table, field)
      table.columns.set(field, column)
      return column
    },
    held: (indexId) => tables.get(indexId)?.count,
    release: (indexId) => void tables.delete(indexId),
    follow() {
      refresh()
      return seq
    },
    all: () => [...tables.values()],
    stage(indexId, chunks) {
      const table = tables.get(indexId)
      if (table) for (const chunk of chunks) stageChunk(table, chunk)
    },
    unstage(indexId, stage) {
      const table = tables.get(indexId)
      if (table) dropStaged(table, stage)
    },
  }
}

function add(table: Table, { rowid, stage, fields, vector }: Record<string, SQLOutputValue>): void {
  addChunk(table, {
    rowid: Number(rowid),
    stage: Number(stage),
    fields: parseFields(fields),
    vector: floatsOf(vector),
  })
}

/** How many chunks of an index can be found. Takes longer the more documents there are. */
export function chunksIn(db: DatabaseSync, indexId: number): number {
  const row = db.prepare('SELECT sum(chunks) AS n FROM documents WHERE index_id = ?').get(indexId)
  return z.object({ n: z.number().nullable() }).parse(row).n ?? 0
}

function loadTable(db: DatabaseSync, name: string): Table {
  const { id, spec } = requireIndex(db, name)
  const table = createTable(id, spec, chunksIn(db, id))
  const rows = db.prepare(
    'SELECT c.rowid, c.stage, c.fields, c.vector FROM documents d JOIN chunks c ON c.stage = d.stage WHERE d.index_id = ? ORDER BY c.rowid',
  )
  for (const row of rows.iterate(id)) add(table, row)
  return table
}

function loadColumn(db: DatabaseSync, table: Table, name: string): Column {
  const field = table.spec.fields.find((f) => f.name === name)
  if (!field) throw new ApiError('invalid_request', `the index ${table.spec.name} has no field ${name}`, { details: { field: name } })
  const column = createColumn(field, table.capacity)
  const fields = db.prepare('SELECT fields FROM chunks WHERE rowid = ?')
  const slots = [...table.slotsOfStage.values(), ...table.staged.values()].flat()
  for (const slot of slots) {
    const row = fields.get(table.rowids[slot]!)
    if (row) setValue(column, slot, parseFields(row.fields)[name] ?? null)
  }
  return column
}
