import type { Logger } from '../../runtime/log.ts'
import type { SubscribeOptions, Subscription } from '../broker.ts'
import { assignPartitions, partitionKey } from './assign-partitions.ts'
import type { Partition } from './log-file.ts'
import { type LogParts, logSource } from './log-source.ts'
import { type PartitionLoop, startPartitionLoop } from './partition-loop.ts'

/** How long a partition's old owner may finish what it holds when a member joins or leaves. */
const REBALANCE_DRAIN_MS = 30_000
const STOP_DRAIN_MS = 10_000

type GroupParts = LogParts & { readonly log: Logger }

interface Member {
  readonly topics: readonly string[]
  readonly options: SubscribeOptions
  drainMs: number
}

/** Who reads a partition, and who should. */
interface Slot {
  readonly partition: Partition
  desired: Member | undefined
  current: { member: Member; loop: PartitionLoop } | undefined
  settling: Promise<void> | undefined
}

interface Group {
  members: Member[]
  readonly slots: Map<string, Slot>
}

export interface ConsumerGroups {
  subscribe(options: SubscribeOptions): Subscription
  /** How many members the group has now. */
  members(group: string): number
  stopAll(drainMs: number): Promise<void>
}

/** Hands the partition to the desired member once the present one has let go of it. */
async function handOver(slot: Slot, parts: GroupParts): Promise<void> {
  while (slot.current?.member !== slot.desired) {
    if (slot.current) {
      await slot.current.loop.release(slot.current.member.drainMs)
      slot.current = undefined
    } else if (slot.desired) {
      slot.current = {
        member: slot.desired,
        loop: startPartitionLoop(logSource(parts, slot.partition, slot.desired.options), slot.desired.options, parts.log),
      }
    }
  }
}

/** Starts a hand-over unless one runs, which then also sees the latest wish. */
function settle(slot: Slot, parts: GroupParts): void {
  slot.settling ??= handOver(slot, parts).then(() => {
    slot.settling = undefined
    if (slot.current?.member !== slot.desired) settle(slot, parts)
  })
}

const slotsOf = (group: Group, member: Member): Slot[] => [...group.slots.values()].filter((slot) => slot.desired === member)

function rebalance(group: Group, parts: GroupParts): void {
  const topics = new Map<string, number>()
  for (const name of group.members.flatMap((member) => member.topics)) {
    const { partitions } = parts.store.topics.get(name)!
    topics.set(name, partitions.length)
    for (const partition of partitions) {
      const key = partitionKey(partition)
      if (!group.slots.has(key)) group.slots.set(key, { partition, desired: undefined, current: undefined, settling: undefined })
    }
  }
  const owners = new Map([...group.slots].flatMap(([key, { desired }]) => (desired ? [[key, desired] as const] : [])))
  const assigned = assignPartitions(group.members, topics, owners)
  const changed = new Set<Member>()
  for (const [key, slot] of group.slots) {
    const next = assigned.get(key)
    if (next === slot.desired) continue
    for (const member of [next, slot.desired]) if (member) changed.add(member)
    slot.desired = next
    settle(slot, parts)
  }
  for (const member of group.members) {
    if (!changed.has(member)) continue
    member.options.onAssigned?.(slotsOf(group, member).map(({ partition: { topic, partition } }) => ({ topic, partition })))
  }
}

/** Consumer groups among the members of this process; no other process can have the log open. */
export function createConsumerGroups(parts: GroupParts): ConsumerGroups {
  const groups = new Map<string, Group>()
  const running = new Set<Subscription>()

  function subscribe(options: SubscribeOptions): Subscription {
    const unknown = options.topics.find((topic) => !parts.store.topics.has(topic))
    if (unknown !== undefined) throw new Error(`${options.group} reads the topic ${unknown}, which does not exist`)
    const group: Group = groups.get(options.group) ?? { members: [], slots: new Map() }
    groups.set(options.group, group)
    const member: Member = { topics: options.topics, options, drainMs: REBALANCE_DRAIN_MS }
    group.members.push(member)
    rebalance(group, parts)

    let stopping: Promise<void> | undefined
    async function stop(drainMs: number): Promise<void> {
      member.drainMs = drainMs
      const held = [...group.slots.values()].filter((slot) => slot.current?.member === member)
      group.members = group.members.filter((other) => other !== member)
      rebalance(group, parts)
      await Promise.all(held.map((slot) => slot.current?.loop.release(drainMs)))
      await Promise.all(held.map((slot) => slot.settling))
      running.delete(subscription)
    }
    const subscription: Subscription = {
      stop: (drainMs = STOP_DRAIN_MS) => (stopping ??= stop(drainMs)),
      crashed: new Promise<never>(() => {}),
    }
    running.add(subscription)
    return subscription
  }

  return {
    subscribe,
    members: (group) => groups.get(group)?.members.length ?? 0,
    async stopAll(drainMs) {
      await Promise.all([...running].map((subscription) => subscription.stop(drainMs)))
    },
  }
}
