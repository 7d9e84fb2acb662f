import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runStack, starter } from '../../tests/runs/run-stack.ts'
import { type ToyWorld, toyRun } from '../../tests/runs/toy-run.ts'
import { WorkError } from '../runtime/errors.ts'
import { cancelRun, decideRun, retryRun, startRun } from './control.ts'
import { defineRun, defineStep, type Run } from './define-run.ts'
import { findRun, followRun, listRuns, type RunNews, showRun, timelineOf, waitForRun } from './read-runs.ts'
import type { RunTables } from './tables.ts'

const WAIT = { timeout: 30_000, interval: 10 }
let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack.dispose())

/** Counts the calls of each name. */
function counting(say: (name: string, n: number) => string | Promise<string> = (name) => name) {
  const calls = new Map<string, number>()
  const world: ToyWorld = {
    async call(_run, name) {
      calls.set(name, (calls.get(name) ?? 0) + 1)
      return say(name, calls.get(name) ?? 0)
    },
  }
  return { world, calls }
}
const start = (run: Run, input: Record<string, unknown>, more: { idempotencyKey?: string; id?: string } = {}) =>
  startRun(stack.ports, run, input as never, { starter, requestId: 'r', ...more })
const ended = async (id: string, kind = 'toy') => (await waitForRun(stack.ports, { kind, id, subject: starter.subject }, 30_000))!
const endedEvents = async () => {
  const { broker } = stack.ports
  const read = ({ partition }: { partition: number }) => Array.fromAsync(broker.read({ topic: 'run.ended', partition, from: 'beginning' }))
  const records = (await Promise.all((await broker.partitions('run.ended')).map(read))).flat()
  return records.map((r) => z.looseObject({ run_id: z.string(), status: z.string() }).parse(JSON.parse(Buffer.from(r.value).toString())))
}

test('a run goes through its steps, its fan-out is joined, and its end is told once', async () => {
  const { world, calls } = counting()
  const toy = toyRun(world)
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 100 })
  const state = await ended(id)
  expect(state).toMatchObject({
    status: 'completed',
    steps: [{ status: 'completed' }, { total: 100, done: 100, failed: 0 }, { status: 'completed' }],
  })
  const shown = (await showRun(stack.ports, toy, state)) as { result: { texts: string[] }; progress: number }
  expect([shown.progress, shown.result.texts]).toEqual([1, Array.from({ length: 100 }, (_, i) => `section-${i}`)])
  expect([...calls.values()].every((n) => n === 1)).toBe(true)
  await vi.waitFor(async () => expect((await endedEvents()).map((e) => [e.run_id, e.status])).toEqual([[id, 'completed']]), WAIT)
})

test('the same key or id is the same run, with other content a conflict, and another subject sees nothing of it', async () => {
  const { world, calls } = counting()
  const toy = toyRun(world)
  stack = await runStack([toy])
  const started = await Promise.all(Array.from({ length: 5 }, () => start(toy, { sections: 1 }, { idempotencyKey: 'k' })))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
  await expect(start(toy, { sections: 2 }, { idempotencyKey: 'k' })).rejects.toMatchObject({ code: 'conflict' })
  await ended(started[0]!.id)
  expect(calls.get('outline')).toBe(1)
  expect(await findRun(stack.ports, 'toy', started[0]!.id, 'sub:eve')).toBeUndefined()
  expect((await listRuns(stack.ports, { kind: 'toy', subject: 'sub:eve' }, { skip: 0, top: 10 })).total).toBe(0)
  expect((await listRuns(stack.ports, { kind: 'toy', subject: starter.subject }, { skip: 0, top: 10 })).runs).toHaveLength(1)
})

