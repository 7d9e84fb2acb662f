import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admit, type Limits, type StartedCall, type WaitingCall, WINDOW_MS } from './admit.ts'

const NOW = 10 * WINDOW_MS
let ids = 0
const waiting = (caller: string, more: Partial<WaitingCall> = {}): WaitingCall => ({
  id: String(ids++).padStart(6, '0'),
  caller,
  asked_at: NOW,
  tokens: 10,
  ...more,
})
const started = (caller: string, more: Partial<StartedCall> = {}): StartedCall => ({
  caller,
  started_at: NOW - 1000,
  tokens: 10,
  running: true,
  ...more,
})
const callers = (calls: readonly WaitingCall[]) => calls.map((call) => call.caller).join('')

test('as many begin as there is room for, and the next one is told when to ask again', () => {
  const three = [waiting('a'), waiting('a'), waiting('a')]
  expect(admit(three, [], {}, NOW)).toEqual({ admitted: three, nextAt: undefined })
  expect(admit(three, [started('a')], { concurrency: 2 }, NOW)).toEqual({ admitted: three.slice(0, 1), nextAt: undefined })
  const before = [started('a', { running: false, started_at: NOW - 40_000 })]
  expect(admit(three, before, { requests_per_minute: 2 }, NOW)).toEqual({ admitted: three.slice(0, 1), nextAt: NOW + 20_000 })
  expect(admit(three, before, { tokens_per_minute: 25 }, NOW)).toEqual({ admitted: three.slice(0, 1), nextAt: NOW + 20_000 })
})

test('what began more than a minute ago counts as running alone', () => {
  const old = [started('a', { started_at: NOW - WINDOW_MS })]
  expect(admit([waiting('a')], old, { requests_per_minute: 1, tokens_per_minute: 10 }, NOW).admitted).toHaveLength(1)
  expect(admit([waiting('a')], old, { concurrency: 1 }, NOW).admitted).toHaveLength(0)
})

test('a call above the limit of tokens begins when nothing else was used, and is not overtaken meanwhile', () => {
  const large = waiting('a', { tokens: 900, asked_at: NOW - 1 })
  const small = waiting('a', { tokens: 1 })
  expect(admit([small, large], [started('b')], { tokens_per_minute: 100 }, NOW).admitted).toEqual([])
  expect(admit([small, large], [], { tokens_per_minute: 100 }, NOW).admitted).toEqual([large])
})

test('callers take turns: one with much to do keeps no other waiting', () => {
  const many = Array.from({ length: 5 }, (_, i) => waiting('a', { asked_at: NOW - 100 + i }))
  expect(callers(admit([...many, waiting('b'), waiting('c')], [], {}, NOW).admitted)).toBe('abcaaaa')
  expect(callers(admit([...many, waiting('b')], [started('a', { running: false })], { concurrency: 1 }, NOW).admitted)).toBe('b')
})

test('the subjects of a key share its turns', () => {
  const many = ['key:k sub:1', 'key:k sub:2', 'key:k sub:3'].map((caller, i) => waiting(caller, { asked_at: NOW - 10 + i }))
  const order = admit([...many, waiting('key:k sub:1', { asked_at: NOW - 20 }), waiting('sub:other')], [], {}, NOW).admitted
  expect(order.map((call) => call.caller)).toEqual(['key:k sub:1', 'sub:other', 'key:k sub:2', 'key:k sub:3', 'key:k sub:1'])
})

test('no order of calls exceeds a limit in any minute, and none waits for ever', () => {
  const limitsOf = fc.record(
    {
      requests_per_minute: fc.integer({ min: 1, max: 5 }),
      tokens_per_minute: fc.integer({ min: 10, max: 60 }),
      concurrency: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  )
  const asks = fc.array(
    fc.record({
      caller: fc.constantFrom('a', 'b', 'c'),
      tokens: fc.integer({ min: 0, max: 80 }),
      lasts: fc.integer({ min: 1, max: 90_000 }),
    }),
    { maxLength: 25 },
  )
  fc.assert(
    fc.property(limitsOf, asks, (limits: Limits, calls) => {
      const lasts = new Map<string, number>()
      let queue = calls.map(({ caller, tokens, lasts: ms }, i) => {
        const call = waiting(caller, { tokens, asked_at: NOW + i })
        lasts.set(call.id, ms)
        return call
      })
      const begun: { call: WaitingCall; at: number; until: number }[] = []
      for (let now = NOW; queue.length > 0; ) {
        const known = begun.map(({ call, at, until }) => ({
          caller: call.caller,
          tokens: call.tokens,
          started_at: at,
          running: until > now,
        }))
        const { admitted, nextAt } = admit(queue, known, limits, now)
        for (const call of admitted) begun.push({ call, at: now, until: now + (lasts.get(call.id) ?? 0) })
        queue = queue.filter((call) => !admitted.includes(call))
        const ends = begun.map(({ until }) => until).filter((until) => until > now)
        const next = Math.min(nextAt ?? Infinity, ...ends)
        if (queue.length > 0) expect(next).toBeLessThan(Infinity)
        now = next
      }
      for (const { at } of begun) {
        const minute = begun.filter((b) => b.at > at - WINDOW_MS && b.at <= at)
        expect(minute.length).toBeLessThanOrEqual(limits.requests_per_minute ?? Infinity)
        const tokens = minute.reduce((sum, { call }) => sum + Math.min(call.tokens, limits.tokens_per_minute ?? Infinity), 0)
        expect(tokens).toBeLessThanOrEqual(limits.tokens_per_minute ?? Infinity)
        expect(begun.filter((b) => b.at <= at && b.until > at).length).toBeLessThanOrEqual(limits.concurrency ?? Infinity)
      }
    }),
  )
})
