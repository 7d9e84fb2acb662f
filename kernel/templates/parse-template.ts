import { parse, tokenize } from '@huggingface/jinja'

export type Program = ReturnType<typeof parse>
type Tokens = ReturnType<typeof tokenize>

/** A template that does not parse, or fails while it runs; line and column count from 1 and name the tag at fault. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
  readonly line: number
  readonly column: number

  constructor(what: 'does not parse' | 'fails', source: string, tag: Tag | undefined, reason: string) {
    const before = source.slice(0, tag?.start ?? 0).split('\n')
    const [line, column] = [before.length, before.at(-1)!.length + 1]
    super(`The template ${what} at line ${line}, column ${column}: ${reason.slice(0, 300)}`)
    this.line = line
    this.column = column
  }
}

/** Parses a template. Throws TemplateError. */
export function parseTemplate(source: string): Program {
  const tags = tagsOf(source)
  let tokens: Tokens
  try {
    tokens = tokenize(source, { lstrip_blocks: true, trim_blocks: true })
  } catch (error) {
    const bad = tags.find(({ start, end }) => !tokenizes(source.slice(start, end)))
    throw new TemplateError('does not parse', source, bad ?? tags.at(-1), reasonOf(error))
  }
  let furthest = 0
  // the parser's errors have no position: the furthest token that it looked at tells it
  const watched = new Proxy(tokens, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) furthest = Math.max(furthest, Number(key))
      return Reflect.get(target, key, receiver)
    },
  })
  try {
    return parse(watched)
  } catch (error) {
    const opened = tokens.slice(0, furthest + 1).filter((token: { type: string }) => OPENERS.has(token.type)).length
    throw new TemplateError('does not parse', source, tags[opened - 1] ?? tags.at(-1), reasonOf(error))
  }
}

const OPENERS: ReadonlySet<string> = new Set(['OpenStatement', 'OpenExpression', 'Comment'])

export interface Tag {
  readonly start: number
  readonly end: number
}

/** Places of the tags `{{ }}`, `{% %}` and `{# #}`, in order, as the lexer takes them; the last one may be unclosed. */
export function tagsOf(source: string): Tag[] {
  const tags: Tag[] = []
  const opening = /\{[{%#]/g
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    const start = match.index
    const end = match[0] === '{#' ? endOfComment(source, start) : endOfTag(source, start + 2, match[0] === '{{' ? '}}' : '%}')
    // the lexer drops these tags before it counts
    if (!/^\{%-?\s*(?:end)?generation\s*-?%\}$/.test(source.slice(start, end))) tags.push({ start, end })
    opening.lastIndex = end
  }
  return tags
}

function endOfComment(source: string, start: number): number {
  const at = source.indexOf('#}', start + 2)
  return at < 0 ? source.length : at + 2
}

function endOfTag(source: string, from: number, close: string): number {
  let depth = 0
  for (let i = from; i < source.length; i++) {
    const char = source[i]!
    if (depth === 0 && source.startsWith(close, i)) return i + 2
    if (char === "'" || char === '"') i = endOfString(source, i)
    else if (char === '{') depth++
    else if (char === '}' && depth > 0) depth--
  }
  return source.length
}

function endOfString(source: string, from: number): number {
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === source[from]) return i
  }
  return source.length
}

function tokenizes(tag: string): boolean {
  try {
    tokenize(tag)
    return true
  } catch {
    return false
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply'
  // the parser reads past the last token when something is left open
  if (error instanceof TypeError || !(error instanceof Error)) return 'it ends too early'
  return error.message.replace(/^Parser Error: /, '')
}
