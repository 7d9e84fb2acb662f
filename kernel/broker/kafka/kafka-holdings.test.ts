import type { Consumer } from 'kafkajs'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { LogRecord } from '../broker.ts'
import { waitFor } from '../contract/contract-fixture.ts'
import type { MemberState } from './group-member.ts'
import { createHoldings, type Holdings } from './kafka-holdings.ts'

const place = { topic: 't', partition: 0 }
const recordAt = (offset: number): LogRecord => ({
  ...place,
  offset: BigInt(offset),
  key: 'k',
  value: new Uint8Array(),
  headers: {},
  timestamp: 0,
})
let holdings: Holdings
afterEach(() => holdings.releaseAll(0))

/** A member whose group has committed up to `committed`. */
function memberAt(committed: { next: number; end?: number; earliest?: number }, refuses: () => boolean | Promise<boolean> = () => false) {
  const seeks: number[] = []
  const handled: number[] = []
  /** Of each record where the partition ended when it was taken. */
  const takenAts: number[] = []
  /** Topics that were told before their partitions went on. */
  const taken: string[] = []
  /** What operators read. */
  const errors: string[] = []
  /** Whose commit was taken or refused for good. */
  const settled: number[] = []
  /** Of each request the partitions. */
  const requests: number[][] = []
  const member: MemberState = {
    running: true,
    givenUp: false,
    rejoining: false,
    stopping: false,
    crashes: 0,
    id: 'm',
    heardAt: Number.POSITIVE_INFINITY,
  }
  const consumer = {
    seek: ({ offset }: { offset: string }) => void seeks.push(Number(offset)),
    pause: () => undefined,
    resume: () => undefined,
    commitOffsets: async (offsets: [{ partition: number; offset: string }]) => {
      requests.push(offsets.map(({ partition }) => partition))
      const [{ offset }] = offsets
      if (await refuses()) throw new Error('The coordinator is not aware of this member')
      committed.next = Number(offset)
    },
  } as unknown as Consumer
  holdings = createHoldings(
    consumer,
    {
      group: 'g',
      topics: ['t'],
      from: 'beginning',
      onTaken: async (topic) => void taken.push(topic),
      async handle({ records }, { commit, takenAt }) {
        for (const { offset } of records) {
          handled.push(Number(offset))
          takenAts.push(Number(takenAt))
          await commit(offset).finally(() => settled.push(Number(offset)))
        }
      },
    },
    {
      log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
      member,
      sessionMs: 300,
      startsOf: async () =>
        new Map(
          [0, 1, 2].map((partition) => [
            partition,
            { start: committed.next, earliest: committed.earliest ?? 0, end: committed.end ?? committed.next + 1 },
          ]),
        ),
    },
  )
  return { seeks, handled, takenAts, taken, errors, settled, requests, member }
}

test('a partition that comes back is read from the last commit, whatever was sought or fetched for it before', async () => {
  const committed: { next: number; end?: number } = { next: 3 }
  const { seeks, handled, takenAts } = memberAt(committed)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([3]))
  expect(holdings.push(place, 3, [3, 4, 5].map(recordAt))).toBe(3)
  await waitFor(() => expect(handled).toEqual([3, 4, 5]))
  // Fetched and sought up to 6, and lost before the next fetch; the one who had it in between did 6 and began 7.
  holdings.joined([])
  committed.next = 7
  holdings.joined([place])
  expect(holdings.push(place, 9, [recordAt(9)])).toBe(undefined)
  await waitFor(() => expect(seeks.at(-1)).toBe(7))
  expect(holdings.push(place, 9, [recordAt(9)])).toBe(undefined)
  await waitFor(() => expect(seeks).toEqual([3, 7, 7]))
  committed.end = 9
  expect(holdings.push(place, 6, [6, 7, 8].map(recordAt)), 'one was done by the other').toBe(2)
  await waitFor(() => expect(handled).toEqual([3, 4, 5, 7, 8]))
  expect(takenAts, 'where it ended at each time').toEqual([4, 4, 4, 8, 8])
})

test('a topic that is made anew while it is read begins again, and a commit of before does not skip what is on it', async () => {
  const committed: { next: number; end?: number } = { next: 5 }
  const { seeks, handled, taken } = memberAt(committed)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([5]))
  holdings.push(place, 5, [5, 6].map(recordAt))
  await waitFor(() => expect(handled).toEqual([5, 6]))
  // The client goes back to the beginning of what is there now; the commit of 7 came after the deletion.
  committed.end = 2
  expect(holdings.push(place, 0, [0, 1].map(recordAt))).toBe(0)
  await waitFor(() => expect(seeks).toEqual([5, 0]))
  expect(taken, 'told at the first hold and at the second').toEqual(['t', 't'])
  expect(holdings.push(place, 0, [0, 1].map(recordAt))).toBe(2)
  await waitFor(() => expect(handled).toEqual([5, 6, 0, 1]))
})

test('so does one that was read from its first record on, by one fetch', async () => {
  const committed: { next: number; end?: number } = { next: 0, end: 3 }
  const { seeks, handled } = memberAt(committed)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([0]))
  holdings.push(place, 0, [0, 1, 2].map(recordAt))
  await waitFor(() => expect(handled).toEqual([0, 1, 2]))
  committed.end = 1
  holdings.push(place, 0, [recordAt(0)])
  await waitFor(() => expect(seeks).toEqual([0, 0]))
  holdings.push(place, 0, [recordAt(0)])
  await waitFor(() => expect(handled).toEqual([0, 1, 2, 0]))
})

