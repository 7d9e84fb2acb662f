import { expect, test } from 'vitest'

const module: string = '../../web/parts/format.js'
const { duration } = (await import(module)) as { duration(ms: number): string }

test.each([
  [320, '320 ms'],
  [4_200, '4.2 s'],
  [185_000, '3 min 5 s'],
  [59_700, '1 min 0 s'],
  [359_800, '6 min 0 s'],
  [3_599_900, '1 h 0 min'],
])('%i ms is told as %s', (ms, told) => {
  expect(duration(ms)).toBe(told)
})
