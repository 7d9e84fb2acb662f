import type { TopicDifference, TopicSpec } from './broker.ts'

/** How a topic that is there differs from its declaration. `what` is `partitions`, `cleanup.policy` or `retention.ms`; on Kafka also `compression.type`. */
export function topicDifferences(declared: TopicSpec, found: TopicSpec): TopicDifference[] {
  const pairs = [
    ['partitions', declared.partitions, found.partitions],
    ['cleanup.policy', declared.cleanup, found.cleanup],
    ['retention.ms', declared.retention_ms, found.retention_ms],
  ] as const
  return pairs.filter(([, a, b]) => a !== b).map(([what, a, b]) => ({ topic: declared.name, what, declared: String(a), found: String(b) }))
}

/** The difference that a topic's absence is. */
export const missingTopic = (topic: string): TopicDifference => ({ topic, what: 'topic', declared: 'present', found: 'missing' })

export const isMissing = ({ found }: TopicDifference): boolean => found === 'missing'

/** The same difference of several topics once, with their names. */
export function sameDifferences(
  differences: readonly TopicDifference[],
): (Omit<TopicDifference, 'topic'> & { readonly topics: string[] })[] {
  const groups = Map.groupBy(differences, ({ what, declared, found }) => JSON.stringify([what, declared, found]))
  return [...groups.values()].flatMap((all) =>
    all.slice(0, 1).map(({ topic: _, ...rest }) => ({ ...rest, topics: all.map(({ topic }) => topic) })),
  )
}
