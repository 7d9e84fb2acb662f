import { z } from 'zod'
import { readTopics } from '../../../kernel/broker/topics.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { type TopicState, topicReader } from './read-topics.ts'

/** Several who look at the same moment are shown the same. */
const SHARED_MS = 500

const standingSchema = z.object({
  partition: z.int(),
  committed: z.int().describe('Next offset that the group reads.'),
  latest: z.int().describe('Offset of the next record.'),
  lag: z.int(),
  still_seconds: z
    .int()
    .describe('How long the group has committed nothing here though there is something to do, as far as it was watched.'),
})
export const groupOnTopicSchema = z.object({
  name: z.string(),
  lag: z.int(),
  stuck: z.array(z.int()).describe('Partitions that have not moved for a minute, with records to do.'),
  partitions: z.array(standingSchema),
})
const topicSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    visibility: z.enum(['internal', 'public']),
    owner: z.string(),
    key: z.string(),
    partitions: z.int(),
    records: z.int().describe('Kept now; of a compacted topic at most.'),
    lag: z.int().describe('Records that consumer groups have still to read, of all groups together.'),
    rate: z.number().describe('Records a second, over the last minute.'),
    oldest_age_seconds: z.number().nullable().describe('Of the oldest record that a group has still to read, within a tenth.'),
    groups: z.array(groupOnTopicSchema),
  })
  .meta({
    id: 'Topic',
    description: 'A topic, and how far its readers are.',
    examples: [
      {
        name: 'document.parsed',
        description: 'The text of a document was read.',
        visibility: 'internal',
        owner: 'parse',
        key: 'document_id',
        partitions: 6,
        records: 120,
        lag: 3,
        rate: 0.4,
        oldest_age_seconds: 2.1,
        groups: [{ name: 'chunk', lag: 3, stuck: [], partitions: [{ partition: 0, committed: 17, latest: 20, lag: 3, still_seconds: 0 }] }],
      },
    ],
  })

/** Topics with their lag, rate and the age of what waits. */
export function registerTopicRoutes(app: App, { ports, groups }: Pick<EdgeContext, 'ports' | 'groups'>): void {
  const read = topicReader(ports, readTopics(), groups)
  let shared: { readonly at: number; readonly topics: Promise<TopicState[]> } | undefined
  app.get(
    '/admin/topics',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listTopics',
        summary: 'List topics with partitions, lag by consumer group, rate and age',
        response: { 200: z.object({ items: z.array(topicSchema) }) },
      },
    },
    async () => {
      const now = ports.clock.now()
      if (!shared || now - shared.at > SHARED_MS) {
        const looked = { at: now, topics: read() }
        shared = looked
        // What failed is asked again by the next one who looks.
        looked.topics.catch(() => {
          if (shared === looked) shared = undefined
        })
      }
      return { items: (await shared.topics).map((topic) => ({ ...topic, groups: topic.groups.map(plain) })) }
    },
  )
}

const plain = ({ name, lag, stuck, partitions }: TopicState['groups'][number]) => ({
  name,
  lag,
  stuck: [...stuck],
  partitions: [...partitions],
})
