import { AssignerProtocol, type PartitionAssigner } from 'kafkajs'
import { z } from 'zod'
import { assignPartitions, partitionKey, type TopicPartition } from '../embedded/assign-partitions.ts'

const heldSchema = z.array(z.string())

interface Member {
  readonly id: string
  readonly topics: readonly string[]
  readonly held: readonly string[]
}

function readMember(member: { memberId: string; memberMetadata: Buffer }): Member {
  const metadata = AssignerProtocol.MemberMetadata.decode(member.memberMetadata)
  const userData = metadata?.userData.toString() ?? ''
  const held = userData === '' ? [] : heldSchema.parse(JSON.parse(userData))
  return { id: member.memberId, topics: metadata?.topics ?? [], held }
}

/**
 * A partition assigner under which partitions stay where they are as far as fair shares allow it, so that a member that
 * joins or leaves disturbs little of the others' work. Members tell what they hold when they join.
 */
export const stickyAssigner =
  (held: () => readonly TopicPartition[]): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'MillraceSticky',
    version: 1,
    protocol: ({ topics }) => ({
      name: 'MillraceSticky',
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: 1,
        topics: [...topics],
        userData: Buffer.from(JSON.stringify(held().map(partitionKey))),
      }),
    }),
    async assign({ members, topics }) {
      const readers = members.map(readMember).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const counts = new Map(topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).length]))
      const owners = new Map(readers.flatMap((member) => member.held.map((key) => [key, member] as const)))
      const assigned = assignPartitions(readers, counts, owners)
      return readers.map((member) => {
        const assignment: Record<string, number[]> = {}
        for (const [topic, count] of counts)
          for (let partition = 0; partition < count; partition++)
            if (assigned.get(partitionKey({ topic, partition })) === member) (assignment[topic] ??= []).push(partition)
        return {
          memberId: member.id,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({ version: 1, assignment, userData: Buffer.alloc(0) }),
        }
      })
    },
  })

/** An assigner for a group of one that reads a single partition. */
export const singleAssigner =
  ({ topic, partition }: TopicPartition): PartitionAssigner =>
  () => ({
    name: 'MillraceSingle',
    version: 1,
    protocol: ({ topics }) => ({
      name: 'MillraceSingle',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics: [...topics], userData: Buffer.alloc(0) }),
    }),
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: { [topic]: [partition] },
          userData: Buffer.alloc(0),
        }),
      })),
  })
