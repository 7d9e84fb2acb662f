// npm run sample-workbooks -- FOLDER: writes three cost reports of fictional districts, with planted mistakes to be found.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from 'xlsx'
import { printHelp } from './print-help.ts'

type Cell = string | number | null
type Grid = Cell[][]
const HEADERS = ['Employee ID', 'Name', 'Position', 'Cost Pool', 'Salary', 'Benefits', 'Federal Share', 'Period']
const NAMES = [
  'Ines Alder',
  'Tom Birch',
  'Mara Cedar',
  'Jo Elm',
  'Ravi Fir',
  'Lena Hazel',
  'Otto Larch',
  'Nia Maple',
  'Paul Oak',
  'Sofia Pine',
]
const POSITIONS: [name: string, pool: string, salary: number][] = [
  ['Nurse', 'Direct Services', 18_400],
  ['Speech Therapist', 'Direct Services', 22_900],
  ['Counselor', 'Targeted Case Management', 21_250],
  ['Clerk', 'Administrative', 11_300],
]

/** Employees of a quarter in whom there is nothing to be found. */
const staff = (district: string, n: number, period: string): Grid =>
  Array.from({ length: n }, (_, i) => {
    const [position, pool, base] = POSITIONS[i % POSITIONS.length]!
    const salary = base + 120 * (i % 7)
    return [
      `${district}-${String(i + 1).padStart(3, '0')}`,
      `${NAMES[i % NAMES.length]} ${i + 1}`,
      position,
      pool,
      salary,
      salary * 0.3,
      '50%',
      period,
    ]
  })

const totals = (rows: Grid): Cell[] => {
  const sum = (column: number) =>
    rows.reduce((s, row) => s + (typeof row[column] === 'number' ? Math.round(row[column] * 100) : 0), 0) / 100
  return ['Total', null, null, null, sum(4), sum(5), null, null]
}

/** Changes cells, by row of employee from 0 and column. */
function spoil(rows: Grid, faults: readonly [row: number, column: number, value: Cell][]): Grid {
  const spoiled = rows.map((row) => [...row])
  for (const [row, column, value] of faults) spoiled[row]![column] = value
  return spoiled
}

function save(folder: string, name: string, sheets: Readonly<Record<string, Grid>>): void {
  const book = utils.book_new()
  for (const [sheet, grid] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(grid), sheet)
  writeFileSync(join(folder, name), write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

/** The three workbooks: one with slips of a key, the quarter after it, one with headers in two rows and a sheet a pool. */
export function writeSampleWorkbooks(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const first = staff('RV', 24, '2026-Q1')
  const slips = spoil(first, [
    [3, 4, null],
    [7, 4, -11_660],
    [9, 0, 'RV-002'],
    [12, 6, '150%'],
    [15, 3, null],
    [18, 5, 'n/a'],
  ])
  save(folder, 'riverbend-2026-q1.xlsx', { Costs: [HEADERS, ...slips, totals(slips)], Notes: [['Prepared by the business office.']] })
  const second = spoil(staff('RV', 24, '2026-Q2'), [
    [5, 4, 40_000],
    [5, 5, 12_000],
  ])
  const wrong = totals(second)
  save(folder, 'riverbend-2026-q2.xlsx', { Costs: [HEADERS, ...second, [...wrong.slice(0, 5), Number(wrong[5]) + 1000, null, null]] })
  const top = ['Staff no.', 'Employee name', 'Job title', 'Pool', 'Compensation', 'Compensation', 'Federal %', 'Quarter']
  const below = [null, null, null, null, 'Salary', 'Fringe benefits', null, null]
  const rows = spoil(staff('LK', 30, '2026-Q1'), [
    [2, 5, 20_000],
    [20, 7, 'Q1'],
  ])
  const ofPool = (pool: string): Grid => rows.filter((row) => row[3] === pool)
  const sheets = ['Direct Services', 'Targeted Case Management', 'Administrative'].map((pool): [string, Grid] => [
    pool,
    [['Lakeside school district'], [], top, below, ...ofPool(pool), totals(ofPool(pool).map((row) => [...row]))],
  ])
  save(folder, 'lakeside-2026-q1.xlsx', Object.fromEntries(sheets))
}

export const USAGE = `Writes three sample workbooks for the review of cost reports.

  npm run sample-workbooks -- FOLDER

Exit codes: 0 done, 2 wrong usage.`

if (import.meta.main) {
  printHelp(USAGE)
  const folder = process.argv[2]
  if (folder) {
    writeSampleWorkbooks(folder)
    console.log(`Three workbooks are in ${folder}: upload one on /cost-reports.`)
  } else {
    console.error(USAGE)
    process.exitCode = 2
  }
}
