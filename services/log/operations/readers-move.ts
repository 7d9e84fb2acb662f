import type { Broker } from '../../../kernel/broker/broker.ts'
import type { ConsumerGroup } from '../../../kernel/edge-context.ts'
import type { Clock } from '../../../kernel/runtime/clock.ts'
import type { Dependency } from '../../../kernel/runtime/health.ts'
import { type Moves, standingOf } from './read-topics.ts'

/** How often the log is asked, however often its readers' health is. */
const LOOK_EVERY_MS = 10_000
/** Groups that are named. */
const MOST_NAMED = 3

/**
 * For health: whether somebody takes what waits for the consumer groups, in whichever process they should run. A worker that was stopped
 * or never started leaves nobody else to say so. Health asks for it; it is told of what two looks at least a minute apart have seen.
 */
export function readersMove(ports: { readonly broker: Broker; readonly clock: Clock }, groups: readonly ConsumerGroup[]): Dependency {
  const moves: Moves = new Map()
  let looked = Number.NEGATIVE_INFINITY
  let standing: string | undefined
  return {
    name: 'readers',
    required: false,
    async check() {
      const now = ports.clock.now()
      if (now - looked >= LOOK_EVERY_MS) {
        // A look that fails has seen nothing: neither what the one before saw nor that all is well.
        standing = undefined
        looked = Number.NEGATIVE_INFINITY
        standing = wordsOf(await standingGroups(ports.broker, groups, moves, now))
        looked = now
      }
      if (standing) throw new Error(standing)
    },
    detail: (moving) => (moving ? 'what waits is taken' : (standing ?? 'not known')),
  }
}

interface StandingGroup {
  readonly name: string
  readonly waiting: number
}

async function standingGroups(broker: Broker, groups: readonly ConsumerGroup[], moves: Moves, now: number): Promise<StandingGroup[]> {
  const topics = [...new Set(groups.flatMap((group) => group.topics))]
  const partitions = new Map(await Promise.all(topics.map(async (topic) => [topic, await broker.partitions(topic)] as const)))
  const waitingOf = async (group: string, topic: string) => {
    const on = standingOf(group, topic, partitions.get(topic) ?? [], await broker.committed(group, topic), moves, now)
    return on.partitions.filter(({ partition }) => on.stuck.includes(partition)).reduce((sum, { lag }) => sum + lag, 0)
  }
  const found = await Promise.all(
    groups.map(async ({ name, topics }) => {
      const waiting = await Promise.all(topics.map((topic) => waitingOf(name, topic)))
      return { name, waiting: waiting.reduce((sum, one) => sum + one, 0) }
    }),
  )
  return found.filter(({ waiting }) => waiting > 0).sort((a, b) => b.waiting - a.waiting)
}

function wordsOf(found: readonly StandingGroup[]): string | undefined {
  if (found.length === 0) return undefined
  const named = found.slice(0, MOST_NAMED).map(({ name, waiting }) => `${waiting} for ${name}`)
  const more = found.length > MOST_NAMED ? `, and for ${found.length - MOST_NAMED} more` : ''
  return `records wait, and none was taken for a minute: ${named.join(', ')}${more}`
}
