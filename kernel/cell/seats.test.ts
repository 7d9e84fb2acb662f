import { afterEach, expect, it, vi } from 'vitest'
import type { ParserProcess } from './parser-process.ts'
import { createSeats } from './seats.ts'

let living: number
/** Processes whose priority was lowered, by the order of their start. */
let lowered: number[]
let started: number
const start = (): ParserProcess => {
  let alive = true
  living++
  const pid = ++started
  return {
    pid,
    alive: () => alive,
    lower: () => void lowered.push(pid),
    run: () => Promise.reject(new Error('not called here')),
    async stop() {
      if (alive) living--
      alive = false
    },
  }
}
const done = { spent: false, seconds: 0 }
let seats: ReturnType<typeof createSeats>
const open = (steady: number, most: number) => {
  living = 0
  started = 0
  lowered = []
  vi.useFakeTimers()
  seats = createSeats({ steady, most, patienceMs: 100, idleMs: 1000, start })
}
afterEach(async () => {
  await seats.close()
  vi.useRealTimers()
})

it('starts a process when there is work, and one more when the next one has waited long enough', async () => {
  open(1, 2)
  expect(living).toBe(0)
  await seats.take()
  let served = 0
  const count = () => served++
  for (let i = 0; i < 2; i++) void seats.take().then(count, () => undefined)
  await vi.advanceTimersByTimeAsync(99)
  expect([living, served]).toEqual([1, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect([living, served]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([living, served, seats.waiting()]).toEqual([2, 1, 1])
})

it('starts no other process for a queue that moves, unless it is a long one', async () => {
  open(1, 2)
  let seat = await seats.take()
  const waiting = Array.from({ length: 20 }, () => seats.take())
  for (const one of waiting) one.catch(() => undefined)
  const next = async () => {
    await vi.advanceTimersByTimeAsync(60)
    seats.give(seat, done)
    seat = await waiting.shift()!
  }
  for (let i = 0; i < 8; i++) await next()
  expect(living).toBe(1)
  await next()
  expect(living).toBe(2)
})

it('gives the seat to the first in the queue, a fresh one in the place of a spent one', async () => {
  open(1, 1)
  const first = await seats.take()
  const [second, third] = [seats.take(), seats.take()]
  seats.give(first, done)
  expect(await second).toBe(first)
  seats.give(first, { spent: true, seconds: 0 })
  expect(await third).not.toBe(first)
  expect(living).toBe(1)
})

it('ends what has nothing to do, the last process later', async () => {
  open(2, 2)
  const both = [await seats.take(), await seats.take()]
  for (const seat of both) seats.give(seat, done)
  await vi.advanceTimersByTimeAsync(900)
  expect(living).toBe(2)
  await vi.advanceTimersByTimeAsync(1100)
  expect(living).toBe(1)
  await vi.advanceTimersByTimeAsync(9000)
  expect(living).toBe(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(living).toBe(0)
  expect((await seats.take()).process.alive()).toBe(true)
})

it('gives seats by turns of the callers, and what a file cost counts', async () => {
  open(1, 1)
  const served: string[] = []
  const ask = (caller: string, n: number) => {
    for (let i = 1; i <= n; i++) void seats.take({ caller }).then(() => served.push(`${caller}${i}`))
  }
  const first = await seats.take({ caller: 'a' })
  ask('a', 3)
  ask('b', 3)
  const next = async (caller: string, seconds = 0) => {
    seats.give(first, { spent: false, caller, seconds })
    await vi.advanceTimersByTimeAsync(0)
  }
  await next('a', 1.5)
  for (let i = 0; i < 5; i++) await next(served.at(-1)!.charAt(0))
  expect(served).toEqual(['b1', 'b2', 'b3', 'a1', 'a2', 'a3'])
})

it('leaves one process to the quick lane, whatever waits in the slow one', async () => {
  open(1, 2)
  const slow = [1, 2, 3].map(() => seats.take({ lane: 'slow' }))
  const first = await slow[0]!
  const quick = await seats.take()
  expect([living, quick.lane, seats.waiting()]).toEqual([2, 'quick', 2])
  seats.give(quick, done)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seats.waiting()).toBe(2)
  seats.give(first, done)
  expect((await slow[1]!).lane).toBe('slow')
  for (const one of slow) one.catch(() => undefined)
})

it('a file that takes long moves to the slow lane, or makes room where that is full and another one waits', async () => {
  open(1, 2)
  const [first, next] = [await seats.take(), seats.take()]
  expect(await seats.becomeSlow(first)).toBe('slow')
  const second = await next
  const asked = seats.becomeSlow(second)
  let decided: string | undefined
  void asked.then((what) => (decided = what))
  await vi.advanceTimersByTimeAsync(1000)
  expect(decided).toBeUndefined()
  const third = seats.take()
  expect(await asked).toBe('yield')
  seats.give(second, { spent: true, seconds: 0 })
  expect((await third).lane).toBe('quick')
  const fourth = seats.becomeSlow(await third)
  seats.give(first, done)
  expect([await fourth, (await third).lane]).toEqual(['slow', 'slow'])
})

it('whoever has no seat gets one beyond the others at once, one caller at a time, and nobody else gets it', async () => {
  open(1, 2)
  const served: string[] = []
  const ask = async (caller: string) => {
    const seat = await seats.take({ caller })
    served.push(caller)
    return seat
  }
  const wait = (caller: string) => void ask(caller).catch(() => undefined)
  const hog = await ask('hog')
  wait('hog')
  wait('hog')
  const guest = await ask('guest')
  expect([served, living]).toEqual([['hog', 'guest'], 2])
  await vi.advanceTimersByTimeAsync(10_000)
  const third = await ask('third')
  expect([served, living]).toEqual([['hog', 'guest', 'third'], 3])
  wait('fourth')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([served.length, living]).toEqual([3, 3])
  seats.give(third, { ...done, caller: 'third' })
  await vi.advanceTimersByTimeAsync(0)
  expect(served).toEqual(['hog', 'guest', 'third', 'fourth'])
  seats.give(guest, { ...done, caller: 'guest' })
  seats.give(hog, { ...done, caller: 'hog' })
  await vi.advanceTimersByTimeAsync(0)
  expect([served.slice(4), living]).toEqual([['hog'], 3])
})

it('makes a process ready beside a slow file, and ends it when nobody wants it', async () => {
  open(1, 2)
  const slow = await seats.take({ caller: 'hog' })
  expect(living).toBe(1)
  expect(await seats.becomeSlow(slow)).toBe('slow')
  expect(living).toBe(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(living).toBe(1)
})

it('a slow file runs behind all others from then on, and its process reads for its caller and for slow files alone', async () => {
  open(1, 2)
  const slow = await seats.take({ caller: 'hog' })
  expect(lowered).toEqual([])
  await seats.becomeSlow(slow)
  expect(lowered).toEqual([1])
  seats.give(slow, { ...done, caller: 'hog' })
  const own = await seats.take({ caller: 'hog' })
  expect(own).toBe(slow)
  seats.give(own, { ...done, caller: 'hog' })
  const others = await seats.take({ caller: 'neighbour' })
  expect(others).not.toBe(slow)
  expect(await seats.take({ caller: 'neighbour', lane: 'slow' })).toBe(slow)
})

it('a process that was lowered makes way where there are as many as may be', async () => {
  open(1, 1)
  const slow = await seats.take({ caller: 'hog' })
  await seats.becomeSlow(slow)
  seats.give(slow, { ...done, caller: 'hog' })
  expect((await seats.take({ caller: 'neighbour' })).process.pid).toBe(2)
  expect([slow.process.alive(), living]).toEqual([false, 1])
})

it('where several callers come, whoever has no seat finds a process that is up, and the others leave it alone', async () => {
  open(1, 2)
  for (const caller of ['neighbour', 'hog']) seats.give(await seats.take({ caller }), { ...done, caller })
  expect(living).toBe(2)
  await seats.take({ caller: 'hog' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([living, started]).toEqual([2, 2])
  const second = seats.take({ caller: 'hog' })
  await vi.advanceTimersByTimeAsync(100)
  expect((await second).process.pid).toBe(3)
  const up = await seats.take({ caller: 'neighbour' })
  expect([up.process.pid, started]).toEqual([1, 3])
  seats.give(up, { ...done, caller: 'neighbour' })
  expect((await seats.take({ caller: 'neighbour' })).process.pid).toBe(1)
})

it('one caller alone has no process beside those that it works with', async () => {
  open(1, 2)
  for (let i = 0; i < 3; i++) seats.give(await seats.take({ caller: 'only' }), { ...done, caller: 'only' })
  expect(started).toBe(1)
})
