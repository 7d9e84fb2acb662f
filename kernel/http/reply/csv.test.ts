import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, csvLine } from './csv.ts'

const read = (line: string): string[] => parse(line, { record_delimiter: '\r\n', relax_column_count: true })[0] ?? []

describe('csvLine', () => {
  test.each([
    [['plain', 12, null], 'plain,12,\r\n'],
    [['a, b', 'say "x"', 'two\r\nlines'], '"a, b","say ""x""","two\r\nlines"\r\n'],
    [[' led', 'trailed ', ''], '" led","trailed ",\r\n'],
    [[-5, 0.5], '-5,0.5\r\n'],
  ] satisfies [Cell[], string][])('%j', (cells, line) => expect(csvLine(cells)).toBe(line))

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '=cmd|" /C calc"!A0',
  ])('a text like %j cannot run', (text) => {
    const cell = read(csvLine(['x', text]))[1]
    expect(cell).toBe(`'${text}`)
  })

  test('what was written is read back, and no text begins like a formula', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';').chain((c) => fc.string().map((s) => c + s)),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const line = csvLine(['first', ...cells])
        const back = read(line).slice(1)
        expect(back.map((text, i) => (text === `'${cells[i]}` ? cells[i] : text))).toEqual(cells)
        for (const text of back) expect(text).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })
})
