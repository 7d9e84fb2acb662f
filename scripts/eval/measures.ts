import { NOTHING_CITED, type Outcome } from './outcome.ts'
import type { EvalCase } from './read-cases.ts'

/** A figure of one answer; undefined where the case or the reply does not tell it. */
export interface Measure {
  readonly name: string
  /** What a greater value means. */
  readonly better: 'higher' | 'lower'
  readonly digits: number
  readonly of: (evalCase: EvalCase, outcome: Outcome) => number | undefined
}

/** The documents of the sources in order, each once. */
export function documentsOf(sources: readonly (string | undefined)[]): string[] {
  return [...new Set(sources.filter((name) => name !== undefined))]
}

/** 1 when one of the first `depth` documents is a right one. */
export const hitAt = (ranked: readonly string[], right: ReadonlySet<string>, depth: number): number =>
  ranked.slice(0, depth).some((name) => right.has(name)) ? 1 : 0

/** 1 / place of the first right document; 0 where there is none. */
export function reciprocalRank(ranked: readonly string[], right: ReadonlySet<string>): number {
  const at = ranked.findIndex((name) => right.has(name))
  return at < 0 ? 0 : 1 / (at + 1)
}

/** Normalised discounted cumulative gain with gains of 0 and 1 (Järvelin and Kekäläinen, TOIS 2002, with log2 of place + 1). */
export function ndcgAt(ranked: readonly string[], right: ReadonlySet<string>, depth: number): number {
  const gain = (i: number) => 1 / Math.log2(i + 2)
  const got = ranked.slice(0, depth).reduce((sum, name, i) => sum + (right.has(name) ? gain(i) : 0), 0)
  let best = 0
  for (let i = 0; i < Math.min(depth, right.size); i++) best += gain(i)
  return best === 0 ? 0 : got / best
}

const flat = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

const overDocuments =
  (figure: (ranked: readonly string[], right: ReadonlySet<string>) => number): Measure['of'] =>
  ({ expected_documents }, { sources }) =>
    expected_documents?.length ? figure(documentsOf(sources), new Set(expected_documents)) : undefined

/** What is printed, in this order. `depth` is the number of sources that were asked for. */
export const measuresOf = (depth: number): readonly Measure[] => [
  { name: 'hit@1', better: 'higher', digits: 3, of: overDocuments((ranked, right) => hitAt(ranked, right, 1)) },
  { name: `hit@${depth}`, better: 'higher', digits: 3, of: overDocuments((ranked, right) => hitAt(ranked, right, depth)) },
  { name: 'MRR', better: 'higher', digits: 3, of: overDocuments(reciprocalRank) },
  { name: `nDCG@${depth}`, better: 'higher', digits: 3, of: overDocuments((ranked, right) => ndcgAt(ranked, right, depth)) },
  {
    name: 'answer contains',
    better: 'higher',
    digits: 3,
    of: ({ expected_answer }, { answer }) => (expected_answer ? Number(flat(answer).includes(flat(expected_answer))) : undefined),
  },
  {
    name: 'declined rightly',
    better: 'higher',
    digits: 3,
    of: ({ expected_documents }, { cited }) => (expected_documents?.length === 0 ? Number(cited === NOTHING_CITED) : undefined),
  },
  {
    name: 'groundedness',
    better: 'higher',
    digits: 3,
    of: (_, { sentences, unsupported }) => (sentences ? 1 - unsupported / sentences : undefined),
  },
  { name: 'tokens', better: 'lower', digits: 0, of: (_, { tokens }) => tokens },
  { name: 'cost', better: 'lower', digits: 6, of: (_, { cost }) => cost?.amount },
  { name: 'seconds', better: 'lower', digits: 3, of: (_, { seconds }) => seconds },
]
