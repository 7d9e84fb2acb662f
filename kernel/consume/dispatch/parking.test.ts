import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Broker } from '../../broker/broker.ts'
import { describeOnBothLogs } from './on-both-logs.fixture.ts'

const WAIT = { timeout: 60_000, interval: 20 }

describeOnBothLogs('records that take long', 1, (here) => {
  type Handle = (name: string, signal: AbortSignal, uncounted: (wait: Promise<void>) => Promise<void>) => Promise<void>
  const run = (handle: Handle, more: { concurrency?: number; parkInLine?: boolean; parkAfterMs?: number } = {}, log = here.broker) =>
    here.run(
      {
        parkAfterMs: 100,
        ...more,
        async handle(ctx, { payload: { name } }) {
          await handle(name, ctx.signal, ctx.uncounted)
          return [here.answered.make({ name })]
        },
      },
      { log },
    )
  const { send, answers } = here
  const committed = async () => (await here.broker.committed(here.asked.name, here.asked.name)).get(0)
  const parked = async () =>
    (await here.database.tables<{ claims: { key: string } }>().selectFrom('claims').select('key').execute()).map((r) => r.key)

  /** The log, where the coordinator of the group answers when it is told to. */
  const silent = () => {
    const asks: PromiseWithResolvers<void>[] = []
    const ask = (signal: AbortSignal) => {
      const asked = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => asked.reject(signal.reason))
      asks.push(asked)
      return asked.promise
    }
    const { broker } = here
    const log: Broker = {
      ...broker,
      subscribe: (options) =>
        broker.subscribe({
          ...options,
          handle: (batch, control) => options.handle(batch, { ...control, heartbeat: () => ask(control.signal) }),
        }),
    }
    const answer = async (nth: number, how: 'held' | 'lost') => {
      await vi.waitFor(() => expect(asks.length).toBeGreaterThan(nth), WAIT)
      if (how === 'held') asks[nth]?.resolve()
      else asks[nth]?.reject(new Error('the partition was lost'))
    }
    return { log, asks, answer }
  }

  test('a process that may have lost its partition begins nothing, and tells nothing of what it did, before it knows', async () => {
    const { log, asks, answer } = silent()
    const begun: string[] = []
    await run(async (name) => void begun.push(name), { parkAfterMs: 300_000 }, log)
    await send('one')
    await vi.waitFor(() => expect(asks).toHaveLength(1), WAIT)
    expect(begun).toEqual([])
    await answer(0, 'held')
    await vi.waitFor(() => expect(asks).toHaveLength(2), WAIT)
    expect([begun, await answers()]).toEqual([['one'], []])
    await answer(1, 'held')
    await vi.waitFor(async () => expect(await answers()).toEqual(['one']), WAIT)
  })

  test('what is overdue when a process goes on is parked only where the partition is still its own', async () => {
    const { log, answer } = silent()
    const gate = Promise.withResolvers<void>()
    await run(() => gate.promise, {}, log)
    await send('lost')
    await answer(0, 'held')
    await answer(1, 'lost')
    await send('kept')
    await answer(2, 'held')
    await answer(3, 'held')
    await vi.waitFor(async () => expect(await parked()).toEqual([`${here.asked.name}/0/1`]), WAIT)
    gate.resolve()
    await vi.waitFor(async () => expect(await answers()).toEqual(['kept']), WAIT)
  })

  test('200 neighbours pass one that is not done before they are', async () => {
    const neighbours = Array.from({ length: 200 }, (_, i) => `n${i}`)
    const passed = Promise.withResolvers<void>()
    await send('long', ...neighbours)
    await run(async (name) => {
      if (name === 'long') await passed.promise
    })
    await vi.waitFor(async () => expect(await committed()).toBe(201n), WAIT)
    await vi.waitFor(async () => expect((await answers()).sort()).toEqual(neighbours.toSorted()), WAIT)
    passed.resolve()
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

  if (here.kind === 'Kafka') {
    test('a process that was stopped past its session, and what it had in hand was due to be parked, tells nothing that another one did', async () => {
      const { kafkaBrokers, databaseUrl } = here.addresses!
      const names = Array.from({ length: 16 }, (_, i) => `n${i}`)
      const args = [kafkaBrokers, databaseUrl, here.asked.name, here.answered.name, '5000']
      const worker = spawn(process.execPath, [fileURLToPath(new URL('worker-that-waits.fixture.ts', import.meta.url)), ...args])
      onTestFinished(() => void worker.kill('SIGKILL'))
      let said = ''
      worker.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      const begun = () => said.match(/^begins .*$/gm)?.length ?? 0
      const holds = () => said.match(/^holds .*$/gm)?.at(-1)
      await vi.waitFor(() => expect(holds()).toBe('holds 1'), WAIT)
      await send(...names)
      await vi.waitFor(() => expect(begun()).toBe(names.length), WAIT)
      worker.kill('SIGSTOP')
      await run(async () => undefined)
      await vi.waitFor(async () => expect((await answers()).sort()).toEqual(names.toSorted()), WAIT)
      // It finds its work done at the moment that it goes on, before it has heard of its group.
      worker.stdin.write('go on\n')
      said = ''
      worker.kill('SIGCONT')
      await vi.waitFor(() => expect(holds()).toBeDefined(), WAIT)
      worker.stdin.end()
      await once(worker, 'exit')
      expect((await answers()).sort()).toEqual(names.toSorted())
      await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
    })

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
  }
})
