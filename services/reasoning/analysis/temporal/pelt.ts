/** What a segment from a step up to another (not counted) costs. */
export interface SegmentCost {
  readonly length: number
  readonly shortest: number
  cost(from: number, to: number): number
}

/**
 * The beginnings of all segments but the first that cost least together, each one more than the penalty (PELT; Killick, Fearnhead and
 * Eckley 2012). The cost of a segment must not grow when it is divided.
 */
export function pelt({ length: n, shortest, cost }: SegmentCost, penalty: number): number[] {
  const best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(n + 1)
  best[0] = -penalty
  const open = new Int32Array(n + 1)
  const costs = new Float64Array(n + 1)
  const until = new Int32Array(n + 1)
  let count = 1
  for (let to = shortest; to <= n; to++) {
    const start = to - shortest
    if (start >= shortest) open[count++] = start
    for (let i = 0; i < count; i++) {
      const s = open[i]!
      const c = (costs[i] = best[s]! + cost(s, to))
      if (c + penalty < best[to]!) {
        best[to] = c + penalty
        from[to] = s
      }
    }
    // One that a beginning at `to` beats is of no use once a segment may begin and end behind `to`.
    let kept = 0
    for (let i = 0; i < count; i++) {
      const s = open[i]!
      if (until[s] === 0 && costs[i]! > best[to]!) until[s] = to + shortest
      if (until[s] === 0 || to < until[s]!) open[kept++] = s
    }
    count = kept
  }
  const starts: number[] = []
  for (let to = n; to > 0 && from[to]! > 0; to = from[to]!) starts.unshift(from[to]!)
  return starts
}
