import { z } from 'zod'
import type { Broker } from '../../../kernel/broker/broker.ts'
import type { TopicDeclaration } from '../../../kernel/broker/topics.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { replayFilterSchema } from './filter.ts'
import { offsetsOf, type Place, placeSchema } from './place.ts'
import type { Range } from './replay-run.ts'

const name = z.string().min(1).max(200)

export const replayBody = z
  .strictObject({
    topic: name.describe('What is read.'),
    from: placeSchema.default('beginning').describe('Where reading begins.'),
    to: placeSchema.default('end').describe('Where it ends, this place left out; what comes later is not read.'),
    filter: replayFilterSchema.default({}).describe('Which of the records between are taken.'),
    into: z
      .strictObject({ topic: name.optional(), index: name.optional() })
      .describe('{"topic": "replay.<name>"}: made where it is not there. An index is rebuilt by POST /admin/rebuilds.'),
    rate: z.number().positive().max(1_000_000).optional().describe('Records a second that are read at most.'),
    dry_run: z.boolean().default(false).describe('Tells how many records would be written, and writes nothing.'),
    reason: z.string().max(2000).optional().describe('Why; kept in the audit record.'),
  })
  .meta({
    examples: [
      {
        topic: 'document.processed',
        from: { time: '2026-01-15T00:00:00Z' },
        filter: { where: { status: 'completed' } },
        into: { topic: 'replay.january' },
      },
    ],
  })
export type ReplayBody = z.output<typeof replayBody>

/** Topics that operators make by replays. */
const OWN_TOPIC = /^replay\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/
const KEPT_MS = 7 * 86_400_000

const refused = (message: string) => new ApiError('invalid_request', message)

/** The topic that is written into. ApiError invalid_request for one that others read, or that has no such name. */
export function targetOf({ topic, into }: Pick<ReplayBody, 'topic' | 'into'>, declared: readonly TopicDeclaration[]): string {
  if (into.index !== undefined)
    throw refused('into.index: an index is filled by POST /admin/rebuilds, which compares it and cuts over; a replay writes into a topic')
  const target = into.topic
  if (target === undefined) throw refused('into.topic: say where the records go, such as {"topic": "replay.january"}')
  if (target === topic) throw refused('into.topic: a topic cannot be replayed into itself')
  if (declared.some((one) => one.name === target) || !OWN_TOPIC.test(target))
    throw refused(`into.topic: ${target} is no target: its name begins with replay. and goes on with letters, digits, dots, _ and -`)
  return target
}

/** ApiError invalid_request where there is no such topic to be read. */
export async function checkSource(broker: Broker, topic: string, declared: readonly TopicDeclaration[]): Promise<void> {
  if (declared.some((one) => one.name === topic)) return
  const isThere = OWN_TOPIC.test(topic) && (await isMade(broker, topic))
  if (!isThere) throw refused(`topic: there is no topic ${topic}; GET /admin/topics lists them`)
}

const isMade = async (broker: Broker, topic: string): Promise<boolean> => {
  const missing = await broker.ensureTopics([targetSpec(topic, 1)], { dryRun: true })
  return !missing.some(({ found }) => found === 'missing')
}

export const targetSpec = (name: string, partitions: number) => ({ name, partitions, cleanup: 'delete' as const, retention_ms: KEPT_MS })

/** What lies between two places now, partition by partition. */
export async function rangesOf(broker: Broker, topic: string, from: Place, to: Place): Promise<Range[]> {
  const [starts, ends] = await Promise.all([offsetsOf(broker, topic, from), offsetsOf(broker, topic, to)])
  return [...starts].flatMap(([partition, start]) => {
    const end = ends.get(partition)
    return end === undefined ? [] : [{ partition, start: String(start), end: String(end > start ? end : start) }]
  })
}
