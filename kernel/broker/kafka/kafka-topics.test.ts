import type { Admin } from 'kafkajs'
import { expect, test } from 'vitest'
import { ensureKafkaTopics } from './kafka-topics.ts'

const spec = { name: 'made', partitions: 1, cleanup: 'delete', retention_ms: -1 } as const

test.each([
  ['this process', true],
  ['another process at the same time', false],
])('a topic that %s made is waited for until the cluster shows it', async (_, made) => {
  let looks = 0
  let shownAt = Number.POSITIVE_INFINITY
  const admin = {
    listTopics: async () => (++looks >= shownAt ? ['made'] : []),
    createTopics: async () => {
      shownAt = looks + 3
      return made
    },
  } as unknown as Admin
  expect(await ensureKafkaTopics(admin, [spec], false)).toEqual([])
  expect(await admin.listTopics()).toEqual(['made'])
})

test('a topic that takes compressed batches is told of', async () => {
  const settings = { 'cleanup.policy': spec.cleanup, 'retention.ms': String(spec.retention_ms), 'compression.type': 'producer' }
  const admin = {
    listTopics: async () => [spec.name],
    fetchTopicMetadata: async () => ({ topics: [{ name: spec.name, partitions: Array.from({ length: spec.partitions }) }] }),
    describeConfigs: async () => ({
      resources: [
        {
          resourceName: spec.name,
          configEntries: Object.entries(settings).map(([configName, configValue]) => ({ configName, configValue })),
        },
      ],
    }),
  } as unknown as Admin
  expect(await ensureKafkaTopics(admin, [spec], true)).toEqual([
    { topic: spec.name, what: 'compression.type', declared: 'uncompressed', found: 'producer' },
  ])
})
