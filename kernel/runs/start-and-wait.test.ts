import { afterEach, expect, test, vi } from 'vitest'
import { runStack, starter } from '../../tests/runs/run-stack.ts'
import { toyRun } from '../../tests/runs/toy-run.ts'
import { cancelRun, retryRun, startRun } from './control.ts'
import { showRun, waitForRun } from './read-runs.ts'
import type { RunTables } from './tables.ts'

const WAIT = { timeout: 30_000, interval: 10 }
let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack.dispose())

const of = (id: string) => ({ kind: 'toy', id, subject: starter.subject })

test('a wait gives the run as it is at its end, at once when that has come, and nothing where there is none', async () => {
  const gate = Promise.withResolvers<string>()
  const toy = toyRun({ call: () => gate.promise })
  stack = await runStack([toy])
  const { id } = await startRun(stack.ports, toy, { sections: 1 }, { starter, requestId: 'r' })
  const from = performance.now()
  expect(await waitForRun(stack.ports, of(id), 200)).toMatchObject({ id, status: 'running' })
  expect(performance.now() - from).toBeGreaterThan(190)
  const waits = [1, 2, 3].map(() => waitForRun(stack.ports, of(id), 600_000))
  gate.resolve('text')
  for (const state of await Promise.all(waits)) expect(state).toMatchObject({ id, status: 'completed' })
  expect(await waitForRun(stack.ports, of(id), 0)).toMatchObject({ status: 'completed' })
  expect(await waitForRun(stack.ports, of(crypto.randomUUID()), 600_000)).toBeUndefined()
  expect(await waitForRun(stack.ports, { ...of(id), subject: 'sub:eve' }, 600_000)).toBeUndefined()
})

test('a wait ends with who waits', async () => {
  const toy = toyRun({ call: () => new Promise(() => undefined) })
  stack = await runStack([toy])
  const { id } = await startRun(stack.ports, toy, { sections: 1 }, { starter, requestId: 'r' })
  const leaving = new AbortController()
  const wait = waitForRun(stack.ports, of(id), 600_000, leaving.signal)
  leaving.abort()
  expect(await wait).toMatchObject({ status: 'running' })
  await cancelRun(stack.ports, id)
})

test('a long input lies in the blob store and goes with the run, not over the log; steps get it whole', async () => {
  const about = 'mill '.repeat(40_000)
  const got: number[] = []
  const toy = toyRun({ call: async (_run, name) => name })
  const [outline, ...steps] = toy.steps
  if (!outline) throw new Error('no step')
  const seeing = {
    ...outline,
    handle: (...[ctx, item]: Parameters<typeof outline.handle>) => {
      got.push((ctx.input as { about: string }).about.length)
      return outline.handle(ctx, item)
    },
  }
  const long = { ...toy, steps: [seeing, ...steps] }
  stack = await runStack([long])
  const { database, blobs, broker } = stack.ports
  const { id } = await startRun(stack.ports, long, { sections: 2, about }, { starter, requestId: 'r' })
  expect(await waitForRun(stack.ports, of(id), 60_000)).toMatchObject({ status: 'completed' })
  const row = await database.tables<RunTables>().selectFrom('runs').select(['input', 'input_blob']).executeTakeFirstOrThrow()
  expect(row.input).toBeNull()
  const kept = Buffer.concat(await Array.fromAsync(await blobs.read(row.input_blob ?? ''))).toString()
  expect(JSON.parse(kept)).toMatchObject({ about })
  expect(got).toEqual([about.length])
  for (const topic of ['toy.step', 'run.ended', 'run.due'])
    for (const { partition } of await broker.partitions(topic))
      for await (const { value } of broker.read({ topic, partition, from: 'beginning' })) expect(value.byteLength).toBeLessThan(2_000)
})

test('one item that is tried again is worked on alone, and what stands behind it', async () => {
  const begun: string[] = []
  const toy = toyRun({ call: async (_run, name) => name, begun: (_run, step, item) => void begun.push(`${step} ${item}`) })
  stack = await runStack([toy])
  const { id } = await startRun(stack.ports, toy, { sections: 6 }, { starter, requestId: 'r' })
  expect(await waitForRun(stack.ports, of(id), 60_000)).toMatchObject({ status: 'completed' })
  expect(begun).toHaveLength(8)
  begun.length = 0
  await retryRun(stack.ports, id, { from: 'write', items: [4] })
  const again = await waitForRun(stack.ports, of(id), 60_000)
  expect(again).toMatchObject({ status: 'completed', epoch: 2, steps: [{ done: 1 }, { total: 6, done: 6, failed: 0 }, { done: 1 }] })
  expect(begun).toEqual(['write 4', 'join 0'])
})

test('many runs at once come to their own ends each, with their own results', async () => {
  const toy = toyRun({ call: async (run, name) => `${run} ${name}` })
  stack = await runStack([toy])
  const starters = ['sub:ada', 'sub:eve', 'sub:bob'].map((subject) => ({ ...starter, subject }))
  const runs = await Promise.all(
    Array.from({ length: 45 }, async (_, i) => {
      const by = starters[i % 3] ?? starter
      const { id } = await startRun(stack.ports, toy, { sections: 1 + (i % 4) }, { starter: by, requestId: `r${i}` })
      return { id, subject: by.subject, sections: 1 + (i % 4) }
    }),
  )
  const cancelled = runs.filter((_, i) => i % 15 === 7)
  const won = new Map(
    await Promise.all(
      cancelled.map(
        async ({ id }) =>
          [
            id,
            await cancelRun(stack.ports, id).then(
              () => true,
              () => false,
            ),
          ] as const,
      ),
    ),
  )
  for (const { id, subject, sections } of runs) {
    const state = await waitForRun(stack.ports, { kind: 'toy', id, subject }, 60_000)
    expect([id, state?.status]).toEqual([id, won.get(id) ? 'cancelled' : 'completed'])
    if (state?.status !== 'completed') continue
    const texts = Array.from({ length: sections }, (_, n) => `${id} section-${n}`)
    expect(await showRun(stack.ports, toy, state)).toMatchObject({ result: { texts } })
  }
  await vi.waitFor(async () => {
    const { broker } = stack.ports
    const read = ({ partition }: { partition: number }) =>
      Array.fromAsync(broker.read({ topic: 'run.ended', partition, from: 'beginning' }))
    const ends = (await Promise.all((await broker.partitions('run.ended')).map(read))).flat()
    expect(ends.map(({ key }) => key).sort()).toEqual(runs.map(({ id }) => id).sort())
  }, WAIT)
})
