import { expect, it } from 'vitest'
import { works } from '../apart/works.ts'

const HTML = '<h2>During</h2><ol><li>Call 911.</li></ol><table><tr><td>4400</td></tr></table>'

it('what an instruction excludes is found however many blanks stand between its words', () => {
  const plain = works.excluded(HTML, 'Make it shorter. Keep the table unchanged, do not change the numbers.')
  expect(plain).toMatchObject({ ranges: [{ what: 'table' }], numbers: true })
  expect(works.excluded(HTML, 'Make it shorter. Keep \t\t the   table\tunchanged, do  not\tchange   the  numbers.')).toEqual(plain)
  for (const blanks of [' ', '\t', ' \t', '\u00a0'])
    expect(works.excluded(HTML, `Keep ${blanks.repeat(15_000)} the table ${blanks.repeat(15_000)} unchanged.`).ranges).toHaveLength(1)
  expect(works.excluded(HTML, `Keep ${'\n'.repeat(20_000)} the table`).ranges).toEqual([])
})
