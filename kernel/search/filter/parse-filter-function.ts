import { advance, type Cursor, expectSign, fail, isSign, isWord, literal, operator, path } from './filter-cursor.ts'
import type { FilterExpression } from './odata.ts'

type Rule = (c: Cursor) => FilterExpression

const text = (c: Cursor): string => {
  const at = c.token.start
  const value = literal(c)
  if (value?.kind !== 'string') throw fail(c, 'expected a string', at)
  return value.value
}

const fieldThenShape = (c: Cursor): { field: string; shape: string } => {
  const shapeFirst = c.token.kind === 'geography' ? advance(c).text : undefined
  if (shapeFirst !== undefined) expectSign(c, ',')
  const field = path(c).join('/')
  if (shapeFirst !== undefined) return { field, shape: shapeFirst }
  expectSign(c, ',')
  if (c.token.kind !== 'geography') throw fail(c, "expected a geography'…' literal")
  return { field, shape: advance(c).text }
}

/** The values of search.in: every character of `delimiters` separates; spaces and commas do when none are given. */
function splitValues(values: string, delimiters: string): string[] {
  const parts = ['']
  for (const ch of values) {
    if (delimiters.includes(ch)) parts.push('')
    else parts[parts.length - 1] += ch
  }
  return parts.filter(Boolean)
}

const optional = (c: Cursor, otherwise: string): string => {
  if (!isSign(c, ',')) return otherwise
  advance(c)
  if (!isWord(c, 'null')) return text(c)
  advance(c)
  return otherwise
}

function searchIn(c: Cursor): FilterExpression {
  const field = path(c).join('/')
  expectSign(c, ',')
  const values = text(c)
  return { type: 'in', field, values: splitValues(values, optional(c, ' ,')) }
}

function searchMatch(c: Cursor, scoring: boolean): FilterExpression {
  const query = text(c)
  const fields = optional(c, '')
    .split(',')
    .map((f) => f.trim())
    .filter(Boolean)
  const at = c.token.start
  const syntax = optional(c, 'simple')
  const mode = optional(c, 'any')
  if (syntax !== 'simple' && syntax !== 'full') throw fail(c, "the query type is 'simple' or 'full'", at)
  if (mode !== 'any' && mode !== 'all') throw fail(c, "the search mode is 'any' or 'all'", at)
  return { type: 'match', text: query, fields, syntax, mode, scoring }
}

const FUNCTIONS: Readonly<Record<string, Rule>> = {
  'search.in': searchIn,
  'search.ismatch': (c) => searchMatch(c, false),
  'search.ismatchscoring': (c) => searchMatch(c, true),
  'geo.intersects': (c) => ({ type: 'intersects', ...fieldThenShape(c) }),
}

export const isFunction = (name: string): boolean => name.includes('.')

/** A call of one of the dialect's functions; the name stands at the cursor. */
export function functionCall(c: Cursor): FilterExpression {
  const { text: name, start } = advance(c)
  const distance = name === 'geo.distance'
  if (!distance && !Object.hasOwn(FUNCTIONS, name)) throw fail(c, `unknown function ${JSON.stringify(name.slice(0, 40))}`, start)
  expectSign(c, '(')
  if (!distance) {
    const call = FUNCTIONS[name]!(c)
    expectSign(c, ')')
    return call
  }
  const of = fieldThenShape(c)
  expectSign(c, ')')
  const at = c.token.start
  const op = operator(c)
  const value = literal(c)
  if (!op || op === 'eq' || op === 'ne' || value?.kind !== 'number')
    throw fail(c, 'a distance is compared with a number by lt, le, gt or ge', at)
  return { type: 'distance', ...of, operator: op, value: value.value }
}
