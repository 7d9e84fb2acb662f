import { advance, type Cursor, expectSign, fail, found, isSign, isWord, literal, operator, path } from './filter-cursor.ts'
import { filterError } from './filter-error.ts'
import { notePlace } from './filter-places.ts'
import { nextToken } from './lex-filter.ts'
import type { FilterExpression, Literal } from './odata.ts'
import { functionCall, isFunction } from './parse-filter-function.ts'

/** Longest filter, in characters. */
const MAX_FILTER = 32_768
/** Deepest nesting of parentheses, `not` and lambdas. */
const MAX_DEPTH = 100

const FLIPPED = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const

/** Reads a filter in Azure AI Search's OData dialect. Throws ApiError invalid_request with `details: {position, excerpt}`. */
export function parseFilter(text: string): FilterExpression {
  if (text.length > MAX_FILTER) throw filterError(text, MAX_FILTER, `the filter is longer than ${MAX_FILTER} characters`)
  if (/^\s/.test(text)) throw filterError(text, 0, 'a filter does not begin with white space')
  const first = nextToken(text, 0)
  if (first.kind === 'end') throw filterError(text, 0, 'the filter is empty')
  const c: Cursor = { text, token: first, depth: 0 }
  const tree = disjunction(c)
  if (c.token.kind !== 'end') throw fail(c, `expected "and", "or" or the end but found ${found(c)}`)
  return tree
}

function deeper<T>(c: Cursor, rule: (c: Cursor) => T): T {
  if (++c.depth > MAX_DEPTH) throw fail(c, `the filter is nested deeper than ${MAX_DEPTH} levels`)
  const result = rule(c)
  c.depth--
  return result
}

function chain(c: Cursor, word: 'and' | 'or', operand: (c: Cursor) => FilterExpression): FilterExpression {
  const operands = [operand(c)]
  while (isWord(c, word)) {
    advance(c)
    operands.push(operand(c))
  }
  return operands.length === 1 ? operands[0]! : { type: word, operands }
}

const disjunction = (c: Cursor): FilterExpression => chain(c, 'or', conjunction)
const conjunction = (c: Cursor): FilterExpression => chain(c, 'and', negation)

function negation(c: Cursor): FilterExpression {
  if (!isWord(c, 'not')) return primary(c)
  advance(c)
  const at = c.token.start
  const enclosed = isSign(c, '(')
  const operand = deeper(c, negation)
  // `not` binds tighter than a comparison in this dialect, so it would negate the bare field.
  if (!enclosed && (operand.type === 'compare' || operand.type === 'distance'))
    throw fail(c, 'put the comparison after "not" in parentheses', at)
  return { type: 'not', operand }
}

function primary(c: Cursor): FilterExpression {
  const at = c.token.start
  const tree = condition(c)
  notePlace(tree, c.text, at)
  return tree
}

function condition(c: Cursor): FilterExpression {
  if (isSign(c, '(')) {
    advance(c)
    const inner = deeper(c, disjunction)
    expectSign(c, ')')
    return inner
  }
  if (isSign(c, '[')) return listComparison(c)
  if (c.token.kind === 'name' && isFunction(c.token.text)) return functionCall(c)
  const value = literal(c)
  return value ? afterLiteral(c, value) : afterPath(c)
}

function afterLiteral(c: Cursor, left: Literal): FilterExpression {
  const at = c.token.start
  const op = operator(c)
  if (!op) {
    if (left.kind === 'boolean') return { type: 'constant', value: left.value }
    throw fail(c, `expected a comparison operator but found ${found(c)}`, at)
  }
  const right = literal(c)
  if (!right) return { type: 'compare', field: path(c).join('/'), operator: FLIPPED[op], value: left }
  if (left.kind !== right.kind || (op !== 'eq' && op !== 'ne')) throw fail(c, 'these literals cannot be compared', at)
  const same = left.kind === 'null' || (right.kind !== 'null' && Object.is(left.value, right.value))
  return { type: 'constant', value: same === (op === 'eq') }
}

function afterPath(c: Cursor): FilterExpression {
  const start = c.token.start
  const segments = path(c)
  if (c.token.kind === 'name' && (isWord(c, 'any') || isWord(c, 'all'))) return lambda(c, segments)
  const field = segments.join('/')
  if (isSign(c, '(')) throw fail(c, `unknown function ${JSON.stringify(field.slice(0, 40))}`, start)
  if (isWord(c, 'in')) {
    advance(c)
    return { type: 'in', field, values: list(c) }
  }
  const op = operator(c)
  if (!op) return { type: 'truthy', field }
  const value = literal(c)
  if (!value) throw fail(c, `expected a literal but found ${found(c)}`)
  return { type: 'compare', field, operator: op, value }
}

function lambda(c: Cursor, segments: readonly string[]): FilterExpression {
  const type = advance(c).text === 'any' ? 'any' : 'all'
  const field = segments.slice(0, -1).join('/')
  expectSign(c, '(')
  if (isSign(c, ')')) {
    if (type === 'all') throw fail(c, '"all" needs a condition')
    advance(c)
    return { type, field }
  }
  const [variable, ...rest] = path(c)
  if (rest.length) throw fail(c, 'a range variable is one name')
  expectSign(c, ':')
  const predicate = deeper(c, disjunction)
  expectSign(c, ')')
  return { type, field, variable: variable!, predicate }
}

/** OData 4.01's list: ["a", "b"] or ('a', 'b'). */
function list(c: Cursor): string[] {
  const close = isSign(c, '[') ? ']' : ')'
  expectSign(c, close === ']' ? '[' : '(')
  const values: string[] = []
  do {
    if (values.length) advance(c)
    if (c.token.kind !== 'string') throw fail(c, `expected a string but found ${found(c)}`)
    values.push(advance(c).text)
  } while (isSign(c, ','))
  expectSign(c, close)
  return values
}

function listComparison(c: Cursor): FilterExpression {
  const left = list(c)
  const op = operator(c)
  if (op !== 'eq' && op !== 'ne') throw fail(c, 'expected "eq" or "ne" between lists')
  const right = list(c)
  const same = left.length === right.length && left.every((v, i) => v === right[i])
  return { type: 'constant', value: same === (op === 'eq') }
}
