import { readFile } from 'node:fs/promises'
import { messageOf, WorkError } from '../../../kernel/errors.ts'
import type { DraftBlock, Reading } from '../draft-block.ts'
import { decode, detectEncoding } from '../encoding.ts'

/** Nesting below this is written as JSON. */
const DEEPEST = 32
/** A block is closed at this many characters, between two values. */
const BLOCK_CHARACTERS = 1500

/** JSON: one `path: value` line a value; each element of an array of records is a block of its own. */
export async function* readJson(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  const encoding = detectEncoding(bytes)
  if (!encoding) throw new WorkError('corrupt', 'The file is named .json, but it holds binary data. Upload the right file.')
  const text = [...decode(bytes, encoding)].join('')
  if (!text.trim()) throw new WorkError('empty', 'The file holds no text. Check that it is the right one and upload it again.')
  reading.setReader(`json (${encoding})`)
  yield* jsonBlocks(parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    throw new WorkError('corrupt', `The file is not valid JSON (${messageOf(cause).slice(0, 200)}). Correct it and upload it again.`, {
      cause,
    })
  }
}

/** Blocks of a parsed value: pure. */
export function* jsonBlocks(value: unknown): Iterable<DraftBlock> {
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
    const text = typeof value === 'string' ? value : isContainer(value) ? '…' : String(value)
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
