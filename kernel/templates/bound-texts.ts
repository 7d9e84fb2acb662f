import { type Environment, Interpreter } from '@huggingface/jinja'
import type { Program } from './parse-template.ts'
import { MAX_OUTPUT } from './render-reply.ts'

/** Characters of one text, and values of one list, that a template may make. Twice its output, for what it throws away again. */
const MOST = 2 * MAX_OUTPUT

const tooLong = () => new Error(`it makes a text of more than ${MOST} characters`)

const longerThan = (length: number): void => {
  if (length > MOST) throw tooLong()
}

/** What is used of the interpreter; the package's own types do not resolve. */
interface Interpreting {
  run(program: Program): unknown
  evaluate(statement: Expression, environment: unknown): { readonly value: unknown }
}
/** A node of the program: a name has its text as its value, a member the name as its property. */
interface Expression {
  readonly type: string
  readonly value?: unknown
  readonly property?: Expression
}
const LibraryInterpreter: new (environment: Environment) => Interpreting = Interpreter

const nameOf = ({ type, value, property }: Expression): string => {
  if (type === 'MemberExpression' && property) return nameOf(property)
  return type === 'Identifier' && typeof value === 'string' ? value : 'this'
}

/** A function of the language is one of the program's: where a template makes a text of it, that would be its source. */
function keepSource(made: object, expression: Expression): void {
  if (Object.hasOwn(made, 'toString')) return
  const name = nameOf(expression)
  const refuse = () => {
    throw new Error(`${name} is a function: it can be called, ${name}(…), but not printed`)
  }
  Object.defineProperty(made, 'toString', { value: refuse })
}

/**
 * The interpreter with a bound on whatever an expression or a tag gives: adding and repeating double a text with every step. No text is
 * made of a function.
 */
export class BoundedInterpreter extends LibraryInterpreter {
  override evaluate(statement: Expression, environment: unknown): { readonly value: unknown } {
    const result = super.evaluate(statement, environment)
    const { value } = result
    if (typeof value === 'string') longerThan(value.length)
    else if (typeof value === 'function') keepSource(value, statement)
    else if (Array.isArray(value) && value.length > MOST) throw new Error(`it makes a list of more than ${MOST} values`)
    return result
  }
}

/**
 * Bounds what one call of this thread's strings and lists makes, before it is made: `replace`, `join` and `indent` of the language are
 * calls of these, and a limit on the heap comes too late for them, as one of them may ask for a gigabyte at once. For a thread that does
 * nothing but render. `tojson` writes each value by itself before it joins them: all that one template writes counts together. Gives what
 * begins the next template.
 */
export function boundTexts(): () => void {
  const { stringify } = JSON
  let written = 0
  const boundedStringify = (...given: Parameters<typeof stringify>): string => {
    const text = stringify(...given)
    written += text?.length ?? 0
    longerThan(written)
    return text
  }
  const { replaceAll, repeat } = String.prototype
  const { join } = Array.prototype

  const boundedReplaceAll = function (this: string, pattern: string | RegExp, by: string | ((...found: string[]) => string)): string {
    let length = this.length
    const counted = (...found: string[]): string => {
      const text = typeof by === 'string' ? by : by(...found)
      length += text.length
      longerThan(length)
      return text
    }
    return replaceAll.call(this, pattern, counted)
  }
  const boundedRepeat = function (this: string, times: number): string {
    longerThan(this.length * times)
    return repeat.call(this, times)
  }
  const boundedJoin = function (this: unknown[], separator = ','): string {
    let length = 0
    const texts = Array.from(this, (one) => {
      const text = typeof one === 'string' ? one : one === null || one === undefined ? '' : String(one)
      length += text.length + separator.length
      longerThan(length)
      return text
    })
    return join.call(texts, separator)
  }
  Object.assign(String.prototype, { replaceAll: boundedReplaceAll, repeat: boundedRepeat })
  Object.assign(Array.prototype, { join: boundedJoin })
  Object.assign(JSON, { stringify: boundedStringify })
  return () => {
    written = 0
  }
}
