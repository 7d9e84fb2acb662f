import { expect, test } from 'vitest'
import { turnstile } from './turnstile.ts'

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** Processor time, because that is what counts. */
const busy = (ms: number) => {
  for (const end = cpuMs() + ms; cpuMs() < end; );
}

test('everybody comes through in order, and other work in between', async () => {
  const pass = turnstile()
  const done: number[] = []
  let others = 0
  let over = false
  const other = () => {
    others++
    if (!over) setTimeout(other, 0)
  }
  other()
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      await pass()
      busy(3)
      done.push(i)
    }),
  )
  over = true
  expect(done).toEqual(Array.from({ length: 50 }, (_, i) => i))
  // three or four of them fill a turn
  expect(others).toBeGreaterThan(7)
})

test('short work is not slowed down by turns of its own, and the gate opens again', async () => {
  const pass = turnstile()
  let turns = 0
  let over = false
  const count = () => {
    turns++
    if (!over) setImmediate(count)
  }
  count()
  await Promise.all(Array.from({ length: 160 }, () => pass()))
  over = true
  expect(turns).toBeLessThan(60)
  await pass()
  await pass()
})
