import { describe, expect, test, vi } from 'vitest'
import { documentFailed } from '../../schemas/document.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import type { AnyEvent } from '../broker/codec.ts'
import type { Ports } from '../ports.ts'
import { WorkError } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import {
  committedOffsets,
  consumerOf,
  file,
  freshLogForEach,
  type Handle,
  type Parsed,
  parsedOf,
  payloadsOf,
  recordsOf,
  run,
  send,
} from './run-consumer.fixture.ts'

freshLogForEach()

describe('work that is withdrawn', () => {
  const cancelled = (p: Parsed) =>
    documentFailed.make({
      upload_id: p.upload_id,
      document_id: p.document_id,
      generation: 1,
      attempt: 1,
      file,
      error: { code: 'cancelled', message: 'c', stage: 'chunking', retryable: true, attempt: 1, at: file.received_at },
    })
  const database = { onAnnounced: () => () => undefined } as unknown as Ports['database']
  const runWithdrawable = async (handle: Handle, isWithdrawn: () => boolean, more = {}) => {
    const consumer = {
      ...consumerOf(handle, more),
      withdrawn: async (_ctx: unknown, { payload }: AnyEvent) => (isWithdrawn() ? [cancelled(payload as Parsed)] : undefined),
    }
    await run(consumer, { ports: { database } })
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(1n), { timeout: 5000 })
    const codes = (await payloadsOf<PayloadOf<typeof documentFailed>>('document.failed')).map((p) => p.error.code)
    return { codes, letters: (await recordsOf('dead.letter')).length }
  }

  test('ends its handler within a second, with its own event and no dead letter', async () => {
    await send(parsedOf(newId()))
    let since = 0
    const until = (signal: AbortSignal) => new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const ended = await runWithdrawable(
      async (_p, _a, signal) => {
        since = performance.now()
        await until(signal).finally(() => (since = performance.now() - since))
      },
      () => true,
    )
    expect(ended).toEqual({ codes: ['cancelled'], letters: 0 })
    expect(since).toBeLessThan(1500)
  })

  test('is asked about when the handler fails: it has not failed then, whatever the failure was', async () => {
    await send(parsedOf(newId()))
    let withdrawn = false
    const ended = await runWithdrawable(
      async () => {
        withdrawn = true
        throw new WorkError('timed_out', 'too slow')
      },
      () => withdrawn,
    )
    expect(ended).toEqual({ codes: ['cancelled'], letters: 0 })
  })

  test('is asked about at the deadline too, and a failure that nobody withdrew stays one', async () => {
    await send(parsedOf(newId()))
    let asked = 0
    const deadline = { timeoutMs: 30, retry: { attempts: 2, baseMs: 1, capMs: 2 } }
    const ended = await runWithdrawable(
      () => new Promise(() => undefined),
      () => {
        asked++
        return false
      },
      deadline,
    )
    expect(ended).toEqual({ codes: ['internal'], letters: 1 })
    expect(asked).toBe(2)
  })
})
