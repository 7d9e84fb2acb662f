import { expect, test } from 'vitest'
import { defaultIndexSpec } from '../default-index.ts'
import { checkFilter } from './check-filter.ts'
import { parseFilter } from './parse-filter.ts'

const spec = defaultIndexSpec('documents', 2)
const refused = (filter: string) => {
  try {
    checkFilter(parseFilter(filter), spec)
    return undefined
  } catch (error) {
    return error
  }
}
const times = (condition: string, n: number, by: string) => Array.from({ length: n }, () => condition).join(by)

test.each([
  ['conditions', times('tokens eq 1', 500, ' or '), times('tokens eq 1', 501, ' or ')],
  ['conditions inside of any', `tags/any(t: ${times("t eq 'a'", 500, ' or ')})`, `tags/any(t: ${times("t eq 'a'", 501, ' or ')})`],
  ['texts to look for', times("search.ismatch('a')", 10, ' or '), times("search.ismatch('a')", 11, ' or ')],
])('%s: so many an index answers, and one more is refused', (_what, most, more) => {
  expect(refused(most)).toBeUndefined()
  expect(refused(more)).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/more than \d+/) })
})

test('many values of a list are one condition', () => {
  expect(refused(`search.in(filename, '${times('a', 5_000, ',')}')`)).toBeUndefined()
})

test.each([
  ["title eq 'a' and doc_type", 17],
  ["title eq 'a' and (tokens gt 3 or doc_type)", 33],
  ['doc_type eq 3', 0],
  ['not (nowhere eq 1)', 5],
  ['tags/any(t: t eq 7)', 12],
  ["'a' eq tokens", 0],
  ["title eq 'a' and search.in(tokens, 'a')", 17],
])('what is wrong with %j is told with its position, as errors of syntax are', (filter, position) => {
  const error = refused(filter) as { message: string; details: { excerpt: string } }
  expect(error).toMatchObject({ code: 'invalid_request', details: { position, field: expect.any(String) } })
  expect(error.message).toMatch(new RegExp(`^filter: .* at position ${position}$`))
  expect(error.details.excerpt).toContain(filter.slice(position, position + 5))
})
