import type { DatabaseSync } from 'node:sqlite'
import { createTopK, type Ranked } from '../rank.ts'
import type { SlotTest } from './columns/compile-filter.ts'
import type { Table } from './columns/table.ts'
import { ftsName, TOKENIZER } from './open-database.ts'

/** Weights of the columns in BM25. */
const COLUMN_WEIGHTS = { title: 2, text: 1, rest: 0.5 } as const
/** BM25's constants, as FTS5 has them. */
const K1 = 1.2
const B = 0.75
const LEAST_IDF = 1e-6

export interface TextMatches {
  /** Best first. */
  readonly ranked: readonly Ranked[]
  /** Every slot that matches. */
  readonly all: readonly number[] | Int32Array
}

export interface RankedText extends TextMatches {
  /** The scores of the ranked ones and of those of `also` that match. */
  readonly scores: ReadonlyMap<number, number>
  /** The BM25 of a chunk in which every term stands as often as can be. A term that no chunk holds counts as the rarest. */
  readonly greatest: number
}

/** How many chunks there are, and how many characters they have on average. */
function sizeOf(table: Table, corpus: SlotTest | undefined): { chunks: number; meanLength: number } {
  let [chunks, characters] = corpus ? [0, 0] : [table.count, table.characters]
  for (let slot = 0; corpus && slot < table.end; slot++) {
    if (table.live[slot] === 0 || !corpus(slot)) continue
    chunks++
    characters += table.lengths[slot]!
  }
  return { chunks, meanLength: chunks ? Math.max(1, characters / chunks) : 1 }
}

/** What FTS5's tokenizer makes of each term: one token, more, or none. */
function tokensOf(db: DatabaseSync, terms: readonly string[]): string[][] {
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.asked USING fts5(words, content='', tokenize="${TOKENIZER}");
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.asked_tokens USING fts5vocab('temp', 'asked', 'instance');
    INSERT INTO temp.asked(asked) VALUES ('delete-all')`)
  const insert = db.prepare('INSERT INTO temp.asked(rowid, words) VALUES (?, ?)')
  for (const [i, term] of terms.entries()) insert.run(i, term)
  const tokens: string[][] = terms.map(() => [])
  for (const { doc, term } of db.prepare('SELECT doc, term FROM temp.asked_tokens').iterate()) tokens[Number(doc)]!.push(String(term))
  return tokens
}

/** The slots that hold a token, and how often it stands in each. */
interface Counts {
  readonly slots: Int32Array
  readonly counts: Float32Array
}

const vocabName = (table: Table): string => `tokens_of_${table.id}`
/** The third letters of the columns' names differ; each ends the number of a row. */
const WEIGHT_OF = new Float32Array(128)
for (const [column, weight] of Object.entries(COLUMN_WEIGHTS)) WEIGHT_OF[column.charCodeAt(2)] = weight

const [ZERO, NINE] = [48, 57]

/** Of the corpus; each column counts by its weight. */
function weightedCounts(db: DatabaseSync, table: Table, token: string, corpus: SlotTest | undefined): Counts {
  // One long string crosses into JavaScript several times as fast as its rows.
  const row = db
    .prepare(`SELECT group_concat(doc || substr(col, 3, 1), '') AS places FROM temp.${vocabName(table)} WHERE term = ?`)
    .get(token)
  const places = typeof row?.places === 'string' ? row.places : ''
  const slots = new Int32Array(places.length >> 1)
  const counts = new Float32Array(slots.length)
  let [size, rowid, last] = [0, 0, -1]
  let counted = false
  for (let i = 0; i < places.length; i++) {
    const code = places.charCodeAt(i)
    if (code <= NINE) {
      rowid = rowid * 10 + code - ZERO
      continue
    }
    if (rowid !== last) {
      const slot = table.slotOf.get(rowid)
      counted = slot !== undefined && (!corpus || corpus(slot))
      if (counted) slots[size++] = slot!
      last = rowid
    }
    if (counted) counts[size - 1]! += WEIGHT_OF[code]!
    rowid = 0
  }
  return { slots: slots.subarray(0, size), counts: counts.subarray(0, size) }
}

/** Of a term of several tokens the rarest in the chunk counts. */
function leastCounts([first, ...others]: readonly Counts[]): Counts {
  if (!first || others.length === 0) return first ?? { slots: new Int32Array(0), counts: new Float32Array(0) }
  const least = new Map(Array.from(first.slots, (slot, i) => [slot, first.counts[i]!]))
  for (const { slots, counts } of others) {
    const there = new Map(Array.from(slots, (slot, i) => [slot, counts[i]!]))
    for (const [slot, count] of least) {
      const other = there.get(slot)
      if (other === undefined) least.delete(slot)
      else least.set(slot, Math.min(count, other))
    }
  }
  return { slots: Int32Array.from(least.keys()), counts: Float32Array.from(least.values()) }
}

export interface RankOptions {
  readonly limit: number
  readonly passes: SlotTest | undefined
  /** The chunks that statistics are counted over, and that are found at all; undefined: all. */
  readonly corpus: SlotTest | undefined
  /** Slots whose scores are wanted wherever they rank. */
  readonly also?: ReadonlySet<number>
}

/**
 * The chunks that hold any of the terms, by a BM25 whose statistics (how many chunks there are, how many hold a term, how long they are on
 * average, in characters) are those of the corpus alone: what lies beyond it changes neither a score nor an order. FTS5's own `bm25()`
 * counts the whole table, so that scores would tell whether and how often a word stands in chunks that a caller may not read; and it looks
 * up the length of every match in the file, which takes five times as long as all of this.
 */
export function rankText(db: DatabaseSync, table: Table, terms: readonly string[], options: RankOptions): RankedText {
  const { limit, passes, corpus, also } = options
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${vocabName(table)} USING fts5vocab('main', '${ftsName(table.id)}', 'instance')`)
  const { chunks, meanLength } = sizeOf(table, corpus)
  const held = tokensOf(db, terms).map((tokens) => leastCounts(tokens.map((token) => weightedCounts(db, table, token, corpus))))
  const { sums } = table
  const found = new Int32Array(held.reduce((most, { slots }) => most + slots.length, 0))
  let [size, matches, greatest] = [0, 0, 0]
  try {
    for (const { slots, counts } of held) {
      const idf = Math.max(LEAST_IDF, Math.log((chunks - slots.length + 0.5) / (slots.length + 0.5)))
      greatest += (K1 + 1) * idf
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!
        if (sums[slot] === 0) found[size++] = slot
        sums[slot]! += (idf * counts[i]! * (K1 + 1)) / (counts[i]! + K1 * (1 - B + (B * table.lengths[slot]!) / meanLength))
      }
    }
    const top = createTopK(limit, table.rowids)
    const all = new Int32Array(size)
    for (let i = 0; i < size; i++) {
      const slot = found[i]!
      if (passes && !passes(slot)) continue
      all[matches++] = slot
      top.offer(slot, sums[slot]!)
    }
    const ranked = top.take()
    const scores = new Map(ranked.map(({ slot, score }) => [slot, score]))
    for (const slot of also ?? []) if (sums[slot]! > 0 && (!passes || passes(slot))) scores.set(slot, sums[slot]!)
    return { ranked, all: all.subarray(0, matches), scores, greatest }
  } finally {
    for (let i = 0; i < size; i++) sums[found[i]!] = 0
  }
}
