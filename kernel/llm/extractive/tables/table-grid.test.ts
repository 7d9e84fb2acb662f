import { expect, test } from 'vitest'
import type { Passage } from '../../llm.ts'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'
import { gridsOf } from './table-grid.ts'

/** A row for each county, cut between its cells behind another year each time, as long rows are. */
const wide = (): Passage[] => {
  const years = Array.from({ length: 12 }, (_, i) => String(2001 + i))
  return ['Avon', 'Bredon', 'Corve', 'Dore'].flatMap((county, i) => {
    const values = years.map((_, at) => String(100 * (at + 1) + 10 * ((i * 3) % 4)))
    const part = (from: number, to: number, order: number): Passage => ({
      id: `${county}${order}`,
      document: 'd',
      order,
      title: 'income by county.csv',
      text: `| County | ${years.slice(from, to).join(' | ')} |\n| --- |${' --- |'.repeat(to - from)}\n| ${county} | ${values.slice(from, to).join(' | ')} |`,
    })
    return [part(0, 5 + i, 2 * i), part(5 + i, 12, 2 * i + 1)]
  })
}

test('a row that is cut between its cells is one row of one table', () => {
  const [grid, ...others] = gridsOf(wide())
  expect(others).toEqual([])
  expect(grid).toMatchObject({ columns: expect.arrayContaining(['2001', '2012']) })
  expect(grid!.rows.map(({ cells, passage, further }) => [cells.length, passage, further])).toEqual(
    [0, 2, 4, 6].map((at) => [13, at, [at + 1]]),
  )
})

test('the greatest is looked for in all rows, wherever they are cut, and cited where its figure stands', () => {
  const found = tableAnswer(readQuestion('Which county had the highest income in 2012?'), wide())!
  expect(isSure(found) && found.text).toMatch(/^Bredon .*1230.* of the 4 rows/)
  expect(found.passages).toContain(3)
})
