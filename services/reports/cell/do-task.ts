import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Job, ReadResult } from '../../../kernel/cell/protocol.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { annotate } from '../annotate/annotate.ts'
import { findLayout, type Known } from '../ingest/find-layout.ts'
import { readCsv } from '../ingest/read-csv.ts'
import { type ReadRow, readRows, type SheetRows } from '../ingest/read-rows.ts'
import { readXlsx } from '../ingest/read-xlsx.ts'
import { type Sheet, workbookLines, workbookOf } from '../ingest/workbook.ts'
import { checkReport } from '../rules/check-report.ts'
import type { Checked } from '../rules/rule.ts'
import { totalCosts } from '../rules/total-costs.ts'
import { type CostRow, costRowSchema, packRow } from '../stored/cost-row.ts'
import type { Layout } from '../stored/layout.ts'
import type { CheckedReport, Task } from './task.ts'

const NOTES_KEPT = 50
const LINES_AT_ONCE = 500

/** Does one task in the child; the result lies in the job's output. Throws WorkError of a document error code. */
export async function doTask(job: Job, task: Task): Promise<ReadResult> {
  switch (task.task) {
    case 'read': {
      const sheets = job.fileType === 'csv' ? await readCsv(job.input, task.maxRows) : await readXlsx(job.input, job.limits, task.maxRows)
      const rows = sheets.reduce((n, sheet) => n + sheet.rows.length, 0)
      if (rows === 0) throw new WorkError('empty', 'The workbook holds no rows. Check that it is the right one and upload it again.')
      await writeLines(job.output, workbookLines(sheets))
      return done(sheets.length, rows)
    }
    case 'costs': {
      const sheets = workbookOf(await readFile(job.input, 'utf8'))
      const { layout, read } = costsOf(sheets, task)
      await writeFile(job.output, JSON.stringify(layout))
      await writeLines(`${job.output}.rows`, packed(read))
      return done(sheets.length, 1 + read.reduce((n, { rows }) => n + rows.length, 0))
    }
    case 'check': {
      const sheets = workbookOf(await readFile(job.input, 'utf8'))
      const previous = task.previous === undefined ? undefined : previousRows(await readFile(task.previous, 'utf8'))
      const read = sheets.map((sheet, i) => readRows(sheet, task.layout.sheets[i]!, i))
      const checked = checkRows(read, { ...task, previous, pools: new Map(Object.entries(task.pools)) })
      await writeFile(job.output, JSON.stringify(checked))
      return done(sheets.length, 1)
    }
    case 'annotate':
      await writeFile(job.output, await annotate(job, task.findings, task.language))
      return done(1, 1)
  }
}

const done = (pages: number, characters: number): ReadResult => ({
  header: { format: 'millrace.parsed.v1', reader: 'cost report', pages, characters, warnings: [] },
  pictures: [],
  attached: [],
})

/** The layout of sheets, with what was counted, and their rows. */
export function costsOf(sheets: readonly Sheet[], known: Known): { layout: Layout; read: SheetRows[] } {
  const found = findLayout(sheets, known)
  const read = sheets.map((sheet, i) => readRows(sheet, found.sheets[i]!, i))
  const counted = found.sheets.map((sheet, i) => {
    const { rows, totals, notes } = read[i]!
    return { ...sheet, rows: rows.length, total_rows: totals.map((t) => t.row).slice(0, 1000), note_rows: notes.slice(0, NOTES_KEPT) }
  })
  return { layout: { sheets: counted }, read }
}

/** What the rules find in rows, and what the rows add up to. */
export function checkRows(read: readonly SheetRows[], of: Omit<Checked, 'rows' | 'totals'>): CheckedReport {
  const rows = read.flatMap((r) => r.rows)
  const { findings, counts, byRule } = checkReport({ ...of, rows, totals: read.flatMap((r) => r.totals) })
  const totals = totalCosts(
    rows,
    of.layout.sheets.map((s) => s.name),
  )
  return {
    findings,
    summary: {
      counts,
      by_rule: byRule,
      kept: findings.length,
      totals,
      warnings: [...warningsOf(of.layout), ...otherQuarter(rows, of.period)],
    },
  }
}

function warningsOf({ sheets }: Layout): string[] {
  const skipped = sheets.filter((s) => !s.use && s.columns.length > 0 && s.hidden).map((s) => s.name)
  const used = sheets.filter((s) => s.use)
  const unseen = used.length > 0 && used.every((s) => s.hidden) ? used.map((s) => s.name) : []
  return [
    ...skipped.map((name) => `The hidden sheet ${JSON.stringify(name)} looks like costs and was left out.`),
    ...unseen.map((name) => `The sheet ${JSON.stringify(name)} is hidden, and no visible sheet was read. Check that it is the right one.`),
  ]
}

/** Rows of another quarter than that of the session: a workbook that was uploaded in the wrong place. */
function otherQuarter(rows: readonly ReadRow[], period: string): string[] {
  const dated = rows.filter((row) => row.period !== null)
  const others = [...Map.groupBy(dated, (row) => row.period!)].filter(([of]) => of !== period).sort((a, b) => b[1].length - a[1].length)
  const strange = others.reduce((n, [, of]) => n + of.length, 0)
  if (strange * 2 <= dated.length) return []
  const named = others.slice(0, 3).map(([of]) => of)
  return [
    `This review is of ${period}, but ${strange} of ${dated.length} rows say ${named.join(', ')}. Check that the workbook belongs to this quarter.`,
  ]
}

export function previousRows(lines: string): Map<string, CostRow[]> {
  const byId = new Map<string, CostRow[]>()
  for (const line of lines.split('\n')) {
    if (line === '') continue
    const row = costRowSchema.parse(JSON.parse(line))
    if (row.id === null) continue
    const known = byId.get(row.id.toLowerCase())
    if (known) known.push(row)
    else byId.set(row.id.toLowerCase(), [row])
  }
  return byId
}

function* packed(read: readonly SheetRows[]): Generator<string> {
  for (const { rows } of read) for (const row of rows) yield JSON.stringify(packRow(row))
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = []
  for (const line of lines) {
    piece.push(line)
    if (piece.length < LINES_AT_ONCE) continue
    yield `${piece.join('\n')}\n`
    piece = []
  }
  if (piece.length > 0) yield `${piece.join('\n')}\n`
}

const writeLines = (path: string, lines: Iterable<string>): Promise<void> =>
  pipeline(Readable.from(inPieces(lines)), createWriteStream(path))
