import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignPartitions, partitionKey } from './assign-partitions.ts'

const topicNames = ['a', 'b', 'c']
const membersOf = fc.array(fc.subarray(topicNames, { minLength: 1 }), { minLength: 1, maxLength: 6 })
const countsOf = fc.record({ a: fc.integer({ min: 1, max: 9 }), b: fc.integer({ min: 1, max: 9 }), c: fc.integer({ min: 1, max: 9 }) })

const sharesIn = (assigned: ReadonlyMap<string, { topics: string[] }>, member: { topics: string[] }, topic: string) =>
  [...assigned].filter(([key, owner]) => owner === member && key.startsWith(`${topic}/`)).length

test('every partition has one owner that reads its topic, and shares differ by at most one', () => {
  fc.assert(
    fc.property(membersOf, countsOf, (topicsOfMembers, counts) => {
      const members = topicsOfMembers.map((topics) => ({ topics }))
      const assigned = assignPartitions(members, new Map(Object.entries(counts)), new Map())
      for (const [topic, count] of Object.entries(counts)) {
        const readers = members.filter((m) => m.topics.includes(topic))
        if (readers.length === 0) continue
        for (let partition = 0; partition < count; partition++)
          expect(assigned.get(partitionKey({ topic, partition }))?.topics).toContain(topic)
        const shares = readers.map((reader) => sharesIn(assigned, reader, topic))
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
        expect(shares.reduce((sum, n) => sum + n, 0)).toBe(count)
      }
    }),
  )
})

test('nothing moves without need: a newcomer takes only its share, a leaver gives only its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 24 }), (size, count) => {
      const members = Array.from({ length: size }, () => ({ topics: ['a'] }))
      const topics = new Map([['a', count]])
      const before = assignPartitions(members, topics, new Map())
      expect(assignPartitions(members, topics, before)).toEqual(before)
      const newcomer = { topics: ['a'] }
      const joined = assignPartitions([...members, newcomer], topics, before)
      for (const [key, owner] of joined) if (owner !== newcomer) expect(before.get(key)).toBe(owner)
      const left = assignPartitions(members, topics, joined)
      for (const [key, owner] of joined) if (owner !== newcomer) expect(left.get(key)).toBe(owner)
    }),
  )
})

test('several small topics are not all given to the first member', () => {
  const members = [{ topics: topicNames }, { topics: topicNames }, { topics: topicNames }]
  const assigned = assignPartitions(members, new Map(topicNames.map((name) => [name, 1])), new Map())
  expect(new Set(assigned.values()).size).toBe(3)
})
