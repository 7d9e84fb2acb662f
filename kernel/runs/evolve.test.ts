import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evolve, type Order, type RunEvent, WINDOW } from './evolve.ts'
import { freshRun, freshStep, hasEnded, isOver, type RunState, type StepState } from './run-state.ts'

const at = '2026-01-01T00:00:00.000Z'
const step = (name: string, more: Partial<StepState> = {}): StepState => ({
  ...freshStep({ name, after: [], on_fail: 'go-on', plans: false }),
  ...more,
})
const queued = (steps: StepState[]): RunState =>
  freshRun({ id: 'r', kind: 'k', subject: 's', actor: 'a', busy_key: null, steps, deadline_ms: 1000, keep_ms: 1, created_at: at })
/** More than are under way at once. */
const ITEMS = WINDOW + 66
const error = { code: 'x', message: 'y' }

/** Plays a run: what is ordered is done in a chosen order, each item ends as chosen. Gives every state and order. */
function play(first: RunState, choose: (n: number) => number, ends: (step: string, item: number) => boolean) {
  let state = first
  const orders: Order[] = []
  const states: RunState[] = []
  const left: RunEvent[] = [{ type: 'begun', at }]
  const issued = new Map<string, number>()
  while (left.length > 0) {
    const [event] = left.splice(choose(left.length), 1)
    const evolved = evolve(state, event!)
    state = evolved.state
    states.push(state)
    orders.push(...evolved.orders)
    for (const order of evolved.orders) {
      if (order.do === 'plan') left.push({ type: 'planned', at, step: order.step, total: ITEMS })
      if (order.do === 'issue')
        for (let item = order.from; item < order.to; item++) {
          issued.set(`${order.step}/${item}`, (issued.get(`${order.step}/${item}`) ?? 0) + 1)
          left.push(
            ends(order.step, item)
              ? { type: 'item-done', at, step: order.step, item }
              : { type: 'item-failed', at, step: order.step, item, error },
          )
        }
    }
  }
  return { state, states, orders, issued }
}

test('whatever the order and the ends of items: each is issued once, no step begins early, the run ends once', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), fc.array(fc.boolean(), { minLength: 1 }), (stream, ends) => {
      const steps = [step('a'), step('b', { after: ['a'], plans: true }), step('c', { after: ['a'] }), step('d', { after: ['b', 'c'] })]
      const choose = (n: number) => (stream.next().value ?? 0) % n
      const { state, states, orders, issued } = play(queued(steps), choose, (_s, item) => ends[item % ends.length] ?? true)
      expect(state.status).toBe('completed')
      expect(orders.filter((o) => o.do === 'end')).toHaveLength(1)
      expect([...issued.values()].every((n) => n === 1)).toBe(true)
      expect(issued.size).toBe(1 + ITEMS + 1 + 1)
      for (const { steps: seen } of states)
        for (const s of seen) {
          expect(s.open).toBeLessThanOrEqual(WINDOW)
          if (s.status !== 'pending') expect(s.after.every((name) => isOver(seen.find((other) => other.name === name)!))).toBe(true)
        }
    }),
    { numRuns: 30 },
  )
})

test('events together make what they make one by one, and one issue of many ends', () => {
  const steps = [step('a', { plans: true }), step('b', { after: ['a'] })]
  const first = [{ type: 'begun', at } as const, { type: 'planned', at, step: 'a', total: 1000 } as const]
  const ends = Array.from({ length: 60 }, (_, item) => ({ type: 'item-done', at, step: 'a', item }) as const)
  const begun = evolve(queued(steps), ...first).state
  const together = evolve(begun, ...ends)
  const single = ends.reduce((state, event) => evolve(state, event).state, begun)
  expect(together.state).toEqual(single)
  expect(together.orders).toEqual([{ do: 'issue', step: 'a', redo: 0, from: WINDOW, to: WINDOW + 60 }])
  const told = evolve(queued(steps), ...first, { type: 'cancelled', at, reason: 'r' }).told
  const shown = told.map(({ entry, state }) => ({ entry, run: JSON.parse(state) as RunState }))
  expect(shown.map(({ entry, run }) => [entry.type, run.status, run.changes])).toEqual([
    ['run.started', 'running', 2],
    ['step.started', 'running', 2],
    ['run.cancelled', 'cancelled', 3],
  ])
})

/** Every third item. */
const FAILED = Math.ceil(ITEMS / 3)

test('an end holds: what comes after it changes nothing, and a retry of what failed ends with everything done', () => {
  const failing = play(
    queued([step('a', { plans: true }), step('b', { after: ['a'] })]),
    () => 0,
    (_s, item) => item % 3 !== 0,
  )
  expect(failing.state.steps[0]).toMatchObject({ total: ITEMS, done: ITEMS - FAILED, failed: FAILED })
  for (const event of [
    { type: 'cancelled', at, reason: 'late' },
    { type: 'overdue', at },
    { type: 'item-done', at, step: 'a', item: 1 },
  ] as const)
    expect(evolve(failing.state, event)).toEqual({ state: failing.state, orders: [], told: [] })
  const retried = evolve(failing.state, { type: 'retried', at })
  expect(retried.state).toMatchObject({
    status: 'running',
    epoch: 2,
    steps: [
      { done: ITEMS - FAILED, failed: 0, open: FAILED, redo: 0 },
      { status: 'pending', done: 0 },
    ],
  })
  expect(retried.orders).toContainEqual({ do: 'redo', step: 'a', items: [], failed: true })
  expect(retried.orders).toContainEqual({ do: 'issue', step: 'a', redo: FAILED, from: ITEMS, to: ITEMS })
  let state = retried.state
  for (let i = 0; i < FAILED; i++) state = evolve(state, { type: 'item-done', at, step: 'a', item: i * 3 }).state
  expect(state.steps).toMatchObject([
    { status: 'completed', done: ITEMS },
    { status: 'running', open: 1 },
  ])
})

test('a cancelled run takes its open items up again with a retry', () => {
  const begun = [
    { type: 'begun', at },
    { type: 'planned', at, step: 'a', total: 1000 },
    { type: 'item-done', at, step: 'a', item: 0 },
  ] as const
  let state = queued([step('a', { plans: true }), step('b', { after: ['a'] })])
  for (const event of [...begun, { type: 'cancelled', at, reason: 'cancelled' } as const]) state = evolve(state, event).state
  expect([state.status, hasEnded(state), state.steps[0]?.status]).toEqual(['cancelled', true, 'cancelled'])
  const retried = evolve(state, { type: 'retried', at }).state
  expect(retried.steps[0]).toMatchObject({ status: 'running', total: 1000, issued: WINDOW + 1, done: 1, open: WINDOW, redo: 0 })
})

test('the first failure of a step that may not fail ends the run with it', () => {
  let state = queued([step('a', { on_fail: 'end', plans: true }), step('b', { after: ['a'] })])
  for (const event of [
    { type: 'begun', at },
    { type: 'planned', at, step: 'a', total: 3 },
    { type: 'item-failed', at, step: 'a', item: 1, error },
  ] as const)
    state = evolve(state, event).state
  expect(state).toMatchObject({ status: 'failed', reason: 'a', error, steps: [{ status: 'failed', failed: 1 }, { status: 'pending' }] })
})
