/** The k-th smallest (from 0), by Hoare's selection; the array is put into another order. */
export function select(values: Float64Array, k: number, length = values.length): number {
  let low = 0
  let high = length - 1
  while (low < high) {
    const mid = (low + high) >> 1
    const [a, b, c] = [values[low]!, values[mid]!, values[high]!]
    const pivot = a < b ? (b < c ? b : Math.max(a, c)) : a < c ? a : Math.max(b, c)
    let i = low
    let j = high
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i > j) break
      const swap = values[i]!
      values[i++] = values[j]!
      values[j--] = swap
    }
    if (k <= j) high = j
    else if (k >= i) low = i
    else return values[k]!
  }
  return values[k]!
}

/** NaN of nothing. The given array is left as it is, unless `owned`. */
export function median(given: ArrayLike<number>, owned = false): number {
  const n = given.length
  if (n === 0) return Number.NaN
  const values = owned && given instanceof Float64Array ? given : Float64Array.from(given)
  const upper = select(values, n >> 1)
  if (n % 2 === 1) return upper
  let lower = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n >> 1; i++) lower = Math.max(lower, values[i]!)
  return (lower + upper) / 2
}

/** Median of the distances from the centre, scaled to the standard deviation of a normal distribution. */
export function madSigma(values: ArrayLike<number>, centre = median(values)): number {
  return (
    1.4826022185056018 *
    median(
      Float64Array.from(values, (v) => Math.abs(v - centre)),
      true,
    )
  )
}

/** Quantile of sorted values, interpolated between neighbours (type 7 of Hyndman and Fan, as NumPy's default). */
export function quantileOf(sorted: ArrayLike<number>, q: number): number {
  const at = (sorted.length - 1) * q
  const low = Math.floor(at)
  const a = sorted[low] ?? Number.NaN
  return a + (at - low) * ((sorted[Math.min(low + 1, sorted.length - 1)] ?? a) - a)
}

/** Ranks from 1; equal values share the mean of theirs. */
export function ranks(values: ArrayLike<number>): Float64Array {
  const n = values.length
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a]! - values[b]!)
  const out = new Float64Array(n)
  for (let i = 0; i < n; ) {
    let j = i
    while (j + 1 < n && values[order[j + 1]!] === values[order[i]!]) j++
    for (let k = i; k <= j; k++) out[order[k]!] = (i + j) / 2 + 1
    i = j + 1
  }
  return out
}
