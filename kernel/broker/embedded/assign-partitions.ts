export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

export const partitionKey = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`

/**
 * Shares partitions among the members that read their topics: inside a topic the shares differ by at most one, and a
 * partition stays with its present owner where that allows it. Returns partitionKey → member.
 */
export function assignPartitions<Member extends { readonly topics: readonly string[] }>(
  members: readonly Member[],
  topics: ReadonlyMap<string, number>,
  owners: ReadonlyMap<string, Member>,
): Map<string, Member> {
  const assigned = new Map<string, Member>()
  const load = new Map<Member, number>(members.map((member) => [member, 0]))
  for (const [topic, count] of topics) {
    const readers = members.filter((member) => member.topics.includes(topic))
    if (readers.length === 0) continue
    const keys = Array.from({ length: count }, (_, partition) => partitionKey({ topic, partition }))
    const held = (member: Member) => keys.filter((key) => owners.get(key) === member)
    // Who holds most (and is least loaded elsewhere) gets the larger shares, so that as little as possible moves.
    const ranked = readers.toSorted((a, b) => held(b).length - held(a).length || load.get(a)! - load.get(b)!)
    const quota = new Map(ranked.map((member, at) => [member, Math.floor(count / ranked.length) + (at < count % ranked.length ? 1 : 0)]))
    for (const member of ranked) for (const key of held(member).slice(0, quota.get(member))) assigned.set(key, member)
    const free = keys.filter((key) => !assigned.has(key))
    for (const member of ranked) {
      const missing = quota.get(member)! - held(member).slice(0, quota.get(member)).length
      for (const key of free.splice(0, missing)) assigned.set(key, member)
      load.set(member, load.get(member)! + quota.get(member)!)
    }
  }
  return assigned
}
