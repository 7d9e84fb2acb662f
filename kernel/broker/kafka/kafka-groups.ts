import type { Admin, Kafka } from 'kafkajs'
import { ApiError } from '../../runtime/errors.ts'

/** Committed offsets of a group (next to read); partitions without one are absent. */
export async function committedOffsets(admin: Admin, group: string, topic: string): Promise<Map<number, bigint>> {
  const [found] = await admin.fetchOffsets({ groupId: group, topics: [topic] })
  const committed = (found?.partitions ?? []).map(({ partition, offset }) => [partition, BigInt(offset)] as const)
  return new Map(committed.filter(([, offset]) => offset >= 0n))
}

/** Members of a group that Kafka knows of. */
export async function countMembers(admin: Admin, group: string): Promise<number> {
  const { groups } = await admin.describeGroups([group])
  return groups.reduce((sum, { members }) => sum + members.length, 0)
}

/** Sets a group's offsets as its only member, which Kafka asks for. Throws ApiError conflict when it has others. */
export async function setOffsets(
  kafka: Kafka,
  admin: Admin,
  group: string,
  topic: string,
  offsets: ReadonlyMap<number, bigint>,
): Promise<void> {
  const { groups } = await admin.describeGroups([group])
  if (groups.some(({ members }) => members.length > 0))
    throw new ApiError('conflict', `the consumer group ${group} is running; stop it first`)
  const consumer = kafka.consumer({ groupId: group, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [topic] })
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} })
    await consumer.commitOffsets([...offsets].map(([partition, offset]) => ({ topic, partition, offset: String(offset) })))
  } finally {
    await consumer.disconnect()
  }
}
