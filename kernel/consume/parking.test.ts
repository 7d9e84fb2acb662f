import { expect, test, vi } from 'vitest'
import { describeOnBothLogs } from './on-both-logs.fixture.ts'

const WAIT = { timeout: 60_000, interval: 20 }

describeOnBothLogs('records that take long', 1, (here) => {
  type Handle = (name: string, signal: AbortSignal, uncounted: (wait: Promise<void>) => Promise<void>) => Promise<void>
  const run = (handle: Handle, more: { concurrency?: number; parkInLine?: boolean } = {}) =>
    here.run({
      ...more,
      parkAfterMs: 100,
      async handle(ctx, { payload: { name } }) {
        await handle(name, ctx.signal, ctx.uncounted)
        return [here.answered.make({ name })]
      },
    })
  const { send, answers } = here
  const committed = async () => (await here.broker.committed(here.asked.name, here.asked.name)).get(0)
  const parked = async () =>
    (await here.database.tables<{ claims: { key: string } }>().selectFrom('claims').select('key').execute()).map((r) => r.key)

  test('200 neighbours pass one that is not done before they are', async () => {
    const neighbours = Array.from({ length: 200 }, (_, i) => `n${i}`)
    const passed = Promise.withResolvers<void>()
    let done = 0
    await send('long', ...neighbours)
    await run(async (name) => {
      if (name === 'long') await passed.promise
      else if (++done === neighbours.length) passed.resolve()
    })
    await vi.waitFor(async () => expect(await committed()).toBe(201n), WAIT)
    await vi.waitFor(async () => expect(await answers()).toHaveLength(201), WAIT)
    expect((await answers()).at(-1)).toBe('long')
    await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
  })

  test('what waits for its place in the lane holds up no partition either, and the lane is kept to', async () => {
    const gate = Promise.withResolvers<void>()
    let busy = 0
    let most = 0
    await send(...Array.from({ length: 40 }, (_, i) => `n${i}`))
    await run(
      async () => {
        most = Math.max(most, ++busy)
        await gate.promise
        busy--
      },
      { concurrency: 2 },
    )
    await vi.waitFor(async () => expect(await committed()).toBe(40n), WAIT)
    gate.resolve()
    await vi.waitFor(async () => expect(await answers()).toHaveLength(40), WAIT)
    expect(most).toBe(2)
  })

  test('where it says so, what stands in line is not parked for that, and what works is', async () => {
    const gate = Promise.withResolvers<void>()
    await send('in line', 'at work')
    const wait: Handle = (name, _signal, uncounted) => (name === 'in line' ? uncounted(gate.promise) : gate.promise)
    await run(wait, { parkInLine: false })
    await vi.waitFor(async () => expect(await parked()).toEqual([`${here.asked.name}/0/1`]), WAIT)
    expect(await committed()).toBeUndefined()
    gate.resolve()
    await vi.waitFor(async () => expect(await committed()).toBe(2n), WAIT)
    expect((await answers()).sort()).toEqual(['at work', 'in line'])
  })

  test('what a stopped process had parked is taken up by the next, though its offset is committed', async () => {
    await send('long', 'short')
    let begun = 0
    const first = await run(async (name, signal) => {
      if (name === 'short') return
      begun++
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await vi.waitFor(async () => expect([begun, await committed()]).toEqual([1, 2n]), WAIT)
    await first.stop(0)
    expect(await answers()).toEqual(['short'])
    await run(async () => undefined)
    await vi.waitFor(async () => expect(await answers()).toEqual(['short', 'long']), WAIT)
    await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
  })

  if (here.kind === 'Kafka')
    test('what a process had parked that gives no sign any more is taken up by another, and its own end counts nothing', async () => {
      const sent = here.recordOf('long')
      await here.broker.publish([sent])
      // Its holder never renews: this row is all that a dead process leaves.
      const note = { ...sent, partition: 0, offset: '0', value: Buffer.from(sent.value).toString('base64'), timestamp: 0 }
      await here.database
        .tables<{ claims: Record<string, unknown> }>()
        .insertInto('claims')
        .values({
          scope: `parked/${here.asked.name}`,
          key: `${here.asked.name}/0/0`,
          holder: 'dead',
          value: JSON.stringify(note),
          kept: 0,
          taken: 1,
          until: Date.now() + 1000,
        })
        .execute()
      let begun = 0
      await run(async () => void begun++)
      await vi.waitFor(async () => expect(await answers()).toEqual(['long']), WAIT)
      await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
      expect([begun, await committed()]).toEqual([1, 1n])
    })
})
