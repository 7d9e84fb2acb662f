import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/seeded-random.ts'
import { createSketch } from './count-sketch.ts'
import { createWindows, WINDOW_MS } from './windows.ts'

describe('windows', () => {
  const clock = { ms: 1_000 }

  it('are never forgotten before their end, whoever else comes', () => {
    const windows = createWindows()
    for (let i = 0; i < 600; i++) windows.spend('10.0.0.1', clock.ms)
    for (let i = 0; i < 200_000; i++) windows.spend(`address ${i}`, clock.ms)
    expect(windows.spend('10.0.0.1', clock.ms).used).toBe(601)
    clock.ms += WINDOW_MS
    expect(windows.spend('10.0.0.1', clock.ms).used).toBe(1)
  })

  it('of names that came when all had been given are counted too, and no name goes from one count to an empty one', () => {
    const windows = createWindows(10)
    for (let i = 0; i < 10; i++) windows.spend(`first ${i}`, clock.ms)
    clock.ms += WINDOW_MS / 2
    for (let i = 1; i <= 100; i++) expect(windows.spend('late', clock.ms).used).toBe(i)
    clock.ms += WINDOW_MS / 2
    // the first ones are over, there is room again: the late one's minute goes on where it is
    expect(windows.spend('another', clock.ms).used).toBe(1)
    expect(windows.spend('late', clock.ms).used).toBe(101)
    clock.ms += WINDOW_MS / 2
    expect(windows.spend('late', clock.ms).used).toBe(1)
  })
})

it('a sketch never counts too low, and hardly ever too high', () => {
  const random = seededRandom(7)
  const sketch = createSketch()
  const exact = new Map<string, number>()
  for (let i = 0; i < 100_000; i++) {
    const name = `2001:db8:${Math.floor(random() ** 3 * 30_000).toString(16)}::/64`
    exact.set(name, (exact.get(name) ?? 0) + 1)
    sketch.add(name)
  }
  let high = 0
  for (const [name, count] of exact) {
    expect(sketch.estimate(name)).toBeGreaterThanOrEqual(count)
    if (sketch.estimate(name) > count) high++
  }
  expect(high).toBeLessThan(exact.size / 50)
})