test('records that the log gave up before the group had read them are told of', async () => {
  const { seeks, errors } = memberAt({ next: 3, earliest: 8, end: 9 })
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([8]))
  expect(errors).toEqual([expect.stringMatching(/"next":3,"earliest":8.*no longer holds records/)])
})

test('a fetch that goes back on the same log brings nothing twice', async () => {
  const committed: { next: number; end?: number } = { next: 5, end: 9 }
  const { seeks, handled } = memberAt(committed)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([5]))
  holdings.push(place, 5, [recordAt(5)])
  expect(holdings.push(place, 4, [4, 5, 6].map(recordAt))).toBe(1)
  await waitFor(() => expect(handled).toEqual([5, 6]))
  expect(seeks).toEqual([5])
})

test('who was put out of the group begins again after the last commit of the others', async () => {
  const committed = { next: 0 }
  const { seeks, handled } = memberAt(committed)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([0]))
  holdings.push(place, 0, [recordAt(0)])
  await waitFor(() => expect(handled).toEqual([0]))
  committed.next = 5
  holdings.evicted()
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([0, 5]))
  holdings.push(place, 1, [1, 2, 3, 4, 5].map(recordAt))
  await waitFor(() => expect(handled).toEqual([0, 5]))
})

test.each([
  ['the member was put out', () => holdings.evicted()],
  ['the partition went elsewhere', () => holdings.joined([])],
])('what was done before %s is not committed any more: it would put the next owner back', async (_, change) => {
  const committed = { next: 0 }
  let refused = 0
  let known = false
  const { seeks, settled } = memberAt(committed, () => !known && ++refused > 0)
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([0]))
  holdings.push(place, 0, [recordAt(0)])
  await waitFor(() => expect(refused).toBe(1))
  committed.next = 5
  change()
  known = true
  await waitFor(() => expect(settled).toEqual([0]))
  expect(committed.next).toBe(5)
})

test('a member of which the coordinator has not heard for a session begins nothing until it does', async () => {
  const { seeks, handled, member } = memberAt({ next: 0 })
  holdings.joined([place])
  await waitFor(() => expect(seeks).toEqual([0]))
  let heardAt = performance.now() - 1000
  let looks = 0
  Object.defineProperty(member, 'heardAt', {
    get() {
      looks++
      return heardAt
    },
  })
  holdings.push(place, 0, [recordAt(0)])
  await waitFor(() => expect(looks).toBeGreaterThan(2))
  expect(handled).toEqual([])
  heardAt = performance.now()
  await waitFor(() => expect(handled).toEqual([0]))
})

test('commits that are asked for while one is under way go together, without those of partitions that were lost meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  const { seeks, handled, settled, requests } = memberAt({ next: 0 }, () => gate.promise.then(() => false))
  const places = [0, 1, 2].map((partition) => ({ ...place, partition }))
  holdings.joined(places)
  await waitFor(() => expect(seeks).toHaveLength(3))
  holdings.push(places[0]!, 0, [recordAt(0)])
  await waitFor(() => expect(requests).toEqual([[0]]))
  for (const other of places.slice(1)) holdings.push(other, 0, [{ ...recordAt(0), ...other }])
  await waitFor(() => expect(handled).toHaveLength(3))
  holdings.joined(places.slice(0, 2))
  gate.resolve()
  await waitFor(() => expect(settled).toEqual([0, 0, 0]))
  expect(requests).toEqual([[0], [1]])
})

test('a record that this process has put on the log is taken where it is the next one, once, and not while the group is shared anew', async () => {
  const { seeks, handled, member } = memberAt({ next: 3 })
  holdings.joined([place])
  // Not before it is known where the group goes on.
  holdings.offer(recordAt(3))
  await waitFor(() => expect(seeks).toEqual([3]))
  holdings.offer(recordAt(4))
  holdings.offer(recordAt(3))
  holdings.offer(recordAt(4))
  await waitFor(() => expect(handled).toEqual([3, 4]))
  holdings.offer(recordAt(4))
  expect(holdings.push(place, 3, [3, 4, 5].map(recordAt)), 'fetched all the same').toBe(1)
  await waitFor(() => expect(handled).toEqual([3, 4, 5]))
  member.rejoining = true
  holdings.offer(recordAt(6))
  member.rejoining = false
  holdings.offer({ ...recordAt(0), partition: 1 })
  holdings.offer(recordAt(7))
  expect(holdings.push(place, 6, [6, 7].map(recordAt))).toBe(2)
  await waitFor(() => expect(handled).toEqual([3, 4, 5, 6, 7]))
})

test('what was handed over is not fetched any more: the next fetch begins behind it', async () => {
  const { seeks, handled } = memberAt({ next: 0 })
  holdings.joined([place, { ...place, partition: 1 }])
  await waitFor(() => expect(seeks).toEqual([0, 0]))
  holdings.passOver()
  for (const offset of [0, 1, 2]) holdings.offer(recordAt(offset))
  holdings.offer(recordAt(4))
  holdings.passOver()
  holdings.passOver()
  expect(seeks).toEqual([0, 0, 3])
  expect(holdings.push(place, 3, [3, 4].map(recordAt)), 'from where it was sought').toBe(2)
  await waitFor(() => expect(handled).toEqual([0, 1, 2, 3, 4]))
})
