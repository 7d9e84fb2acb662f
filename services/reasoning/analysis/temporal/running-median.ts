/** The median of a window around each value; at the ends of the window that is left. The width is odd. */
export function runningMedian(x: Float64Array, width: number): Float64Array {
  const n = x.length
  const half = width >> 1
  const window = new Float64Array(width + 1)
  let size = 0
  const place = (v: number) => {
    let [low, high] = [0, size]
    while (low < high) {
      const mid = (low + high) >> 1
      if (window[mid]! < v) low = mid + 1
      else high = mid
    }
    return low
  }
  const add = (v: number) => {
    const at = place(v)
    window.copyWithin(at + 1, at, size++)
    window[at] = v
  }
  const remove = (v: number) => {
    const at = place(v)
    window.copyWithin(at, at + 1, size--)
  }
  for (let i = 0; i < Math.min(half, n); i++) add(x[i]!)
  return x.map((_, i) => {
    if (i + half < n) add(x[i + half]!)
    if (i - half - 1 >= 0) remove(x[i - half - 1]!)
    return (window[(size - 1) >> 1]! + window[size >> 1]!) / 2
  })
}
