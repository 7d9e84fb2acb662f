import { expect, test, vi } from 'vitest'
import { WorkError } from '../../runtime/errors.ts'
import { defineConsumer } from '../define-consumer.ts'
import { defineLane } from '../lanes.ts'
import { describeOnBothLogs } from './on-both-logs.fixture.ts'
import { WINDOW } from './partition-work.ts'

const WAIT = { timeout: 60_000, interval: 20 }
const PARTITIONS = 6
const PLACES = 5
/** All that may be under way at once. */
const WINDOWS = PARTITIONS * WINDOW
/** More in each partition than its window. */
const NAMES = Array.from({ length: 3 * WINDOWS }, (_, i) => `n${i}`)
const ONCE = { attempts: 1, baseMs: 1, capMs: 1 }

/** Work that stays until the gate opens, and how much of it there was at once. */
function openRoom() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let busy = 0
  const room = {
    most: 0,
    open,
    async stay(): Promise<void> {
      room.most = Math.max(room.most, ++busy)
      await opened
      // So that a crowd would be seen behind the gate, too.
      await new Promise(setImmediate)
      busy--
    },
  }
  return room
}

test('a definition that names `concurrency` and a lane is refused', () => {
  const both = { concurrency: 2, lane: defineLane('shared', 5) }
  const define = () =>
    defineConsumer({ ...both, name: 'n', runs: 'worker', on: [], emits: [], needs: [], retry: ONCE, timeoutMs: 1, handle: async () => [] })
  expect(define).toThrow('n names `concurrency` and the lane "shared"')
})

describeOnBothLogs('what a process handles at the same time', PARTITIONS, (here) => {
  /** Opens the room once so many records have begun, whether they work or wait for a place. */
  const openAfter = (begins: number, room: ReturnType<typeof openRoom>) => ({
    onBoundary(boundary: string) {
      if (boundary === 'before-handle' && --begins === 0) setImmediate(room.open)
    },
  })
  const allAnswered = (times = 1) =>
    vi.waitFor(async () => expect((await here.answers()).sort()).toEqual(NAMES.flatMap((name) => Array(times).fill(name)).sort()), WAIT)
  const staying =
    (room: ReturnType<typeof openRoom>) =>
    async (_: unknown, { payload }: { payload: { name: string } }) => {
      await room.stay()
      return [here.answered.make(payload)]
    }

  test('fills the windows of all partitions where nothing else is said', async () => {
    const room = openRoom()
    await here.send(...NAMES)
    await here.run({ handle: staying(room) }, openAfter(WINDOWS, room))
    await allAnswered()
    expect(room.most).toBe(WINDOWS)
  })

  test('is bounded by `concurrency`, over all partitions together', async () => {
    const room = openRoom()
    await here.send(...NAMES)
    await here.run({ concurrency: PLACES, handle: staying(room) }, openAfter(WINDOWS, room))
    await allAnswered()
    expect(room.most).toBe(PLACES)
  })

  test('is bounded by a lane, over all consumers that share it', async () => {
    const room = openRoom()
    const lane = defineLane('shared', PLACES)
    await here.send(...NAMES)
    const { onBoundary } = openAfter(2 * WINDOWS, room)
    const names = [`${here.asked.name}-a`, `${here.asked.name}-b`]
    await Promise.all(names.map((name) => here.run({ name, lane, handle: staying(room) }, { onBoundary })))
    await allAnswered(2)
    expect([room.most, lane.busy()]).toEqual([PLACES, 0])
  })

  test('is bounded by a lane that a policy gives to some records, and by `concurrency` for the others', async () => {
    const [narrow, wide] = [openRoom(), openRoom()]
    const lane = defineLane('narrow', 2)
    const isNarrow = (name: string) => name.endsWith('7')
    await here.send(...NAMES)
    const { onBoundary } = openAfter(WINDOWS, wide)
    narrow.open()
    await here.run(
      {
        concurrency: PLACES,
        policyOf: ({ payload: { name } }) => ({ retry: ONCE, timeoutMs: 300_000, lane: isNarrow(name) ? lane : undefined }),
        handle: async (_, { payload }) => {
          await (isNarrow(payload.name) ? narrow : wide).stay()
          return [here.answered.make(payload)]
        },
      },
      { onBoundary },
    )
    await allAnswered()
    expect([wide.most, narrow.most]).toEqual([PLACES, 2])
  })

  test('keeps to its bound where everything is parked and tried again', async () => {
    const room = openRoom()
    const failed = new Set<string>()
    const names = NAMES.slice(0, 200)
    await here.send(...names)
    await here.run({
      concurrency: PLACES,
      parkAfterMs: 50,
      retry: { ...ONCE, attempts: 2 },
      async handle(_, { payload }) {
        await room.stay()
        if (!failed.has(payload.name) && failed.add(payload.name)) throw new WorkError('internal', 'not at once', { retryable: true })
        return [here.answered.make(payload)]
      },
    })
    const passed = async () => [...(await here.broker.committed(here.asked.name, here.asked.name)).values()].reduce((a, b) => a + b, 0n)
    await vi.waitFor(async () => expect(await passed()).toBe(BigInt(names.length)), WAIT)
    room.open()
    await vi.waitFor(async () => expect((await here.answers()).sort()).toEqual(names.toSorted()), WAIT)
    expect([room.most, failed.size]).toEqual([PLACES, names.length])
  })
})
