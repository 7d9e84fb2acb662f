import { expect, test } from 'vitest'
import { HYPHEN, joinAll, joinLines } from './join.ts'

test.each([
  [['a line', 'and another', 'and one more']],
  [['a hy-', 'phenated word and a soft\u00ad', 'one, 1-', '2 no word, a dash -', 'neither, pre-', 'War is none']],
  [['x', '-', 'y', '-', 'z-', 'b-', 'c']],
  [['日本', '語', 'and', '語-', 'x']],
  [['𝒜-', '𝒷', '𝒜-', 'b', '']],
  [['only one']],
  [[]],
])('lines become one text whether all at once or one by one: %j', (lines) => {
  expect(joinAll(lines)).toBe(lines.length ? lines.reduce(joinLines) : '')
})

test('a word is parted by a hyphen at the end of a line only', () => {
  expect(joinAll(['hy-', 'phen', '- no', '漢', '字'])).toBe(`hy${HYPHEN}phen - no 漢字`)
})
