import secureJson from 'secure-json-parse'
import { ApiError } from '../errors.ts'
import { jsonErrorPosition } from './json-position.ts'

/** Levels of objects and arrays within each other. Deeper nesting ends the stack of whoever walks or prints the value. */
const MAX_LEVELS = 100

/**
 * JSON that a client sent; an empty text is no value. ApiError invalid_request with the position of the fault; `__proto__`,
 * `constructor.prototype` and nesting beyond 100 levels are faults too. `name` says in the message what the text is.
 */
export function parseJson(text: string, name = 'the body'): unknown {
  if (text === '') return undefined
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw faultAt(text, deep, `${name} is nested deeper than ${MAX_LEVELS} levels`)
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    const position = jsonErrorPosition(text.replace(/^\uFEFF/, ''))
    if (position === undefined)
      throw new ApiError('invalid_request', `${name} has a forbidden key (__proto__ or constructor.prototype)`, { cause })
    throw faultAt(text, position, `${name} is not JSON: fault`)
  }
}

function faultAt(text: string, position: number, message: string): ApiError {
  const before = text.slice(0, position).split('\n')
  const details = { position, line: before.length, column: before.at(-1)!.length + 1 }
  return new ApiError('invalid_request', `${message} at position ${position} (line ${details.line}, column ${details.column})`, { details })
}

/** Where the text opens a level too many, found before it is parsed; brackets within strings are text. */
function tooDeepAt(text: string): number | undefined {
  let levels = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (inString && mark === '\\') at++
    else if (mark === '"') inString = !inString
    else if (inString) continue
    else if (mark === '}' || mark === ']') levels--
    else if ((mark === '{' || mark === '[') && ++levels > MAX_LEVELS) return at
  }
  return undefined
}
