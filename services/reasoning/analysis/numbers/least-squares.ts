/** A straight line by least squares. */
export interface Line {
  readonly slope: number
  readonly intercept: number
}

export function fitLine(x: ArrayLike<number>, y: ArrayLike<number>): Line {
  const n = x.length
  let [mx, my] = [0, 0]
  for (let i = 0; i < n; i++) {
    mx += x[i]! / n
    my += y[i]! / n
  }
  let [xy, xx] = [0, 0]
  for (let i = 0; i < n; i++) {
    xy += (x[i]! - mx) * (y[i]! - my)
    xx += (x[i]! - mx) ** 2
  }
  const slope = xx > 0 ? xy / xx : 0
  return { slope, intercept: my - slope * mx }
}

/** Solves A x = b for a symmetric positive definite A (Cholesky); undefined where it is singular. Both arrays are used up. */
export function solveSymmetric(a: Float64Array[], b: Float64Array): { x: Float64Array; inverseDiagonal: () => Float64Array } | undefined {
  const n = b.length
  for (let j = 0; j < n; j++) {
    const row = a[j]!
    const before = row[j]!
    for (let k = 0; k < j; k++) row[j]! -= row[k]! ** 2
    if (!(row[j]! > 1e-12 * before)) return undefined
    row[j] = Math.sqrt(row[j]!)
    for (let i = j + 1; i < n; i++) {
      const other = a[i]!
      let sum = other[j]!
      for (let k = 0; k < j; k++) sum -= other[k]! * row[k]!
      other[j] = sum / row[j]!
    }
  }
  const solve = (rhs: Float64Array): Float64Array => {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) rhs[i]! -= a[i]![k]! * rhs[k]!
      rhs[i] = rhs[i]! / a[i]![i]!
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) rhs[i]! -= a[k]![i]! * rhs[k]!
      rhs[i] = rhs[i]! / a[i]![i]!
    }
    return rhs
  }
  const unit = (i: number) => Float64Array.from({ length: n }, (_, k) => (k === i ? 1 : 0))
  return { x: solve(b), inverseDiagonal: () => Float64Array.from({ length: n }, (_, i) => solve(unit(i))[i]!) }
}

export interface Regression {
  readonly coefficients: Float64Array
  readonly errors: Float64Array
  readonly squares: number
  readonly n: number
}

/** Ordinary least squares on columns (each as long as y), which are scaled first; undefined where they depend on each other. */
export function regress(columns: readonly Float64Array[], y: Float64Array): Regression | undefined {
  const [n, k] = [y.length, columns.length]
  const scale = columns.map((c) => Math.sqrt(c.reduce((s, v) => s + v * v, 0)) || 1)
  const dot = (a: Float64Array, b: Float64Array) => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += a[i]! * b[i]!
    return sum
  }
  const gram = columns.map((a, i) => Float64Array.from({ length: k }, (_, j) => (j <= i ? dot(a, columns[j]!) / scale[i]! / scale[j]! : 0)))
  const solved = solveSymmetric(
    gram,
    Float64Array.from(columns, (c, i) => dot(c, y) / scale[i]!),
  )
  if (!solved) return undefined
  const coefficients = solved.x.map((b, i) => b / scale[i]!)
  let squares = 0
  for (let i = 0; i < n; i++) {
    let fit = 0
    for (let j = 0; j < k; j++) fit += coefficients[j]! * columns[j]![i]!
    squares += (y[i]! - fit) ** 2
  }
  const errors = solved.inverseDiagonal().map((d, i) => Math.sqrt((squares / Math.max(1, n - k)) * d) / scale[i]!)
  return { coefficients, errors, squares, n }
}
