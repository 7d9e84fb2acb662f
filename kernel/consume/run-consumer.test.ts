import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { deadLettered } from '../../schemas/dead-letter.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { WorkError } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import type { Consumer } from './define-consumer.ts'
import { type Deliveries, MAX_DELIVERIES } from './dispatch/deliveries.ts'
import {
  broker,
  committedOffsets,
  consumerOf,
  freshLogForEach,
  type Parsed,
  parsedOf,
  payloadsOf,
  recordsOf,
  run,
  send,
} from './run-consumer.fixture.ts'

freshLogForEach()

describe('runConsumer', () => {
  test('publishes the outputs with derived ids and the request id, then commits', async () => {
    await send(parsedOf(newId()), parsedOf(newId()), parsedOf(newId()))
    await run(consumerOf(async () => undefined))
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(3n))
    const outputs = await recordsOf('document.chunked')
    expect(outputs).toHaveLength(3)
    expect(new Set(outputs.map((r) => r.headers.ce_id)).size).toBe(3)
    expect(outputs.every((r) => r.headers['x-request-id'] === 'request-1' && r.headers.ce_causationid)).toBe(true)
  })

  test('tries a retryable failure again and gives up after its attempts, with a dead letter and the consumer’s own event', async () => {
    const tries: number[] = []
    await send(parsedOf(newId()))
    await run(
      consumerOf(async (_p, attempt) => {
        tries.push(attempt)
        throw new WorkError('embedding_failed', 'no luck', { retryable: true })
      }),
    )
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(1n))
    expect(tries).toEqual([1, 2, 3])
    const [letter] = await payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter')
    expect(letter).toMatchObject({
      consumer: 'chunk',
      topic: 'document.parsed',
      attempts: 3,
      error: { code: 'embedding_failed', kind: 'exhausted' },
    })
    expect(await payloadsOf('document.failed')).toHaveLength(1)
    expect(await payloadsOf('document.chunked')).toHaveLength(0)
  })

  test('a record that is finished leaves no listener at the signal of its partition, which would be kept for ever', async () => {
    const signals: AbortSignal[] = []
    await send(parsedOf(newId()), parsedOf(newId()))
    await run(
      consumerOf(async (_p, _attempt, signal) => {
        signals.push(signal)
      }),
    )
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(2n))
    expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0, 0])
  })

  test('a record in which the consumer cannot even see whether it is meant is given up, and holds nothing up', async () => {
    const seen: string[] = []
    const [odd, fine] = [newId(), newId()]
    await send(parsedOf(odd))
    await send(parsedOf(fine))
    const concerns = ({ payload }: { payload: Parsed }) => {
      if (payload.document_id === odd) throw new TypeError('what it names is no stage')
      return true
    }
    const consumer = consumerOf(async ({ document_id }) => void seen.push(document_id))
    await run({ ...consumer, concerns } as Consumer)
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(2n))
    expect(seen).toEqual([fine])
    expect(await payloadsOf('dead.letter')).toMatchObject([{ error: { kind: 'schema', message: 'what it names is no stage' } }])
    expect(await payloadsOf('document.failed')).toHaveLength(1)
  })

  test('does not try a terminal failure again', async () => {
    let tries = 0
    await send(parsedOf(newId()))
    await run(
      consumerOf(async () => {
        tries++
        throw new WorkError('corrupt', 'broken')
      }),
    )
    await vi.waitFor(async () => expect(await payloadsOf('dead.letter')).toHaveLength(1))
    expect(tries).toBe(1)
  })

  test('a handler has the ports that its consumer names; asking for another one is a fault that names it', async () => {
    await send(parsedOf(newId()))
    const consumer = consumerOf(async () => undefined)
    await run({
      ...consumer,
      needs: ['clock'],
      async handle(ctx, event) {
        expect(ctx.ports.clock.now()).toBeGreaterThan(0)
        await ctx.ports.blobs.stat('any')
        return consumer.handle(ctx, event)
      },
    })
    await vi.waitFor(async () => expect(await payloadsOf('dead.letter')).toHaveLength(1))
    expect((await payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter'))[0]?.error.message).toContain('chunk uses the port "blobs"')
  })

  test('a record that cannot be read is a dead letter and holds nothing up', async () => {
    const key = newId()
    await broker.publish([{ topic: 'document.parsed', key, value: Buffer.from('{"not":"it"}'), headers: {} }])
    await send(parsedOf(key))
    await run(consumerOf(async () => undefined))
    await vi.waitFor(async () => expect(await payloadsOf('document.chunked')).toHaveLength(1))
    expect((await payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter'))[0]?.error.code).toBe('invalid_record')
  })

  test('a handler that hangs is ended at its deadline', async () => {
    await send(parsedOf(newId()))
    await run(consumerOf(() => new Promise(() => undefined), { timeoutMs: 30, retry: { attempts: 2, baseMs: 1, capMs: 2 } }))
    await vi.waitFor(async () => expect((await payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter'))[0]?.error.code).toBe('timed_out'))
  })

  test('an event that does not concern its consumer is done without the handler', async () => {
    const [some, other] = [newId(), newId()]
    await send(parsedOf(some), parsedOf(other))
    const handled: string[] = []
    const consumer = consumerOf(async (p) => void handled.push(p.document_id))
    const concerns: Consumer['concerns'] = ({ payload }) => z.object({ document_id: z.string() }).parse(payload).document_id === other
    await run({ ...consumer, concerns })
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(2n))
    expect(handled).toEqual([other])
    expect(await payloadsOf('document.chunked')).toHaveLength(1)
  })

  test('an output that the log will never take makes a dead letter, not an endless loop', async () => {
    await send(parsedOf(newId()))
    await run(consumerOf(async () => undefined, { warning: 'x'.repeat(300_000) }))
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(1n))
    expect(await payloadsOf('dead.letter')).toHaveLength(1)
  })

  test('records of one key stay in order, and a slow key does not hold up others of its partition', async () => {
    const slow = newId()
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const order: number[] = []
    const others = Array.from({ length: 10 }, () => newId())
    await send(parsedOf(slow, 1), parsedOf(slow, 2), ...others.map((id) => parsedOf(id, 9)))
    await run(
      consumerOf(async (p) => {
        if (p.document_id !== slow) return
        if (p.pages === 1) await gate
        order.push(p.pages)
      }),
    )
    await vi.waitFor(async () => expect(await payloadsOf('document.chunked')).toHaveLength(10))
    // The offsets behind the slow record wait for it: a crash now would bring it again.
    const slowPartition = (await recordsOf('document.parsed')).find((r) => r.key === slow)?.partition ?? -1
    expect((await broker.committed('chunk', 'document.parsed')).get(slowPartition) ?? 0n).toBe(0n)
    release()
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(12n))
    expect(order).toEqual([1, 2])
  })

  test('what a stop interrupts comes again and gives the same output id', async () => {
    await send(parsedOf(newId()))
    let begun = 0
    const first = await run(
      consumerOf(async (_p, _a, signal) => {
        begun++
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    )
    await vi.waitFor(() => expect(begun).toBe(1))
    await first.stop(20)
    expect(await committedOffsets()).toBe(0n)
    await run(consumerOf(async () => undefined))
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(1n))
    expect(await payloadsOf('document.chunked')).toHaveLength(1)
    expect(await payloadsOf('dead.letter')).toHaveLength(0)
  })

  test('a record that was under way at too many deaths of the process is given up, and its neighbours are not', async () => {
    const killer = newId()
    await send(parsedOf(killer), parsedOf(newId()), parsedOf(newId()))
    const counts = new Map<string, number>()
    const deliveries: Deliveries = {
      async begin(_consumer, record) {
        const deaths = record.key === killer ? MAX_DELIVERIES : 0
        counts.set(record.key, deaths + 1)
        return deaths + 1
      },
      finish: async () => undefined,
    }
    const handled: string[] = []
    const consumer = consumerOf(async (p) => {
      handled.push(p.document_id)
    })
    await run(consumer, { deliveries })
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(3n))
    expect(counts.size).toBe(3)
    expect(handled).not.toContain(killer)
    expect(await payloadsOf('document.chunked')).toHaveLength(2)
    expect((await payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter')).map((l) => [l.key, l.attempts])).toEqual([
      [killer, MAX_DELIVERIES],
    ])
  })
})
