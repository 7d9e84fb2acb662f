import { describe, expect, test } from 'vitest'
import { accessSchema } from '../config/access-config.ts'
import { defaultIndexSpec } from '../search/default-index.ts'
import { parseFilter } from '../search/filter/parse-filter.ts'
import { printFilter } from '../search/filter/print-filter.ts'
import { bothFilters, limitFilter } from './limit-filter.ts'
import { limitsOf, mayRead } from './limits.ts'

const spec = defaultIndexSpec('documents', 2)
const limits = (claims: Record<string, unknown>, config: unknown = {}, keyName?: string) =>
  limitsOf({ claims, keyName }, { access: accessSchema.parse(config) })
const printed = (claims: Record<string, unknown>, config: unknown = {}, keyName?: string) => {
  const filter = limitFilter(limits(claims, config, keyName), spec)
  return filter && printFilter(filter)
}

describe('limits of a token', () => {
  test.each([
    [{}, undefined],
    [{ confidentiality: 'public' }, "search.in(confidentiality, 'public', ',')"],
    [{ confidentiality: ['public', 'internal'] }, "search.in(confidentiality, 'public,internal', ',')"],
    [{ business_unit: 'Human Resources, Berlin' }, "search.in(business_unit, 'Human Resources, Berlin', '|')"],
    [
      { confidentiality: ['public'], business_unit: ['A', 'B'] },
      "search.in(confidentiality, 'public', ',') and search.in(business_unit, 'A,B', ',')",
    ],
    [{ confidentiality: [] }, 'false'],
    [{ confidentiality: null }, 'false'],
    [{ confidentiality: 7 }, 'false'],
    [{ confidentiality: { in: ['public'] } }, 'false'],
    [{ confidentiality: ['public', 7, null] }, "search.in(confidentiality, 'public', ',')"],
    [{ roles: ['x'], other: 'public' }, undefined],
  ])('%j', (claims, filter) => {
    expect(printed(claims)).toBe(filter)
  })

  test('what a claim holds is a value, never an operator', () => {
    const hostile = ["x' or true or 'x' eq 'x", "')", "', ','", 'a|b,c;d\te~f^g\u001fh\u001ei\u001dj', 'public,secret', '']
    for (const value of hostile) {
      const filter = limitFilter(limits({ confidentiality: value }), spec)
      expect(filter).toEqual({ type: 'and', operands: [{ type: 'in', field: 'confidentiality', values: [value] }] })
      expect(mayRead(limits({ confidentiality: value }), { confidentiality: 'secret' })).toBe(false)
      expect(mayRead(limits({ confidentiality: value }), { confidentiality: value })).toBe(true)
    }
    // what is printed for another engine reads back as the same value
    const apostrophe = limitFilter(limits({ confidentiality: "x' or true or 'x" }), spec)
    expect(parseFilter(printFilter(apostrophe!))).toEqual({ type: 'in', field: 'confidentiality', values: ["x' or true or 'x"] })
  })

  test("an `or` of the caller's own filter stays behind the limits", () => {
    const both = bothFilters(limitFilter(limits({ confidentiality: 'public' }), spec), parseFilter("true or confidentiality eq 'secret'"))
    expect(printFilter(both!)).toBe("(search.in(confidentiality, 'public', ',')) and (true or confidentiality eq 'secret')")
    expect(both).toMatchObject({ type: 'and', operands: [{ type: 'and' }, { type: 'or' }] })
  })

  test('claims have the names that the configuration gives them, and a missing claim may mean nothing', () => {
    const config = { confidentiality: { claim: 'https://example.org/clearance', without_claim: 'none' } }
    expect(printed({ 'https://example.org/clearance': 'public', confidentiality: 'secret' }, config)).toBe(
      "search.in(confidentiality, 'public', ',')",
    )
    expect(printed({ confidentiality: 'secret' }, config)).toBe('false')
    expect(limits({ __proto__: { confidentiality: 'x' } }).conditions).toEqual([])
  })

  test('documents without the label are shown where that is configured', () => {
    const config = { business_unit: { unlabelled: 'shown' } }
    expect(printed({ business_unit: 'A' }, config)).toBe("(search.in(business_unit, 'A', ',') or business_unit eq null)")
    expect(printed({ business_unit: [] }, config)).toBe('business_unit eq null')
    expect(mayRead(limits({ business_unit: 'A' }, config), {})).toBe(true)
    expect(mayRead(limits({ business_unit: 'A' }), {})).toBe(false)
    expect(mayRead(limits({ business_unit: 'A' }), { business_unit: null })).toBe(false)
  })

  test('limits of a key hold beside those of the token', () => {
    const config = { keys: { reports: { confidentiality: ['public', 'internal'] } }, confidentiality: { without_claim: 'none' } }
    const both = limits({ confidentiality: ['internal', 'secret'] }, config, 'reports')
    expect(['public', 'internal', 'secret'].filter((confidentiality) => mayRead(both, { confidentiality }))).toEqual(['internal'])
    expect(mayRead(limits({}, config, 'reports'), { confidentiality: 'public' })).toBe(true)
    expect(mayRead(limits({}, config, 'other'), { confidentiality: 'public' })).toBe(false)
  })

  test('an index that does not keep or filter the label shows nothing', () => {
    const without = { ...spec, fields: spec.fields.filter((f) => f.name !== 'confidentiality') }
    const unfiltered = { ...spec, fields: spec.fields.map((f) => (f.name === 'confidentiality' ? { ...f, filterable: false } : f)) }
    const shown = limits({ confidentiality: 'public' }, { confidentiality: { unlabelled: 'shown' } })
    for (const other of [without, unfiltered]) expect(printFilter(limitFilter(shown, other)!)).toBe('false')
  })
})
