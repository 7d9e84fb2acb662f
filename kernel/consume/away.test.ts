import { describe, expect, test, vi } from 'vitest'
import type { deadLettered } from '../../schemas/dead-letter.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { ApiError, isAway, WorkError } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import type { Deliveries } from './dispatch/deliveries.ts'
import { committedOffsets, consumerOf, freshLogForEach, parsedOf, payloadsOf, recordsOf, run, send } from './run-consumer.fixture.ts'

freshLogForEach()

const AWAY = 8
const unavailable = () => new ApiError('unavailable', 'the database does not answer', { headers: { 'retry-after': '0' } })
const letters = () => payloadsOf<PayloadOf<typeof deadLettered>>('dead.letter')

test('what is away, and what is not', () => {
  const full = new ApiError('storage_full', 'full')
  expect(
    [unavailable(), full, new WorkError('storage_failed', 's', { retryable: true, cause: full })].map(isAway),
    'not reached, full, and a stage’s own name for it',
  ).toEqual([true, true, true])
  const endpoint = new WorkError('embedding_failed', 'status 500', { retryable: true })
  const refused = new WorkError('storage_failed', 'gone', { cause: unavailable() })
  expect([endpoint, refused, new Error('ECONNREFUSED'), new ApiError('internal', 'i')].map(isAway)).toEqual([false, false, false, false])
})

describe('something that the handler leans on is away', () => {
  test(
    'for longer than its tries would last: the record is handled when it is back, and its tries begin then',
    { timeout: 60_000 },
    async () => {
      await send(parsedOf(newId()))
      let calls = 0
      const tries: number[] = []
      const running = await run(
        consumerOf(async (_p, attempt) => {
          if (++calls <= AWAY) throw unavailable()
          tries.push(attempt)
          if (tries.length < 3) throw new WorkError('embedding_failed', 'no luck', { retryable: true })
        }),
      )
      await vi.waitFor(() => expect(running.waitingSince()).toBeDefined())
      expect(running.held().filter(({ busy }) => busy)).toHaveLength(1)
      await vi.waitFor(async () => expect(await committedOffsets()).toBe(1n), { timeout: 40_000 })
      expect(tries).toEqual([1, 2, 3])
      expect(await recordsOf('document.chunked')).toHaveLength(1)
      expect(await letters()).toEqual([])
      await vi.waitFor(() => expect([running.waitingSince(), running.held().some(({ busy }) => busy)]).toEqual([undefined, false]))
    },
  )

  test('an endpoint that answers badly for ever still ends the record', async () => {
    await send(parsedOf(newId()))
    const failing = async () => {
      throw new WorkError('embedding_failed', 'the endpoint answered with status 500', { retryable: true })
    }
    await run(consumerOf(failing))
    await vi.waitFor(async () => expect((await letters())[0]).toMatchObject({ attempts: 3, error: { kind: 'exhausted' } }))
  })

  test('the store that counts deliveries may be away too: every record is begun once, in order', async () => {
    const key = newId()
    await send(...[1, 2, 3, 4].map((pages) => parsedOf(key, pages)))
    let begins = 0
    const deliveries: Deliveries = {
      async begin() {
        if (++begins % 2 === 0) throw unavailable()
        return 1
      },
      finish: async () => undefined,
    }
    const handled: number[] = []
    const consumer = consumerOf(async (p) => {
      handled.push(p.pages)
    })
    await run(consumer, { deliveries })
    await vi.waitFor(async () => expect(await committedOffsets()).toBe(4n), { timeout: 20_000 })
    expect(handled).toEqual([1, 2, 3, 4])
  })
})
