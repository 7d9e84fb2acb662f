import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { read, utils, write } from 'xlsx'
import { cleanStaff, costGrid, workbookBytes } from '../ingest/cost-sheet.fixture.ts'
import type { Finding } from '../stored/finding.ts'
import { withComments } from './annotate.ts'

const finding = (over: Partial<Finding>): Finding => ({
  ...{ id: 'F1', rule: 'outlier', severity: 'info', sheet: 'Costs', row: 2, column: 'Salary', cell: 'E2', value: 1 },
  ...{ message: 'Is <b>"unusual"</b> & odd\u0001.', suggestion: 'Look.' },
  ...{ title: 'Outlier', explanation: 'It is compared.', ...over },
})
const commentsOf = (bytes: Uint8Array, sheet = 'Costs') => {
  const cells = read(bytes, { type: 'buffer' }).Sheets[sheet]!
  return Object.fromEntries(
    Object.entries(cells).flatMap(([cell, { c }]) => (c ? [[cell, c.map((x: { t: string }) => x.t).join('')]] : [])),
  )
}

test('findings come back as comments on their cells, and all else stays byte for byte', () => {
  const bytes = workbookBytes({ 'R & D': [['x']], Costs: costGrid(cleanStaff(5, 1)) })
  const out = withComments(bytes, [finding({}), finding({ id: 'F2', message: 'Twice.' }), finding({ sheet: 'R & D', cell: 'A1' })])
  const text = 'F1 info: Is <b>"unusual"</b> & odd .\nLook.'
  expect(commentsOf(out)).toEqual({ E2: `${text}\n\nF2 info: Twice.\nLook.` })
  expect(commentsOf(out, 'R & D')).toEqual({ A1: text })
  const [before, after] = [unzipSync(bytes), unzipSync(out)]
  const changed = Object.keys(before).filter((name) => Buffer.compare(before[name]!, after[name]!) !== 0)
  expect(changed.filter((name) => !/sheet[12]\.xml|Content_Types|\.rels$/.test(name))).toEqual([])
  const [was, is] = ['xl/worksheets/sheet2.xml', 'xl/worksheets/sheet2.xml'].map((name, i) => strFromU8([before, after][i]![name]!))
  expect(is!.replace(/<legacyDrawing[^>]*>/, '')).toBe(was)
})

test('comments that are there already stay', () => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet(costGrid(cleanStaff(3, 2)))
  sheet.E2!.c = [{ a: 'Ann', t: 'Checked.' }]
  sheet.A1!.c = [{ a: 'Ann', t: 'Mine.' }]
  utils.book_append_sheet(book, sheet, 'Costs')
  const out = withComments(write(book, { type: 'buffer', bookType: 'xlsx' }), [
    finding({ message: 'Odd.' }),
    finding({ id: 'F2', cell: 'F3', message: 'New.' }),
  ])
  const comments = commentsOf(out)
  expect(comments.A1).toBe('Mine.')
  expect(comments.E2).toMatch(/^Checked\.\s+F1 info: Odd\./)
  expect(comments.F3).toMatch(/^F2 info: New\./)
  const shapes = Object.entries(unzipSync(out)).find(([name]) => name.endsWith('.vml'))![1]
  expect(strFromU8(shapes).match(/<v:shape /g)).toHaveLength(3)
})
