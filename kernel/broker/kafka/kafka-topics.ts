import { setTimeout as delay } from 'node:timers/promises'
import kafkajs, { type Admin } from 'kafkajs'
import type { TopicDifference, TopicSpec } from '../broker.ts'
import { missingTopic, topicDifferences } from '../topic-differences.ts'
import { unavailable } from './kafka-client.ts'

/** How long a cluster may take until its brokers know of a topic that its controller has made. */
const LOOKS = 60
const LOOK_EVERY_MS = 250

/** Whatever another producer compresses by: the limit of a record holds for what it unfolds to, and every process can read it. */
const PLAIN = 'uncompressed'

async function createTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
  // Resolves false when another process was faster.
  await admin.createTopics({
    waitForLeaders: true,
    topics: specs.map(({ name, partitions, cleanup, retention_ms }) => ({
      topic: name,
      numPartitions: partitions,
      configEntries: [
        { name: 'cleanup.policy', value: cleanup },
        { name: 'retention.ms', value: String(retention_ms) },
        { name: 'message.timestamp.type', value: 'LogAppendTime' },
        { name: 'compression.type', value: PLAIN },
      ],
    })),
  })
}

/** The controller knows a topic before the brokers do, and says so of one that another process is making just now. */
async function untilShown(admin: Pick<Admin, 'listTopics'>, names: readonly string[]): Promise<void> {
  for (let look = 1; ; look++) {
    const shown = new Set(await admin.listTopics())
    const absent = names.find((name) => !shown.has(name))
    if (absent === undefined) return
    if (look === LOOKS) throw unavailable(`Kafka has made the topic ${absent} and does not show it`)
    await delay(LOOK_EVERY_MS)
  }
}

interface Described extends TopicSpec {
  readonly compression: string | undefined
}

/** How the cluster has set up these topics, which exist. */
async function describeTopics(admin: Admin, names: readonly string[]): Promise<Map<string, Described>> {
  if (names.length === 0) return new Map()
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] })
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: ['cleanup.policy', 'retention.ms', 'compression.type'],
    })),
  })
  const entries = new Map(resources.map(({ resourceName, configEntries }) => [resourceName, configEntries]))
  const setting = (topic: string, name: string) => entries.get(topic)?.find(({ configName }) => configName === name)?.configValue
  return new Map(
    topics.map(({ name, partitions }) => [
      name,
      {
        name,
        partitions: partitions.length,
        cleanup: setting(name, 'cleanup.policy') === 'compact' ? 'compact' : 'delete',
        retention_ms: Number(setting(name, 'retention.ms')),
        compression: setting(name, 'compression.type'),
      },
    ]),
  )
}

/** Creates missing topics (unless `dryRun`, which tells of them) and tells how the others differ. */
export async function ensureKafkaTopics(admin: Admin, specs: readonly TopicSpec[], dryRun: boolean): Promise<TopicDifference[]> {
  const present = new Set(await admin.listTopics())
  const missing = specs.filter(({ name }) => !present.has(name))
  if (!dryRun && missing.length > 0) {
    await createTopics(admin, missing)
    await untilShown(
      admin,
      missing.map(({ name }) => name),
    )
  }
  const found = await describeTopics(
    admin,
    specs.filter(({ name }) => present.has(name)).map(({ name }) => name),
  )
  return specs.flatMap((spec) => {
    const topic = found.get(spec.name)
    if (topic) return [...topicDifferences(spec, topic), ...compressed(spec.name, topic.compression)]
    return dryRun ? [missingTopic(spec.name)] : []
  })
}

/** Topics of earlier versions, and those that somebody else made, take compressed batches. */
const compressed = (topic: string, found: string | undefined): TopicDifference[] =>
  found === undefined || found === PLAIN ? [] : [{ topic, what: 'compression.type', declared: PLAIN, found }]
