import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonErrorPosition } from './json-position.ts'

const SUITE = new URL('../../../../shared/data/hostile/jsontestsuite/', import.meta.url)

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it('names the first character that does not fit', () => {
  const cases: [string, number | undefined][] = [
    ['', 0],
    ['{}', undefined],
    [' [1, "a", true, null, {"b": -1.5e+3}] ', undefined],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['01', 1],
    ['"abc', 0],
    ['[1]x', 3],
    [']', 0],
    ['{]', 1],
    ['[1', 2],
    ['tru', 0],
  ]
  for (const [text, position] of cases) expect([text, jsonErrorPosition(text)]).toEqual([text, position])
})

it('agrees with JSON.parse on whether a text is JSON', () => {
  fc.assert(fc.property(fc.json(), (text) => jsonErrorPosition(text) === undefined))
  const noise = fc
    .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', '.5', 'true', ' ', '"', '\\', 'e3', '0'))
    .map((a) => a.join(''))
  fc.assert(
    fc.property(noise, (text) => (jsonErrorPosition(text) === undefined) === parses(text)),
    { numRuns: 2000 },
  )
})

it.skipIf(!existsSync(SUITE))('agrees with JSON.parse on the parsing test suite', () => {
  const files = readdirSync(SUITE, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.json'))
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const text = readFileSync(new URL(file, SUITE), 'utf8')
    expect([file, jsonErrorPosition(text) === undefined]).toEqual([file, parses(text)])
  }
})
