import type { DatabaseSync } from 'node:sqlite'
import { createTopK } from '../rank.ts'
import type { SlotTest } from './columns/compile-filter.ts'
import type { Table } from './columns/table.ts'
import { ftsName, TOKENIZER } from './open-database.ts'
import { COLUMN_WEIGHTS, type RankedText } from './text-search.ts'

/** BM25's constants, as FTS5 has them. */
const K1 = 1.2
const B = 0.75
const LEAST_IDF = 1e-6

export interface CorpusText extends RankedText {
  /** As `greatestScore`, for this corpus. */
  readonly greatest: number
}

/** How many chunks there are, and how many characters they have on average. */
function sizeOf(table: Table, corpus: SlotTest): { chunks: number; meanLength: number } {
  let [chunks, characters] = [0, 0]
  for (let slot = 0; slot < table.end; slot++) {
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

/** By slot of the corpus: how often a token stands there, each column by its weight. */
function weightedCounts(db: DatabaseSync, table: Table, token: string, corpus: SlotTest): Map<number, number> {
  const counts = new Map<number, number>()
  // One long string crosses into JavaScript several times as fast as its rows.
  const row = db.prepare(`SELECT group_concat(doc || substr(col, 1, 2)) AS places FROM temp.${vocabName(table)} WHERE term = ?`).get(token)
  if (typeof row?.places !== 'string') return counts
  for (const place of row.places.split(',')) {
    const slot = table.slotOf.get(Number(place.slice(0, -2)))
    if (slot === undefined || !corpus(slot)) continue
    counts.set(slot, (counts.get(slot) ?? 0) + (WEIGHT_OF[place.slice(-2)] ?? 0))
  }
  return counts
}

const vocabName = (table: Table): string => `tokens_of_${table.id}`
const WEIGHT_OF: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(COLUMN_WEIGHTS).map(([column, weight]) => [column.slice(0, 2), weight]),
)

/** Of a term of several tokens the rarest in the chunk counts. */
function leastCounts([first = new Map(), ...others]: readonly Map<number, number>[]): Map<number, number> {
  const least = new Map<number, number>()
  for (const [slot, count] of first) {
    const counts = others.map((other) => other.get(slot))
    if (counts.every((c) => c !== undefined)) least.set(slot, Math.min(count, ...counts))
  }
  return least
}

/**
 * As `rankText`, by a BM25 whose statistics (how many chunks there are, how many hold a term, how long they are on average) are those of
 * the corpus alone: what lies beyond it changes neither a score nor an order. Lengths are counted in characters. FTS5's own `bm25()` counts
 * the whole table, so that scores would tell whether and how often a word stands in chunks that a caller may not read.
 */
export function rankInCorpus(
  db: DatabaseSync,
  table: Table,
  terms: readonly string[],
  corpus: SlotTest,
  { limit, passes, also }: { limit: number; passes: SlotTest | undefined; also?: ReadonlySet<number> },
): CorpusText {
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${vocabName(table)} USING fts5vocab('main', '${ftsName(table.id)}', 'instance')`)
  const { chunks, meanLength } = sizeOf(table, corpus)
  const found = new Map<number, number>()
  let greatest = 0
  for (const tokens of tokensOf(db, terms)) {
    const counts = leastCounts(tokens.map((token) => weightedCounts(db, table, token, corpus)))
    const idf = Math.max(LEAST_IDF, Math.log((chunks - counts.size + 0.5) / (counts.size + 0.5)))
    greatest += (K1 + 1) * idf
    for (const [slot, count] of counts) {
      const norm = K1 * (1 - B + (B * table.lengths[slot]!) / meanLength)
      found.set(slot, (found.get(slot) ?? 0) + (idf * count * (K1 + 1)) / (count + norm))
    }
  }
  const top = createTopK(limit, table.rowids)
  const scores = new Map<number, number>()
  const all: number[] = []
  for (const [slot, score] of found) {
    if (passes && !passes(slot)) continue
    all.push(slot)
    if (also?.has(slot)) scores.set(slot, score)
    top.offer(slot, score)
  }
  const ranked = top.take()
  for (const { slot, score } of ranked) scores.set(slot, score)
  return { ranked, all, scores, greatest }
}
