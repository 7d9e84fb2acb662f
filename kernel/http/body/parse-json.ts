import secureJson from 'secure-json-parse'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import { jsonErrorPosition } from './json-position.ts'

/** Levels of objects and arrays within each other. Deeper nesting ends the stack of whoever walks or prints the value. */
const MAX_LEVELS = 100
/** Of one object: beyond some thousand, whoever copies or checks it takes many times as long for each. */
const MAX_OBJECT_KEYS = 1_000
/** Of all objects of a text together, unless a route reads more. */
const MAX_KEYS = 10_000
/** Where a longer text breaks off is not told: looking for it would take seconds from everybody else. */
const MOST_LOCATED = 1_048_576

export interface JsonBounds {
  /** What the text is, in messages. */
  readonly name?: string
  readonly maxKeys?: number | undefined
}

/** Of secure-json-parse. */
const FORBIDDEN = 'Object contains forbidden prototype property'

/**
 * JSON that a client sent; an empty text is no value. ApiError invalid_request with the position of the fault (in a text of
 * up to a megabyte); `__proto__`, `constructor.prototype`, nesting beyond 100 levels, more than 1,000 keys of an object or 10,000 in all,
 * and as many objects and lists, are faults too.
 */
export function parseJson(text: string, { name = 'the body', maxKeys = MAX_KEYS }: JsonBounds = {}): unknown {
  if (text === '') return undefined
  const excess = excessOf(text, maxKeys)
  if (excess) throw faultAt(text, excess.at, `${excess.field ?? name} ${excess.problem}`, excess)
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    if (messageOf(cause) === FORBIDDEN)
      throw new ApiError('invalid_request', `${name} has a forbidden key (__proto__ or constructor.prototype)`, { cause })
    const position = text.length > MOST_LOCATED ? undefined : jsonErrorPosition(text.replace(/^\uFEFF/, ''))
    if (position === undefined) throw new ApiError('invalid_request', `${name} is not JSON`, { cause })
    throw faultAt(text, position, `${name} is not JSON: fault`)
  }
}

function faultAt(text: string, position: number, message: string, { field, limit }: Partial<Excess> = {}): ApiError {
  const before = text.slice(0, position).split('\n')
  const details = { ...(field && { field }), ...(limit && { limit }), position, line: before.length, column: before.at(-1)!.length + 1 }
  return new ApiError('invalid_request', `${message} at position ${position} (line ${details.line}, column ${details.column})`, { details })
}

interface Excess {
  readonly at: number
  readonly problem: string
  readonly limit: number
  /** The member of the outermost object in which it lies. */
  readonly field: string | undefined
}

const [QUOTE, BACKSLASH, COLON, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY] = Buffer.from('"\\:{[}]')

/** What of the text is over a bound, found before it is parsed; brackets and colons within strings are text. */
function excessOf(text: string, maxKeys: number): Excess | undefined {
  const keys: number[] = []
  let all = 0
  let opened = 0
  let level = 0
  let quoted = -1
  let field = -1
  const found = (at: number, limit: number, problem: string) => ({
    at,
    limit,
    problem,
    field: level > 1 ? stringAt(text, field) : undefined,
  })
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) {
      quoted = at
      at = endOfString(text, at)
    } else if (mark === COLON) {
      if (level === 1) field = quoted
      if ((keys[level] = (keys[level] ?? 0) + 1) > MAX_OBJECT_KEYS)
        return found(at, MAX_OBJECT_KEYS, `has an object of more than ${MAX_OBJECT_KEYS} keys`)
      if (++all > maxKeys) return found(at, maxKeys, `brings the keys of all objects over ${maxKeys}`)
    } else if (mark === OPEN_OBJECT || mark === OPEN_ARRAY) {
      if (++level > MAX_LEVELS) return found(at, MAX_LEVELS, `is nested deeper than ${MAX_LEVELS} levels`)
      // empty ones have no keys to be counted by
      if (++opened > maxKeys) return found(at, maxKeys, `brings all objects and lists over ${maxKeys}`)
      keys[level] = 0
    } else if (mark === CLOSE_OBJECT || mark === CLOSE_ARRAY) level--
  }
  return undefined
}

/** Offset of the quote that ends the string; the text's end where none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}

/** The string that begins there, as far as a message shows it; undefined for what is no string. */
function stringAt(text: string, start: number): string | undefined {
  try {
    const value: unknown = JSON.parse(text.slice(start, endOfString(text, start) + 1))
    return typeof value === 'string' ? value.slice(0, 100) : undefined
  } catch {
    return undefined // the text is no JSON further on either
  }
}
