import { z } from 'zod'
import { defineTool, type Tool } from '../../../kernel/agents/define-tool.ts'

/** A group of readers of the log. */
export interface ReaderGroup {
  readonly name: string
  readonly topics: readonly string[]
}

/** How far the readers of the log are behind it, for administrators. */
export const consumerLag = (groups: () => readonly ReaderGroup[]): Tool =>
  defineTool({
    id: 'admin-consumer-lag',
    domain: 'admin',
    slug: 'consumer-lag',
    title: 'Consumer lag',
    displayName: 'Looking at the lag',
    description:
      'Returns the lag of each consumer by topic: records that it has not processed yet. Use it when something is slow or missing.',
    input: z
      .object({ consumer: z.string().min(1).max(100).optional().describe('One consumer; all when absent.') })
      .meta({ examples: [{}] }),
    output: z
      .object({
        consumers: z.array(z.object({ consumer: z.string(), topic: z.string(), lag: z.int() })),
        behind: z.int().describe('Records that wait, of all together.'),
      })
      .meta({ examples: [{ consumers: [{ consumer: 'parse', topic: 'document.received', lag: 3 }], behind: 3 }] }),
    effect: 'read',
    access: 'admin',
    timeoutMs: 30_000,
    async handle({ ports: { broker }, signal }, { consumer }) {
      const asked = groups().filter(({ name }) => consumer === undefined || name === consumer)
      const consumers: { consumer: string; topic: string; lag: number }[] = []
      for (const { name, topics } of asked)
        for (const topic of topics) {
          signal.throwIfAborted()
          const [committed, partitions] = await Promise.all([broker.committed(name, topic), broker.partitions(topic)])
          const lag = partitions.reduce((sum, { partition, earliest, latest }) => {
            const next = committed.get(partition) ?? earliest
            return sum + (latest > next ? Number(latest - next) : 0)
          }, 0)
          consumers.push({ consumer: name, topic, lag })
        }
      return { consumers, behind: consumers.reduce((sum, { lag }) => sum + lag, 0) }
    },
  })
