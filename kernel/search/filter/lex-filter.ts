import { filterError } from './filter-error.ts'

export type TokenKind = 'name' | 'string' | 'number' | 'date' | 'geography' | 'punctuation' | 'end'

export interface Token {
  readonly kind: TokenKind
  /** The text as written; for strings and geography literals the value. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Longest string literal: Azure AI Search refuses terms over 32,766 bytes, so a longer one could match nothing. */
const MAX_LITERAL = 32_766

const SPACE = /[ \t\r\n]*/y
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y
const DATE = /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w-])/y
const NUMBER = /[+-]?(?:\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?|INF|NaN)(?![\w.])/y
const PUNCTUATION = /[(),:[\]/]/y

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** A quoted literal whose opening quote stands at `at`; a quote inside is written twice. */
function quoted(text: string, at: number, quote: string): { value: string; end: number } {
  for (let from = at + 1; ; ) {
    const close = text.indexOf(quote, from)
    if (close < 0) throw filterError(text, at, 'the string that begins here is not closed')
    if (close - at > MAX_LITERAL) throw filterError(text, at, `a literal is longer than ${MAX_LITERAL} characters`)
    if (text[close + 1] !== quote) return { value: text.slice(at + 1, close).replaceAll(quote + quote, quote), end: close + 1 }
    from = close + 2
  }
}

function literalToken(text: string, start: number, at: number, kind: TokenKind, quote: string): Token {
  const { value, end } = quoted(text, at, quote)
  if (/\w/.test(text[end] ?? '')) throw filterError(text, end, 'a space is missing after the string')
  return { kind, text: value, start, end }
}

/** The token at or after `from`. Throws ApiError invalid_request with the position of what is no token. */
export function nextToken(text: string, from: number): Token {
  const start = from + (match(SPACE, text, from)?.length ?? 0)
  if (start >= text.length) return { kind: 'end', text: '', start: text.length, end: text.length }
  const first = text[start]!
  // Double quotes stand in the array literals of OData 4.01 only; the parser refuses them elsewhere.
  if (first === "'" || first === '"') return literalToken(text, start, start, 'string', first)
  if (text.startsWith("geography'", start)) return literalToken(text, start, start + 9, 'geography', "'")
  for (const [kind, pattern] of PATTERNS) {
    const found = match(pattern, text, start)
    if (found !== undefined) return { kind, text: found, start, end: start + found.length }
  }
  throw filterError(text, start, `unexpected character ${JSON.stringify(String.fromCodePoint(text.codePointAt(start)!))}`)
}

const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['date', DATE],
  ['number', NUMBER],
  ['name', NAME],
  ['punctuation', PUNCTUATION],
]
