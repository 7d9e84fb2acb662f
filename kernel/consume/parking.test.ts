import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '../../schemas/event.ts'
import { ownDatabase } from '../../tests/support/own-database.ts'
import type { Broker } from '../broker/broker.ts'
import { encodeRecord } from '../broker/codec.ts'
import { openEmbeddedBroker } from '../broker/embedded/embedded.ts'
import { connectKafkaBroker } from '../broker/kafka/kafka.ts'
import { claimsMigration } from '../claims/claims.ts'
import type { Ports } from '../ports.ts'
import { systemClock } from '../runtime/clock.ts'
import { newId } from '../runtime/ids.ts'
import type { Database } from '../store/database.ts'
import { connectPostgres } from '../store/postgres.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { defineConsumer } from './define-consumer.ts'
import { type RunningConsumer, runConsumer } from './run-consumer.ts'

const log = pino({ level: 'silent' })
const WAIT = { timeout: 60_000, interval: 20 }
const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')
const external = kafkaBrokers && databaseUrl ? { kafkaBrokers, databaseUrl } : undefined
if (!external) console.log(`skipped: parking on Kafka and PostgreSQL (${inject('skipped')})`)

const places = [
  {
    kind: 'the embedded log',
    async open(dir: string) {
      return { broker: await openEmbeddedBroker({ dir, log }), database: await openSqliteDatabase({ dir }) }
    },
  },
  ...(external
    ? [
        {
          kind: 'Kafka',
          async open() {
            const broker = await connectKafkaBroker({ brokers: external.kafkaBrokers.split(','), clientId: 'parking', log })
            return { broker, database: await connectPostgres({ url: await ownDatabase(external.databaseUrl), log }) }
          },
        },
      ]
    : []),
]

describe.each(places)('records that take long on $kind', ({ kind, open }) => {
  let dir: string
  let broker: Broker
  let database: Database
  let running: RunningConsumer[]
  let asked: ReturnType<typeof eventNamed>
  let answered: ReturnType<typeof eventNamed>
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'millrace-parking-'))
    ;({ broker, database } = await open(dir))
    await database.migrate([claimsMigration])
    running = []
    asked = eventNamed(`test.asked-${newId()}`)
    answered = eventNamed(`test.answered-${newId()}`)
    const spec = { partitions: 1, cleanup: 'delete' as const, retention_ms: -1 }
    await broker.ensureTopics([asked, answered].map(({ name }) => ({ name, ...spec })))
    await broker.ensureTopics([{ name: 'dead.letter', ...spec }])
  })
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop(0)))
    await Promise.all([broker.close(), database.close()])
    rmSync(dir, { recursive: true, force: true })
  })

  type Handle = (name: string, signal: AbortSignal, uncounted: (wait: Promise<void>) => Promise<void>) => Promise<void>
  const run = async (handle: Handle, more: { concurrency?: number; holder?: string; parkInLine?: boolean } = {}) => {
    const consumer = defineConsumer({
      name: asked.name,
      runs: 'worker',
      on: [asked],
      emits: [answered],
      needs: [],
      retry: { attempts: 1, baseMs: 1, capMs: 1 },
      timeoutMs: 300_000,
      parkAfterMs: 100,
      ...(more.concurrency ? { concurrency: more.concurrency } : {}),
      ...(more.parkInLine === undefined ? {} : { parkInLine: more.parkInLine }),
      async handle(ctx, { payload: { name } }) {
        await handle(name, ctx.signal, ctx.uncounted)
        return [answered.make({ name })]
      },
    })
    const ports = { broker, database, clock: systemClock } as unknown as Ports
    const started = await runConsumer({ consumer, ports, log, parkLeaseMs: 2000, ...(more.holder ? { holder: more.holder } : {}) })
    running.push(started)
    return started
  }
  const send = (...names: string[]) =>
    broker.publish(
      names.map((name) => encodeRecord(asked.make({ name }), { id: newId(), source: '/test', requestId: 'r', time: Date.now() })),
    )
  const answers = async () =>
    (await Array.fromAsync(broker.read({ topic: answered.name, partition: 0, from: 'beginning' }))).map(
      (r) => answered.schema.parse(JSON.parse(Buffer.from(r.value).toString())).name,
    )
  const committed = async () => (await broker.committed(asked.name, asked.name)).get(0)
  const parked = async () =>
    (await database.tables<{ claims: { key: string } }>().selectFrom('claims').select('key').execute()).map((r) => r.key)

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
    await vi.waitFor(async () => expect(await parked()).toEqual([`${asked.name}/0/1`]), WAIT)
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
    running = []
    await first.stop(0)
    expect(await answers()).toEqual(['short'])
    await run(async () => undefined)
    await vi.waitFor(async () => expect(await answers()).toEqual(['short', 'long']), WAIT)
    await vi.waitFor(async () => expect(await parked()).toEqual([]), WAIT)
  })

  if (kind === 'Kafka')
    test('what a process had parked that gives no sign any more is taken up by another, and its own end counts nothing', async () => {
      const sent = encodeRecord(asked.make({ name: 'long' }), { id: newId(), source: '/test', requestId: 'r', time: Date.now() })
      await broker.publish([sent])
      // Its holder never renews: this row is all that a dead process leaves.
      const note = { ...sent, partition: 0, offset: '0', value: Buffer.from(sent.value).toString('base64'), timestamp: 0 }
      await database
        .tables<{ claims: Record<string, unknown> }>()
        .insertInto('claims')
        .values({
          scope: `parked/${asked.name}`,
          key: `${asked.name}/0/0`,
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

const eventNamed = (name: string) =>
  defineEvent({ name, description: 'For tests.', schema: z.object({ name: z.string() }), key: (p) => p.name })
