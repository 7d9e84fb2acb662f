import { expect, it } from 'vitest'
import { gaussian, seeded } from '../numbers/random.ts'
import { lagSums } from './lags.ts'

it.each([4, 5, 8, 13, 40, 131])('sums of %d points at all lags are those of each lag by itself', (n) => {
  const next = gaussian(seeded(n))
  const [x, y] = [Float64Array.from({ length: n }, next), Float64Array.from({ length: n }, next)]
  const most = Math.min(30, Math.floor(n / 4))
  const alone = (lag: number) => x.reduce((sum, v, i) => sum + v * (y[i + lag] ?? 0), 0)
  const sums = lagSums(x, y, most)
  expect(sums).toHaveLength(2 * most + 1)
  for (const [at, sum] of sums.entries()) expect(sum).toBeCloseTo(alone(at - most), 10)
})
