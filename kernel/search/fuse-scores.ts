import { byScore, type Ranked } from './rank.ts'

export interface Weights {
  readonly text: number
  readonly vector: number
}

/** A chunk that either half found, with the scores of both. */
export interface Candidate {
  readonly slot: number
  /** BM25; 0 where no term stands. */
  readonly text: number
  /** Cosine to the query; absent without a vector. */
  readonly cosine: number | undefined
}

/** What one query's scores are measured by. */
export interface Scale {
  /** The BM25 of a chunk that says nothing but the query's terms, those that the index does not know included. */
  readonly greatestText: number
  /** Mean cosine of the chunks looked at: that of an ordinary one. */
  readonly meanCosine: number
}

/** What the way from an ordinary chunk to the query itself counts beside all its words: set on every second question, held on the others. */
const NEARNESS = 0.5

/**
 * Both halves as shares of what is possible, added with weights; best first, 1 the greatest score.
 *
 *     text = BM25 / greatest BM25        vector = (cosine - mean cosine) / (1 - mean cosine)
 *     score = (wt · text + ½ wv · vector) / (wt + ½ wv)
 *
 * This is the convex combination of scores scaled by theoretical bounds that Bruch, Gai and Ingber ("An Analysis of Fusion Functions for
 * Hybrid Retrieval", ACM TOIS 2023) found better than fused ranks, with two changes: BM25 is divided by the greatest score possible
 * instead of the greatest found, so that a list without a good hit stays low (a question in another language, of which one name is found),
 * and the cosine counts from the mean, which differs from model to model. Fused ranks (RRF) know neither: they fall below the better half
 * wherever the other is much weaker.
 */
export function fuseScores(candidates: readonly Candidate[], scale: Scale, weights: Weights, rows: ArrayLike<number>): Ranked[] {
  const { greatestText, meanCosine } = scale
  const { text, vector } = weights.text + weights.vector > 0 ? weights : { text: 1, vector: 1 }
  const whole = text + NEARNESS * vector
  const room = 1 - meanCosine
  const shareOfText = (score: number) => (greatestText > 0 ? score / greatestText : 0)
  const shareOfVector = (cosine: number | undefined) => (cosine === undefined || room < 1e-6 ? 0 : (cosine - meanCosine) / room)
  return candidates
    .map((c) => ({ slot: c.slot, score: (text * shareOfText(c.text) + NEARNESS * vector * shareOfVector(c.cosine)) / whole }))
    .sort(byScore(rows))
}
