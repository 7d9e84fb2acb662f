/** The next power of two. */
export const powerOfTwo = (n: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, n)))

/** Fourier transform in place (Cooley and Tukey, radix 2); the length is a power of two. */
export function fft(re: Float64Array, im: Float64Array, inverse = false): void {
  const n = re.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j]!, re[i]!]
      ;[im[i], im[j]] = [im[j]!, im[i]!]
    }
  }
  const cos = new Float64Array(n / 2)
  const sin = new Float64Array(n / 2)
  for (let i = 0; i < n / 2; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / n)
    sin[i] = (inverse ? 1 : -1) * Math.sin((2 * Math.PI * i) / n)
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2
    const stride = n / size
    for (let start = 0; start < n; start += size)
      for (let k = 0; k < half; k++) {
        const a = start + k
        const b = a + half
        const wr = cos[k * stride]!
        const wi = sin[k * stride]!
        const xr = re[b]! * wr - im[b]! * wi
        const xi = re[b]! * wi + im[b]! * wr
        re[b] = re[a]! - xr
        im[b] = im[a]! - xi
        re[a] = re[a]! + xr
        im[a] = im[a]! + xi
      }
  }
  if (inverse)
    for (let i = 0; i < n; i++) {
      re[i] = re[i]! / n
      im[i] = im[i]! / n
    }
}

/** Sums of products x[i] * y[i + k] for k from -most to most, where both are; at index k + most. */
export function crossSums(x: Float64Array, y: Float64Array, most: number): Float64Array {
  const size = powerOfTwo(Math.max(x.length, y.length) + most + 1)
  const [ar, ai, br, bi] = [new Float64Array(size), new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  ar.set(x)
  br.set(y)
  fft(ar, ai)
  fft(br, bi)
  for (let i = 0; i < size; i++) {
    const re = ar[i]! * br[i]! + ai[i]! * bi[i]!
    const im = ar[i]! * bi[i]! - ai[i]! * br[i]!
    ar[i] = re
    ai[i] = im
  }
  fft(ar, ai, true)
  return Float64Array.from({ length: 2 * most + 1 }, (_, i) => ar[(i - most + size) % size]!)
}
