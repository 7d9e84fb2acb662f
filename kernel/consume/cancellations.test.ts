import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import { announceCancellation, type CancellationWatch, watchCancellation } from './cancellations.ts'

const log = pino({ level: 'silent' })

describe.each(databaseKinds)('cancellations on $kind', ({ kind, create }) => {
  let store: TestDatabase
  let watch: CancellationWatch | undefined
  beforeEach(async () => {
    store = await create()
  })
  afterEach(async () => {
    watch?.end()
    await store.dispose()
  })
  const aborted = (one: CancellationWatch) => new Promise<void>((resolve) => one.signal.addEventListener('abort', () => resolve()))

  test('one that is announced is noticed at once, in another process too', async () => {
    const here = await store.open()
    // The embedded store belongs to one process.
    const there = kind === 'PostgreSQL' ? await store.open() : here
    let cancelled = false
    let asked = 0
    watch = watchCancellation(
      there,
      async () => {
        asked++
        return cancelled
      },
      () => log,
    )
    const noticed = aborted(watch)
    // Whoever listens on a connection of his own may take a moment to be there: he answers the first time that he is asked.
    await expect.poll(async () => announceCancellation(here).then(() => asked)).toBeGreaterThan(0)
    cancelled = true
    const since = performance.now()
    await announceCancellation(here)
    await noticed
    expect(performance.now() - since).toBeLessThan(1000)
    expect(watch.signal.reason).toMatchObject({ code: 'cancelled' })
  })
})

const deaf = { onAnnounced: () => () => undefined }

test('one whose announcement was missed is noticed within a second, also when the arbiter was away meanwhile', async () => {
  let asked = 0
  const watch = watchCancellation(
    deaf,
    async () => {
      if (asked++ === 0) throw new Error('away')
      return true
    },
    () => log,
  )
  await expect.poll(() => watch.signal.aborted, { timeout: 5000 }).toBe(true)
  expect(asked).toBe(2)
  watch.end()
})

test('an announcement during an answer is asked about again', async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let asked = 0
  let heard: () => void = () => undefined
  const onAnnounced = (_channel: string, listener: (keys: undefined) => void) => {
    heard = () => listener(undefined)
    return () => undefined
  }
  const watch = watchCancellation(
    { onAnnounced },
    () => answers[asked++]!.promise,
    () => log,
  )
  heard()
  heard()
  expect(asked).toBe(1)
  answers[0]!.resolve(false)
  answers[1]!.resolve(true)
  await expect.poll(() => watch.signal.aborted).toBe(true)
  watch.end()
})
