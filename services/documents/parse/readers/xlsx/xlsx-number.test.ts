import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SSF } from 'xlsx'
import { shownText } from './xlsx-number.ts'
import { plainNumber } from './xlsx-plain-number.ts'

const FORMATS = [
  ...[0, 1, 2, 3, 4, 9, 10, 37, 38, 39, 40],
  ...[
    'General',
    '0',
    '0.0',
    '0.000',
    '#,##0',
    '#,##0.00',
    '0%',
    '0.0%',
    '#,##0.0%',
    '$#,##0.00',
    '"EUR" #,##0',
    '0" kg"',
    '#,##0\\ ;\\(#,##0\\)',
  ],
  ...[
    '#,##0\\ ;[Red]\\(#,##0\\)',
    '_(* #,##0_);_(* \\(#,##0\\);_(* "—"_);_(@_)',
    '#,##0.00_);(#,##0.00)',
    '0;-0;"none"',
    '_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * "-"??_ ;_ @_ ',
    '0;-0;??0',
    '0;-?;0',
    '#,##0.00;[Red]-#,##0.00',
  ],
]
const values = fc.oneof(
  fc.integer(),
  fc.integer({ min: -2000, max: 2000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100),
  fc.constantFrom(0, 0.5, -0.5, 0.005, 1e11, 99_999_999_999, 1.005, -0.001, 0.001),
)

describe('numbers of workbooks', () => {
  it('are shown as SheetJS shows them, where they are shown without it', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...FORMATS), (value, format) => {
        const own = plainNumber(value, format)
        if (own !== undefined) expect([format, value, own]).toEqual([format, value, String(SSF.format(format, value)).trim()])
      }),
      { numRuns: 20_000 },
    )
  })

  it.each<[value: number, format: string | number, text: string | undefined]>([
    [1234567, '#,##0', '1,234,567'],
    [-1234.5, '#,##0.00_);(#,##0.00)', '(1,234.50)'],
    [0, '_(* #,##0_);_(* \\(#,##0\\);_(* "—"_);_(@_)', '—'],
    [0.125, '0.0%', '12.5%'],
    [12.25, 0, '12.25'],
    [45000, 14, undefined],
    [45000, 'yyyy-mm-dd', undefined],
    [5, '0.0E+00', undefined],
    [5, '# ?/?', undefined],
    [0.1 + 0.2, 0, undefined],
  ])('%d by %s without it is %s', (value, format, text) => {
    expect(plainNumber(value, format)).toBe(text)
  })

  it('are told from texts, which a format may change, too', () => {
    expect(shownText('rye', '#,##0')).toBe('rye')
    expect(shownText('rye', '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)')).toBe('rye')
    expect(shownText('rye', '0;0;0;"grain: "@')).toBe('grain: rye')
    expect(shownText('rye', ';;;')).toBe('')
  })
})
