/** q-values of p-values: the least rate of false discoveries at which each would be one (Benjamini and Hochberg 1995). */
export function falseDiscoveries(p: readonly number[]): number[] {
  const order = p.map((_, i) => i).sort((a, b) => p[b]! - p[a]!)
  const q: number[] = new Array(p.length)
  let least = 1
  order.forEach((i, k) => {
    least = Math.min(least, (p[i]! * p.length) / (p.length - k))
    q[i] = least
  })
  return q
}
