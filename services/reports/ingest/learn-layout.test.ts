import { expect, test } from 'vitest'
import { costsOf } from '../cell/do-task.ts'
import type { Correction } from '../stored/layout.ts'
import { learnLayout } from './learn-layout.ts'
import type { Cell, Sheet } from './workbook.ts'

const sheetOf = (grid: Cell[][], name = 'Costs'): Sheet => ({
  ...{ name, hidden: false, merges: [] },
  rows: grid.map((cells, i) => ({ row: i + 1, cells })),
})
const people: Cell[][] = [
  ['E1', 'Ana', 'Nurse', 'Direct', 50_000, 61_000, 15_000],
  ['E2', 'Ben', 'Aide', 'Direct', 30_000, 33_000, 9_000],
]
const head = (salary: string, other: string) => ['Employee ID', 'Name', 'Position', 'Cost Pool', salary, other, 'Benefits']
const nothing = { headers: {}, sheets: {} }
/** The columns of the first sheet by their fields, once it was read by what is known. */
const fieldsOf = (sheets: Sheet[], known: Parameters<typeof costsOf>[1]) =>
  Object.fromEntries(costsOf(sheets, known).layout.sheets[0]!.columns.map(({ field, column }) => [field, column]))
const learnedFrom = (sheets: Sheet[], correction: Correction, before = nothing) =>
  learnLayout(before, costsOf(sheets, { ...before, correction }).layout, correction)

test('a column that was corrected twice is read as it was said last', () => {
  const sheets = [sheetOf([head('Pay', 'Pay with allowance'), ...people])]
  const to = (salary: string): Correction => ({ sheets: [{ name: 'Costs', columns: { salary } }] })
  const once = learnedFrom(sheets, to('E'))
  expect(fieldsOf(sheets, once).salary).toBe('E')
  expect(fieldsOf(sheets, learnedFrom(sheets, to('F'), once)).salary).toBe('F')
})

test('a column that is no field stays none', () => {
  const sheets = [sheetOf([head('Salary', 'Federal Share'), ...people])]
  expect(fieldsOf(sheets, nothing).share).toBe('F')
  const learned = learnedFrom(sheets, { sheets: [{ name: 'Costs', columns: { share: null } }] })
  expect(fieldsOf(sheets, learned)).toEqual({ id: 'A', name: 'B', position: 'C', pool: 'D', salary: 'E', benefits: 'G' })
})

test('the headers of a row that was named by hand are found in the next workbook, wherever they stand', () => {
  const unknown = ['Mitglied', 'Wer', 'Was', 'Topf', 'Lohn brutto jährlich', 'Sonstiges', 'Zulage']
  const columns = { id: 'A', name: 'B', position: 'C', pool: 'D', salary: 'E', benefits: 'G' }
  const learned = learnedFrom([sheetOf([['Bericht'], unknown, ...people])], { sheets: [{ name: 'Costs', header_row: 2, columns }] })
  const next = [sheetOf([['Bericht'], ['Entwurf'], [], unknown, ...people], 'Blatt 1')]
  expect(fieldsOf(next, learned)).toEqual(columns)
  expect(costsOf(next, learned).layout.sheets[0]).toMatchObject({ use: true, header_rows: [4], rows: 2 })
})

test('a sheet that was left out stays so under its name, until it is said otherwise', () => {
  const sheets = [sheetOf([head('Salary', 'x'), ...people], 'Draft'), sheetOf([head('Salary', 'x'), ...people])]
  const learned = learnedFrom(sheets, { sheets: [{ name: 'Draft', use: false }] })
  expect(costsOf(sheets, learned).layout.sheets.map(({ use }) => use)).toEqual([false, true])
  const again = learnedFrom(sheets, { sheets: [{ name: 'Draft', use: true }] }, learned)
  expect(costsOf(sheets, again).layout.sheets.map(({ use }) => use)).toEqual([true, true])
})

test('a sheet whose headers say nothing offers its columns, and one without headers keeps its first row', () => {
  const strange = costsOf([sheetOf([['Bericht'], ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ...people])], nothing).layout.sheets[0]!
  expect([strange.use, strange.header_rows, strange.headers.map(({ column }) => column).join('')]).toEqual([false, [2], 'ABCDEFG'])
  expect(strange.reason).toContain('Headers missing: Employee ID')
  const columns = { id: 'A', name: 'B', position: 'C', pool: 'D', salary: 'E', benefits: 'G' }
  const correction: Correction = { sheets: [{ name: 'Costs', header_row: 0, columns }] }
  const bare = costsOf([sheetOf(people)], { ...nothing, correction })
  expect(bare.layout.sheets[0]).toMatchObject({ use: true, header_rows: [], rows: 2 })
  expect(learnLayout(nothing, bare.layout, correction)).toEqual(nothing)
})

test('a row that was named for headers and is empty is told', () => {
  const { layout } = costsOf([sheetOf([head('Salary', 'x'), ...people])], {
    ...nothing,
    correction: { sheets: [{ name: 'Costs', header_row: 9 }] },
  })
  expect(layout.sheets[0]).toMatchObject({ use: false, reason: 'Row 9 is empty: name the row in which the headers end.' })
})

test.each([
  [
    'German',
    ['Personalnr.', 'Mitarbeitername', 'Tätigkeit', 'Kostenstelle', 'Bruttolohn (EUR)', 'Nebenkosten (EUR)', 'Bundesanteil', 'Quartal'],
  ],
  [
    'Spanish',
    [
      'Nº de empleado',
      'Nombre y apellidos',
      'Puesto',
      'Fondo de costos',
      'Sueldo bruto',
      'Cargas sociales',
      'Porcentaje federal',
      'Trimestre',
    ],
  ],
])('usual headers in %s name all fields', (_, headers) => {
  const row: Cell[] = ['E1', 'Ana', 'Nurse', 'Direct', 50_000, 15_000, '50%', '2026-Q1']
  const all = { id: 'A', name: 'B', position: 'C', pool: 'D', salary: 'E', benefits: 'F', share: 'G', period: 'H' }
  expect(fieldsOf([sheetOf([headers, row])], nothing)).toEqual(all)
})
