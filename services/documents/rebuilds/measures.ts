const RESAMPLES = 1000
const DEPTH = 10

/** Share of the first ten that both lists have; 1 where both are empty. */
export function overlapAt10(old: readonly string[], fresh: readonly string[]): number {
  const [a, b] = [old.slice(0, DEPTH), new Set(fresh.slice(0, DEPTH))]
  const most = Math.max(a.length, b.size)
  return most === 0 ? 1 : a.filter((id) => b.has(id)).length / most
}

const gain = (place: number): number => 1 / Math.log2(place + 2)

/** nDCG@10 with equal grades (Järvelin and Kekäläinen, 2002). */
export function ndcgAt10(found: readonly string[], relevant: ReadonlySet<string>): number {
  const first = new Map([...found.slice(0, DEPTH).entries()].toReversed().map(([i, id]) => [id, i]))
  const got = [...relevant].reduce((sum, id) => sum + (first.has(id) ? gain(first.get(id) ?? 0) : 0), 0)
  const best = Array.from({ length: Math.min(DEPTH, relevant.size) }, (_, i) => gain(i)).reduce((sum, g) => sum + g, 0)
  return best === 0 ? 0 : got / best
}

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** 95 % of the mean of these differences, by resampling them (Efron's percentile bootstrap). Equal input gives an equal interval. */
export function intervalOf(differences: readonly number[]): [number, number] {
  const random = seeded(differences.length)
  const draw = () => differences[Math.floor(random() * differences.length)] ?? 0
  const means = Array.from({ length: RESAMPLES }, () => meanOf(differences.map(draw))).sort((a, b) => a - b)
  return [means[Math.floor(RESAMPLES * 0.025)] ?? 0, means[Math.ceil(RESAMPLES * 0.975) - 1] ?? 0]
}

/** mulberry32, a public-domain generator by Tommy Ettinger. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
