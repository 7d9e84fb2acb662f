import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { FilterExpression, Literal } from './odata.ts'
import { parseFilter } from './parse-filter.ts'
import { printFilter } from './print-filter.ts'

const file = new URL('../../../../shared/data/odata/filters.json', import.meta.url)
const caseSchema = z.object({ filter: z.string(), valid: z.boolean(), core: z.boolean(), note: z.string() })
const cases = existsSync(file) ? z.array(caseSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
if (!cases.length) console.log(`skipped: no filters at ${file.pathname}`)

const refusal = (text: string): ApiError => {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error(`parsed: ${text.slice(0, 80)}`)
}

describe.skipIf(!cases.length)('documented filters', () => {
  test.each(cases.filter((c) => c.core && c.valid))('reads $filter', ({ filter }) => {
    const tree = parseFilter(filter)
    expect(parseFilter(printFilter(tree))).toEqual(tree)
  })
  test.each(cases.filter((c) => !c.valid))('refuses $filter ($note)', ({ filter }) => {
    const error = refusal(filter)
    expect(error.code).toBe('invalid_request')
    expect(error.details.position).toBeTypeOf('number')
    expect(error.message).toMatch(/position \d+/)
  })
  test('no filter of another dialect is read as something else', () => {
    const read = cases.filter((c) => !c.core && c.valid).filter((c) => !/^search\.in\(/.test(c.filter))
    for (const { filter } of read) expect(() => parseFilter(filter), filter).toThrow(/position/)
  })
})

describe('parseFilter', () => {
  test('precedence: not, then and, then or', () => {
    expect(parseFilter("a eq 1 or b eq 2 and not (c eq 'x')")).toEqual({
      type: 'or',
      operands: [
        { type: 'compare', field: 'a', operator: 'eq', value: { kind: 'number', value: 1 } },
        {
          type: 'and',
          operands: [
            { type: 'compare', field: 'b', operator: 'eq', value: { kind: 'number', value: 2 } },
            { type: 'not', operand: { type: 'compare', field: 'c', operator: 'eq', value: { kind: 'string', value: 'x' } } },
          ],
        },
      ],
    })
  })

  test.each([
    ["a eq 'O''Neil'", { kind: 'string', value: "O'Neil" }],
    ["a eq ''", { kind: 'string', value: '' }],
    ['a eq -1.5e3', { kind: 'number', value: -1500 }],
    ['a eq INF', { kind: 'number', value: Number.POSITIVE_INFINITY }],
    ['a eq -INF', { kind: 'number', value: Number.NEGATIVE_INFINITY }],
    ['a eq NaN', { kind: 'number', value: Number.NaN }],
    ['a eq true', { kind: 'boolean', value: true }],
    ['a eq null', { kind: 'null' }],
    ['a eq 2024-02-29T00:00:00.123+05:30', { kind: 'date', value: '2024-02-29T00:00:00.123+05:30' }],
    ['a eq 2024-02-29', { kind: 'date', value: '2024-02-29' }],
  ])('literal: %s', (text, value) => {
    expect(parseFilter(text)).toEqual({ type: 'compare', field: 'a', operator: 'eq', value })
  })

  test.each([
    ['', 0],
    ["doc_type === 'policy'", 9],
    ["doc_type eq 'policy", 12],
    ["(doc_type eq 'policy'", 21],
    ["tags/any(t: t eq 'a'", 20],
    ["filename eq 'a' and and", 20],
    ['not a eq 5', 4],
    ['a eq 2023-02-29', 5],
    ['a EQ 5', 2],
    ["startswith(a, 'b')", 0],
    ["search.unknown(a, 'b')", 0],
    ["a eq 'b'or c", 8],
    ['a eq "b"', 5],
    ['tags/all()', 9],
    ['a ge [1]', 5],
  ])('refuses %s at %i', (text, position) => {
    expect(refusal(text).details).toMatchObject({ position })
  })

  test.each([
    ['parentheses', '('.repeat(10_000)],
    ['negations', `${'not '.repeat(10_000)}a`],
    ['lambdas', 'a/any(x:'.repeat(8_000)],
    ['a literal of 50 kB', `a eq '${'x'.repeat(50_000)}'`],
    ['quotes', `a eq '${"''".repeat(25_000)}`],
    ['digits', `a eq ${'1'.repeat(50_000)}`],
    ['a path', 'a/'.repeat(30_000)],
    ['a megabyte', 'a and '.repeat(200_000)],
  ])('refuses %s without much work', (_, text) => {
    const before = process.cpuUsage()
    expect(refusal(text).code).toBe('invalid_request')
    // It takes 2 ms on a quiet machine; a parser that backtracks or descends without a bound takes seconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })

  test('any text is read or refused with a position, never otherwise', () => {
    const piece = fc.constantFrom(
      'a',
      'eq',
      'and',
      'not ',
      '(',
      ')',
      "'",
      "''",
      '5',
      '-',
      ' ',
      'any(',
      't:',
      '/',
      'null',
      'search.in(',
      ',',
      '[',
      '"',
      '2024-01-01',
      'geo.distance(',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((p) => p.join('')),
        ),
        (text) => {
          try {
            parseFilter(text)
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            expect(error.details.position).toBeTypeOf('number')
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)
  .filter((n) => !/^(?:eq|ne|gt|ge|lt|le|and|or|not|in|null|true|false|INF|NaN|any|all)$/.test(n))
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((p) => p.join('/'))
const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le')
const number = fc.double().map((n) => (Object.is(n, -0) ? 0 : n))
const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => ({ kind: 'string' as const, value })),
  number.map((value) => ({ kind: 'number' as const, value })),
  fc.boolean().map((value) => ({ kind: 'boolean' as const, value })),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((d) => ({ kind: 'date' as const, value: d.toISOString() })),
  fc.constant({ kind: 'null' as const }),
)
const values = fc.array(fc.stringMatching(/^[^,]{1,8}$/), { minLength: 1, maxLength: 5 })
const { tree } = fc.letrec<{ tree: FilterExpression }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constant('compare' as const), field: path, operator, value: literal }),
    fc.record({ type: fc.constant('in' as const), field: path, values }),
    fc.record({ type: fc.constant('truthy' as const), field: path }),
    fc.record({ type: fc.constant('constant' as const), value: fc.boolean() }),
    fc.record({
      type: fc.constant('match' as const),
      text: fc.string(),
      fields: fc.array(name, { maxLength: 2 }),
      syntax: fc.constantFrom('simple', 'full'),
      mode: fc.constantFrom('any', 'all'),
      scoring: fc.boolean(),
    }),
    fc.record({ type: fc.constant('intersects' as const), field: path, shape: fc.constant('POLYGON((1 2, 3 4))') }),
    fc.record({
      type: fc.constant('distance' as const),
      field: path,
      shape: fc.constant('POINT(1 2)'),
      operator: fc.constantFrom('gt', 'ge', 'lt', 'le'),
      value: number,
    }),
    fc.record({ type: fc.constant('not' as const), operand: tie('tree') }),
    fc.record({ type: fc.constantFrom('and', 'or'), operands: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }) }),
    fc.record({ type: fc.constantFrom('any', 'all'), field: path, variable: name, predicate: tie('tree') }),
    fc.record({ type: fc.constant('any' as const), field: path }),
  ),
}))

test('a printed filter is read back as the same tree', () => {
  fc.assert(
    fc.property(tree, (t) => {
      expect(parseFilter(printFilter(t))).toEqual(t)
    }),
    { numRuns: 1000 },
  )
})
