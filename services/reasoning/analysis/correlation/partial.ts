import { solveSymmetric } from '../numbers/least-squares.ts'

/** Correlations of each two when all others are held still, from the correlation matrix; undefined where one series follows from others. */
export function partialCorrelations(matrix: readonly Float64Array[]): Float64Array[] | undefined {
  const n = matrix.length
  const inverse: Float64Array[] = []
  for (let i = 0; i < n; i++) {
    const unit = Float64Array.from({ length: n }, (_, k) => (k === i ? 1 : 0))
    const solved = solveSymmetric(
      matrix.map((row) => row.slice()),
      unit,
    )
    if (!solved) return undefined
    inverse.push(solved.x)
  }
  return inverse.map((row, i) => row.map((v, j) => (i === j ? 1 : -v / Math.sqrt(row[i]! * inverse[j]![j]!))))
}
