import type { SearchHit } from '../search/search.ts'

/** A hit, and those behind it in rank that say the same. */
export interface DistinctHit extends SearchHit {
  readonly copies?: readonly SearchHit[]
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const DIGIT = /\p{N}/u
/** Words of a shingle. */
const SHINGLE = 3
/**
 * Share of common shingles from which two texts say the same. Measured (bench/duplicates.ts): of 5,293 different abstracts and
 * paragraphs the two most alike reach .13; copies with other line breaks, quotation marks or a title line reach .94 and more.
 */
const THRESHOLD = 0.9

interface Print {
  /** Words that hold digits, in order: texts that differ in a number never say the same. */
  readonly numbers: string
  readonly shingles: ReadonlySet<number>
}

const PRIME = 0x01000193

/** FNV-1a over the characters' codes, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), PRIME)
  return hash
}

/** The text's runs of three words, case and punctuation left out. */
export function printOf(text: string): Print {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  const hashes = Int32Array.from(words, hashOf)
  const shingles = new Set<number>()
  // A text of fewer words than a shingle is one.
  for (let at = 0; at === 0 || at + SHINGLE <= hashes.length; at++) {
    let whole = 0
    for (let i = at; i < at + SHINGLE && i < hashes.length; i++) whole = Math.imul(whole, PRIME) ^ hashes[i]!
    shingles.add(whole)
  }
  return { numbers: words.filter((word) => DIGIT.test(word)).join(' '), shingles }
}

/** Jaccard's coefficient: common shingles over all. */
export function likeness(a: Print, b: Print): number {
  const [small, large] = a.shingles.size < b.shingles.size ? [a.shingles, b.shingles] : [b.shingles, a.shingles]
  let common = 0
  for (const shingle of small) if (large.has(shingle)) common++
  return common / (small.size + large.size - common)
}

const sameText = (a: Print, b: Print): boolean => {
  if (a.numbers !== b.numbers) return false
  const [less, more] = a.shingles.size < b.shingles.size ? [a.shingles.size, b.shingles.size] : [b.shingles.size, a.shingles.size]
  // No two sets of such sizes can be alike enough.
  return less >= THRESHOLD * more && likeness(a, b) >= THRESHOLD
}

/** The hits in their order without those whose text says the same as an earlier one's; that one remembers them. Hits without text stay. */
export function distinctHits(hits: readonly SearchHit[]): DistinctHit[] {
  const kept: { readonly hit: SearchHit; readonly print: Print | undefined; readonly copies: SearchHit[] }[] = []
  for (const hit of hits) {
    const { text } = hit.fields
    const print = typeof text === 'string' && text.trim() !== '' ? printOf(text) : undefined
    const first = print && kept.find((k) => k.print && sameText(k.print, print))
    if (first) first.copies.push(hit)
    else kept.push({ hit, print, copies: [] })
  }
  return kept.map(({ hit, copies }) => (copies.length ? { ...hit, copies } : hit))
}
