import type { ApiError } from '../../runtime/errors.ts'
import { filterError } from './filter-error.ts'
import { nextToken, type Token } from './lex-filter.ts'
import type { ComparisonOperator, Literal } from './odata.ts'

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le'])
const RESERVED: ReadonlySet<string> = new Set([...OPERATORS, 'and', 'or', 'not', 'in', 'null', 'true', 'false', 'INF', 'NaN'])

/** What the rules of the grammar share: the text and the place in it. */
export interface Cursor {
  readonly text: string
  token: Token
  depth: number
}

/** Steps over the token that stands at the cursor and returns it. */
export const advance = (c: Cursor): Token => {
  const token = c.token
  c.token = nextToken(c.text, token.end)
  return token
}

export const fail = (c: Cursor, problem: string, at = c.token.start): ApiError => filterError(c.text, at, problem)

/** The token at the cursor for an error message. */
export const found = ({ token }: Cursor): string => (token.kind === 'end' ? 'the end' : JSON.stringify(token.text.slice(0, 40)))

export const isWord = (c: Cursor, word: string): boolean => c.token.kind === 'name' && c.token.text === word
export const isSign = (c: Cursor, sign: string): boolean => c.token.kind === 'punctuation' && c.token.text === sign

export function expectSign(c: Cursor, sign: string): void {
  if (!isSign(c, sign)) throw fail(c, `expected "${sign}" but found ${found(c)}`)
  advance(c)
}

/** A literal if one stands here. */
export function literal(c: Cursor): Literal | undefined {
  const { kind, text, start } = c.token
  const value = literalOf(kind, text)
  if (!value) return undefined
  if (kind === 'string' && c.text[start] === '"') throw fail(c, 'strings stand in single quotes')
  if (kind === 'date' && !isDate(text)) throw fail(c, `${text} is no date`)
  advance(c)
  return value
}

function literalOf(kind: Token['kind'], text: string): Literal | undefined {
  if (kind === 'string') return { kind: 'string', value: text }
  if (kind === 'date') return { kind: 'date', value: text }
  if (kind === 'number') return { kind: 'number', value: Number(text.replace('INF', 'Infinity')) }
  if (kind !== 'name') return undefined
  if (text === 'null') return { kind: 'null' }
  return text === 'true' || text === 'false' ? { kind: 'boolean', value: text === 'true' } : undefined
}

/** Date.parse alone takes the 30th of February. */
function isDate(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
}

const isOperator = (word: string): word is ComparisonOperator => OPERATORS.has(word)

/** A comparison operator if one stands here. */
export function operator(c: Cursor): ComparisonOperator | undefined {
  const { kind, text } = c.token
  if (kind !== 'name' || !isOperator(text)) return undefined
  advance(c)
  return text
}

/** A field's path, segment by segment. */
export function path(c: Cursor): string[] {
  const segments: string[] = []
  do {
    if (segments.length) advance(c)
    const { kind, text, start } = c.token
    if (kind !== 'name' || text.includes('.') || RESERVED.has(text)) throw fail(c, `expected a field but found ${found(c)}`)
    if (
      (text === 'any' || text === 'all') &&
      c.text
        .slice(start + 3)
        .trimStart()
        .startsWith('(')
    ) {
      if (!segments.length) throw fail(c, `"${text}" needs a collection before it`)
      return [...segments, text]
    }
    segments.push(advance(c).text)
  } while (isSign(c, '/'))
  return segments
}
