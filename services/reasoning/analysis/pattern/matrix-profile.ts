/** For each stretch: how far it is from the one most like it, and where that is. */
export interface MatrixProfile {
  readonly distances: Float64Array
  readonly nearest: Int32Array
}

/**
 * Distances of z-normalised stretches of one width to the nearest one that does not overlap by more than three quarters (STOMP; Zhu and
 * others 2016): time grows with the square of the length. Two flat stretches are equal; a flat and another one are √width apart.
 */
export function matrixProfile(x: Float64Array, width: number): MatrixProfile {
  const count = x.length - width + 1
  const { means, spreads } = momentsOf(x, width, count)
  const distances = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const nearest = new Int32Array(count).fill(-1)
  const apart = Math.ceil(width / 4)
  for (let lag = apart + 1; lag < count; lag++) {
    let dot = 0
    for (let k = 0; k < width; k++) dot += x[k]! * x[k + lag]!
    for (let i = 0; i + lag < count; i++) {
      const j = i + lag
      if (i > 0) dot += x[i + width - 1]! * x[j + width - 1]! - x[i - 1]! * x[j - 1]!
      const [si, sj] = [spreads[i]!, spreads[j]!]
      const r = si > 0 && sj > 0 ? (dot - width * means[i]! * means[j]!) / (width * si * sj) : si === sj ? 1 : 0.5
      const square = 2 * width * (1 - (r > 1 ? 1 : r))
      if (square < distances[i]!) {
        distances[i] = square
        nearest[i] = j
      }
      if (square < distances[j]!) {
        distances[j] = square
        nearest[j] = i
      }
    }
  }
  return { distances: distances.map((d) => Math.sqrt(d)), nearest }
}

function momentsOf(x: Float64Array, width: number, count: number) {
  const means = new Float64Array(count)
  const spreads = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    let [sum, squares, size] = [0, 0, 0]
    for (let k = i; k < i + width; k++) {
      sum += x[k]!
      size = Math.max(size, Math.abs(x[k]!))
    }
    const m = sum / width
    for (let k = i; k < i + width; k++) squares += (x[k]! - m) * (x[k]! - m)
    const s = Math.sqrt(squares / width)
    means[i] = m
    spreads[i] = s > 1e-9 * size ? s : 0
  }
  return { means, spreads }
}