test('an item that fails for good leaves the others; a retry works on what failed alone, and pays for nothing twice', async () => {
  let broken = true
  const { world, calls } = counting((name) => {
    if (broken && (name === 'section-3' || name === 'section-7')) throw new WorkError('refused', 'no such section')
    return name
  })
  const toy = toyRun(world)
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 10 })
  expect(await ended(id)).toMatchObject({ status: 'completed', steps: [{}, { done: 8, failed: 2, error: { code: 'refused' } }, {}] })
  broken = false
  await retryRun(stack.ports, id)
  const again = await ended(id)
  expect(again).toMatchObject({ status: 'completed', epoch: 2, steps: [{}, { done: 10, failed: 0 }, { status: 'completed' }] })
  expect(((await showRun(stack.ports, toy, again)) as { result: { texts: string[] } }).result.texts).toHaveLength(10)
  expect([calls.get('outline'), calls.get('section-0'), calls.get('section-3')]).toEqual([1, 1, 2])
  await expect(retryRun(stack.ports, id)).rejects.toMatchObject({ code: 'conflict' })
  await retryRun(stack.ports, id, { from: 'write', items: [0, 1] })
  expect(await ended(id)).toMatchObject({ status: 'completed', epoch: 3, steps: [{}, { done: 10 }, {}] })
  expect(calls.get('section-0')).toBe(1)
  await expect(retryRun(stack.ports, id, { from: 'write', items: [99] })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a failure that may pass is tried again', async () => {
  const { world, calls } = counting((name, n) => {
    if (name === 'outline' && n === 1) throw new WorkError('busy', 'later', { retryable: true })
    return name
  })
  const toy = toyRun(world)
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 1 })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(calls.get('outline')).toBe(2)
})

test('a step that may not fail ends the run with its reason; what an internal fault says is not shown', async () => {
  const toy = toyRun({ call: () => Promise.reject(new Error('secret path /etc')) })
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 1 })
  const state = await ended(id)
  expect(state).toMatchObject({
    status: 'failed',
    reason: 'outline',
    error: { code: 'internal' },
    steps: [{ status: 'failed' }, { status: 'pending' }, {}],
  })
  expect(JSON.stringify(state)).not.toContain('secret')
})

test('a cancel reaches the handler within a second, and exactly one of cancel and finish wins', async () => {
  const aborted: string[] = []
  let begun = 0
  const world: ToyWorld = {
    call: (_run, name, signal) =>
      name === 'outline'
        ? Promise.resolve(name)
        : new Promise((_, reject) => {
            begun++
            signal.addEventListener('abort', () => {
              aborted.push(name)
              reject(signal.reason)
            })
          }),
  }
  const toy = toyRun(world)
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 5 })
  await vi.waitFor(() => expect(begun).toBe(5), WAIT)
  const from = performance.now()
  const outcomes = await Promise.allSettled([cancelRun(stack.ports, id), cancelRun(stack.ports, id)])
  expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
  await vi.waitFor(() => expect(aborted.length).toBeGreaterThan(0), WAIT)
  expect(performance.now() - from).toBeLessThan(1000)
  expect(await ended(id)).toMatchObject({
    status: 'cancelled',
    reason: 'cancelled',
    steps: [{ status: 'completed' }, { status: 'cancelled' }, { status: 'pending' }],
  })
  await vi.waitFor(async () => expect((await endedEvents()).map((e) => e.status)).toEqual(['cancelled']), WAIT)
})

test('a run that is not done by its deadline fails, and its work ends', async () => {
  const toy = toyRun(
    { call: (_run, _name, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) },
    { deadlineMs: 300 },
  )
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 1 })
  expect(await ended(id)).toMatchObject({ status: 'failed', reason: 'deadline', error: { code: 'timed_out' } })
})

test('an ended run is taken away after its time, with its artifacts', async () => {
  const { world } = counting((name) => name.repeat(10_000))
  const toy = toyRun(world, { keepMs: 300 })
  stack = await runStack([toy])
  const { id } = await start(toy, { sections: 3 })
  await vi.waitFor(async () => expect(await findRun(stack.ports, 'toy', id, starter.subject)).toBeUndefined(), WAIT)
  const left = await Promise.all(
    (['run_items', 'run_kept', 'run_timeline'] as const).map((t) =>
      stack.ports.database.tables<RunTables>().selectFrom(t).select('run_id').execute(),
    ),
  )
  expect(left.flat()).toEqual([])
  expect(await Array.fromAsync(stack.ports.blobs.list('runs/'))).toEqual([])
})

test.each(['queue', 'replace', 'refuse'] as const)('one run at a time of a subject: %s', async (whenBusy) => {
  const gate = Promise.withResolvers<string>()
  const toy = toyRun(
    {
      call: (_run, name, signal) =>
        Promise.race([
          name === 'outline' ? gate.promise : name,
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]),
    },
    { busy: true, whenBusy },
  )
  stack = await runStack([toy])
  const first = await start(toy, { sections: 1, about: 'field-1' })
  const other = await start(toy, { sections: 1, about: 'field-2' })
  expect([first.status, other.status]).toEqual(['running', 'running'])
  if (whenBusy === 'refuse') {
    await expect(start(toy, { sections: 2, about: 'field-1' })).rejects.toMatchObject({ code: 'conflict', details: { run_id: first.id } })
    gate.resolve('x')
    expect((await ended(first.id)).status).toBe('completed')
    return
  }
  const second = await start(toy, { sections: 2, about: 'field-1' })
  expect(second.status).toBe('queued')
  if (whenBusy === 'replace') expect(await ended(first.id)).toMatchObject({ status: 'cancelled', reason: 'replaced' })
  gate.resolve('x')
  expect((await ended(second.id)).status).toBe('completed')
  expect((await ended(first.id)).status).toBe(whenBusy === 'replace' ? 'cancelled' : 'completed')
})

