/** A slot and how well it answers; a higher score is better. */
export interface Ranked {
  readonly slot: number
  readonly score: number
}

/** Best first; equal scores in order of row, which is the same in every process. */
export const byScore =
  (rows: ArrayLike<number>) =>
  (a: Ranked, b: Ranked): number =>
    b.score - a.score || rows[a.slot]! - rows[b.slot]!

/** Keeps the best `limit` of the slots that it is shown. Equal scores: the earlier row first. */
export interface TopK {
  offer(slot: number, score: number): void
  /** Best first. */
  take(): Ranked[]
}

/** A bounded binary heap whose root is the worst that is kept. `rows` gives each slot's row number. */
export function createTopK(limit: number, rows: ArrayLike<number>): TopK {
  const slots = new Int32Array(limit)
  const scores = new Float64Array(limit)
  let size = 0
  const worse = (a: number, b: number) => scores[a]! < scores[b]! || (scores[a] === scores[b] && rows[slots[a]!]! > rows[slots[b]!]!)
  const swap = (a: number, b: number) => {
    const [slot, score] = [slots[a]!, scores[a]!]
    slots[a] = slots[b]!
    scores[a] = scores[b]!
    slots[b] = slot
    scores[b] = score
  }
  const up = (from: number) => {
    for (let i = from; i > 0; ) {
      const parent = (i - 1) >> 1
      if (!worse(i, parent)) return
      swap(i, parent)
      i = parent
    }
  }
  const down = () => {
    for (let i = 0; ; ) {
      let least = i
      for (let child = 2 * i + 1; child <= 2 * i + 2 && child < size; child++) if (worse(child, least)) least = child
      if (least === i) return
      swap(i, least)
      i = least
    }
  }
  return {
    offer(slot, score) {
      if (size < limit) {
        slots[size] = slot
        scores[size] = score
        up(size++)
      } else if (limit > 0 && (score > scores[0]! || (score === scores[0] && rows[slot]! < rows[slots[0]!]!))) {
        slots[0] = slot
        scores[0] = score
        down()
      }
    },
    take: () => Array.from({ length: size }, (_, i) => ({ slot: slots[i]!, score: scores[i]! })).sort(byScore(rows)),
  }
}
