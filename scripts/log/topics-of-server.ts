import { z } from 'zod'
import { operatorServer } from './operator-server.ts'

const groupSchema = z.object({
  name: z.string(),
  lag: z.number(),
  partitions: z.array(z.object({ partition: z.int(), committed: z.number(), latest: z.number(), lag: z.number() })),
})
const topicSchema = z.object({
  name: z.string(),
  partitions: z.int(),
  records: z.number(),
  lag: z.number(),
  groups: z.array(groupSchema),
})
export type TopicOfServer = z.output<typeof topicSchema>

/** The topics and where groups are on them, as a running server tells: an embedded log has one process at a time. Rejects as `operatorServer`. */
export async function topicsOfServer(): Promise<readonly TopicOfServer[]> {
  const reply = await operatorServer(process.env, undefined)('/admin/topics')
  return z.object({ items: z.array(topicSchema) }).parse(reply).items
}