test('a run waits for what a person decides, and goes on with it', async () => {
  const retry = { attempts: 1, baseMs: 1, capMs: 1 }
  const ask = defineStep<{ amount: number }>({
    name: 'ask',
    needs: [],
    retry,
    timeoutMs: 10_000,
    onFail: 'end',
    async handle(ctx) {
      const yes = await ctx.decision('approve', z.boolean(), { pay: ctx.input.amount })
      return { paid: yes ? ctx.input.amount : 0 }
    },
  })
  const pay = defineRun({
    kind: 'pay',
    input: z.object({ amount: z.number() }),
    result: z.object({ paid: z.number() }),
    steps: [ask],
    deadlineMs: 60_000,
    keepMs: 60_000,
  })
  stack = await runStack([pay])
  const { id } = await start(pay, { amount: 7 })
  await vi.waitFor(
    async () =>
      expect(await findRun(stack.ports, 'pay', id, starter.subject)).toMatchObject({
        status: 'waiting',
        questions: [{ key: 'approve', about: { pay: 7 } }],
      }),
    WAIT,
  )
  await expect(decideRun(stack.ports, id, 'other', true)).rejects.toMatchObject({ code: 'conflict' })
  await decideRun(stack.ports, id, 'approve', true)
  const state = await ended(id, 'pay')
  expect(await showRun(stack.ports, pay, state)).toMatchObject({ status: 'completed', result: { paid: 7 } })
  await expect(decideRun(stack.ports, id, 'approve', false)).rejects.toMatchObject({ code: 'conflict' })
})

test('who follows a run is told all of it in its order, live, late and resumed alike', async () => {
  const { world } = counting()
  const toy = toyRun(world)
  stack = await runStack([toy])
  const begun = await start(toy, { sections: 20 })
  const follow = async (lastId: number) => {
    const news: RunNews[] = []
    for await (const one of followRun(stack.ports, begun, lastId, AbortSignal.timeout(30_000))) news.push(one)
    return news.filter((n) => n.id !== undefined)
  }
  const live = await follow(0)
  const late = await follow(0)
  expect(live.map((n) => n.id)).toEqual(Array.from({ length: live.length }, (_, i) => i + 1))
  expect(live.map((n) => n.entry?.type)).toEqual([
    'run.started',
    ...['step.started', 'step.completed', 'step.started', 'step.completed', 'step.started', 'step.completed'],
    'run.completed',
  ])
  expect(late).toEqual(live)
  expect((await follow(5)).map((n) => n.id)).toEqual([6, 7, 8])
  expect((await timelineOf(stack.ports, begun.id)).at(-1)).toMatchObject({ n: 8, type: 'run.completed', state: { status: 'completed' } })
})

test('steps that are skipped, have no items or stand side by side', async () => {
  const retry = { attempts: 1, baseMs: 1, capMs: 1 }
  const common = { needs: [], retry, timeoutMs: 10_000, onFail: 'end' } as const
  const order: string[] = []
  const step = (name: string, more: Partial<Parameters<typeof defineStep<{ n: number }>>[0]> = {}) =>
    defineStep<{ n: number }>({
      ...common,
      name,
      handle: async () => {
        order.push(name)
        return name
      },
      ...more,
    })
  const run = defineRun({
    kind: 'shapes',
    input: z.object({ n: z.number() }),
    result: z.string(),
    steps: [
      step('a'),
      step('b', { after: ['a'], skip: () => 'not today' }),
      step('c', { after: ['a'], items: ({ input }) => input.n }),
      step('d', { after: ['b', 'c'] }),
    ],
    deadlineMs: 60_000,
    keepMs: 60_000,
  })
  stack = await runStack([run])
  const { id } = await start(run, { n: 0 })
  expect(await ended(id, 'shapes')).toMatchObject({
    status: 'completed',
    steps: [{}, { status: 'skipped', reason: 'not today' }, { status: 'completed', total: 0 }, {}],
  })
  expect(order).toEqual(['a', 'd'])
})
