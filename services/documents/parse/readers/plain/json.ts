import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTextFile, wholeText } from '../../read-text-file.ts'

/** Nesting below this is written as JSON. */
const DEEPEST = 32
/** More digits than a double holds: identifiers, mostly. */
const LONG_NUMBER = /\d{16}|\d[eE][+]?\d{3}/
/** A block is closed at this many characters, between two values. */
const BLOCK_CHARACTERS = 1500

/** JSON: one `path: value` line a value; each element of an array of records is a block of its own. */
export async function* readJson(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  const text = wholeText(file)
  if (!text.trim()) throw new WorkError('empty', 'The file holds no text. Check that it is the right one and upload it again.')
  reading.setReader(`json (${file.encoding})`)
  yield* jsonBlocks(parse(text))
}

function parse(text: string): unknown {
  try {
    return parseValue(text)
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    const lines = parseLines(text)
    if (lines) return lines
    throw new WorkError('corrupt', `The file is not valid JSON (${messageOf(cause).slice(0, 200)}). Correct it and upload it again.`, {
      cause,
    })
  }
}

/** Numbers that would change stay as they are written. */
const parseValue = (text: string): unknown =>
  LONG_NUMBER.test(text)
    ? JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && context?.source !== undefined && !isExact(value, context.source) ? context.source : value,
      )
    : JSON.parse(text)

const isExact = (value: number, source: string): boolean =>
  Number.isFinite(value) && (!/^-?\d{16,}$/.test(source) || String(value) === source)

/** JSON Lines (https://jsonlines.org): a record on each line. Undefined where the text is none. */
function parseLines(text: string): unknown[] | undefined {
  const records: unknown[] = []
  try {
    for (const line of text.split('\n')) if (line.trim()) records.push(parseValue(line))
  } catch {
    return undefined
  }
  return records.every(isContainer) ? records : undefined
}

/** Blocks of a parsed value: pure. */
function* jsonBlocks(value: unknown): Iterable<DraftBlock> {
  const records = Array.isArray(value) && value.some(isContainer) ? value : [value]
  for (const record of records) {
    let text = ''
    for (const line of linesOf(record, '', 0)) {
      if (text && text.length + line.length > BLOCK_CHARACTERS) {
        yield { type: 'paragraph', text }
        text = ''
      }
      text += (text ? '\n' : '') + line
    }
    if (text) yield { type: 'paragraph', text }
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function* linesOf(value: unknown, path: string, depth: number): Iterable<string> {
  if (!isContainer(value) || depth >= DEEPEST) {
    const text = typeof value === 'string' ? value : isContainer(value) ? written(value) : String(value)
    if (text.trim()) yield path ? `${path}: ${text}` : text
    return
  }
  if (Array.isArray(value) && !value.some(isContainer)) {
    const text = value.map((v) => String(v)).join(', ')
    if (text.trim()) yield path ? `${path}: ${text}` : text
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[${Number(key) + 1}]` : path ? `${path}.${key}` : key
    yield* linesOf(inner, name, depth + 1)
  }
}

function written(value: object): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return '…'
  }
}
