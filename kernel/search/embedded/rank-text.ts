import type { DatabaseSync } from 'node:sqlite'
import { B, idfOf, K1 } from '../bm25.ts'
import { createTopK, type Ranked } from '../rank.ts'
import type { SlotTest } from './columns/compile-filter.ts'
import type { Table } from './columns/table.ts'
import { ftsName, TOKENIZER } from './open-database.ts'

/** Weights of the columns in BM25. */
const COLUMN_WEIGHTS = { title: 2, text: 1, rest: 0.5 } as const

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

/** What is known of a token. */
interface Counts {
  /** How many chunks of the corpus hold it. */
  readonly holders: number
  /** Those of them that pass, and how often it stands in each. */
  readonly slots: Int32Array
  readonly counts: Float32Array
}

const vocabName = (table: Table): string => `tokens_of_${table.id}`
const [COMMA, ZERO, NINE] = [44, 48, 57]
/** The third letters of the columns' names differ; one stands behind the number of a row where it is not the text's. */
const WEIGHT_OF = new Float32Array(128)
for (const [column, weight] of Object.entries(COLUMN_WEIGHTS)) WEIGHT_OF[column.charCodeAt(2)] = weight

/** Each column counts by its weight. */
function weightedCounts(db: DatabaseSync, table: Table, token: string, { corpus, passes }: Pick<RankOptions, 'corpus' | 'passes'>): Counts {
  // One long string crosses into JavaScript several times as fast as its rows.
  const row = db
    .prepare(
      `SELECT count(*) AS n, group_concat(CASE col WHEN 'text' THEN doc ELSE doc || substr(col, 3, 1) END) AS places
       FROM temp.${vocabName(table)} WHERE term = ?`,
    )
    .get(token)
  const places = typeof row?.places === 'string' ? row.places : ''
  const slots = new Int32Array(Number(row?.n))
  const counts = new Float32Array(slots.length)
  let [size, holders, rowid, last] = [0, 0, 0, -1]
  let weight: number = COLUMN_WEIGHTS.text
  let counted = false
  for (let i = 0; i <= places.length && slots.length > 0; i++) {
    const code = i < places.length ? places.charCodeAt(i) : COMMA
    if (code >= ZERO && code <= NINE) rowid = rowid * 10 + code - ZERO
    else if (code !== COMMA) weight = WEIGHT_OF[code]!
    else {
      if (rowid !== last) {
        const slot = table.slotOf.get(rowid)
        const holds = slot !== undefined && (!corpus || corpus(slot))
        if (holds) holders++
        counted = holds && (!passes || passes(slot))
        if (counted) slots[size++] = slot!
        last = rowid
      }
      if (counted) counts[size - 1]! += weight
      weight = COLUMN_WEIGHTS.text
      rowid = 0
    }
  }
  return { holders, slots: slots.subarray(0, size), counts: counts.subarray(0, size) }
}

const NOTHING: Counts = { holders: 0, slots: new Int32Array(0), counts: new Float32Array(0) }

function leastOf(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> {
  const both = new Map<number, number>()
  for (const [slot, count] of a) if (b.has(slot)) both.set(slot, Math.min(count, b.get(slot)!))
  return both
}

/** Of a term of several tokens the rarest in the chunk counts. */
function countsOf(db: DatabaseSync, table: Table, tokens: readonly string[], { corpus, passes }: RankOptions): Counts {
  if (tokens.length < 2) return tokens[0] === undefined ? NOTHING : weightedCounts(db, table, tokens[0], { corpus, passes })
  const least = tokens
    .map((token) => weightedCounts(db, table, token, { corpus, passes: undefined }))
    .map(({ slots, counts }) => new Map(Array.from(slots, (slot, i) => [slot, counts[i]!])))
    .reduce(leastOf)
  const kept = [...least].filter(([slot]) => !passes || passes(slot))
  return { holders: least.size, slots: Int32Array.from(kept, ([slot]) => slot), counts: Float32Array.from(kept, ([, count]) => count) }
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
  const { limit, corpus, also } = options
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${vocabName(table)} USING fts5vocab('main', '${ftsName(table.id)}', 'instance')`)
  const { chunks, meanLength } = sizeOf(table, corpus)
  const held = tokensOf(db, terms).map((tokens) => countsOf(db, table, tokens, options))
  const { sums, lengths } = table
  const found = new Int32Array(held.reduce((most, { slots }) => most + slots.length, 0))
  let [size, greatest] = [0, 0]
  try {
    for (const { holders, slots, counts } of held) {
      const idf = idfOf(chunks, holders)
      greatest += (K1 + 1) * idf
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i]!
        if (sums[slot] === 0) found[size++] = slot
        sums[slot]! += (idf * counts[i]! * (K1 + 1)) / (counts[i]! + K1 * (1 - B + (B * lengths[slot]!) / meanLength))
      }
    }
    const top = createTopK(limit, table.rowids)
    for (let i = 0; i < size; i++) top.offer(found[i]!, sums[found[i]!]!)
    const ranked = top.take()
    const scores = new Map(ranked.map(({ slot, score }) => [slot, score]))
    for (const slot of also ?? []) if (sums[slot]! > 0) scores.set(slot, sums[slot]!)
    return { ranked, all: found.subarray(0, size), scores, greatest }
  } finally {
    for (let i = 0; i < size; i++) sums[found[i]!] = 0
  }
}
