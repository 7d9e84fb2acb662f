import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { runTopics } from '../../schemas/run.ts'
import type { TopicSpec } from './broker.ts'

const topicSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(\.[a-z0-9_-]+)*$/, 'a topic name is lower-case words joined by dots'),
  /** What the key of its records is; records of one key stay in order. */
  key: z.string().min(1),
  partitions: z.int().min(1).max(1000),
  cleanup: z.enum(['delete', 'compact']),
  retention_ms: z.int().min(-1),
  /** Whether other systems may read it. */
  visibility: z.enum(['internal', 'public']),
  /** The service that answers for it. */
  owner: z.string().min(1),
  description: z.string().min(1),
})

const fileSchema = z.strictObject({
  topics: z
    .array(topicSchema)
    .min(1)
    .refine((topics) => new Set(topics.map(({ name }) => name)).size === topics.length, 'every topic is named once'),
})

export type TopicDeclaration = z.output<typeof topicSchema> & TopicSpec

/** Reads the text of topics.yaml. Throws an Error with one line per wrong entry. */
export function parseTopics(text: string): TopicDeclaration[] {
  const parsed = fileSchema.safeParse(parse(text))
  if (!parsed.success) throw new Error(parsed.error.issues.map((i) => `topics: ${i.path.join('.')}: ${i.message}`).join('\n'))
  return parsed.data.topics
}

/** The topics of the repository's topics.yaml, and those of the kinds of runs (schemas/run.ts). */
export const readTopics = (): TopicDeclaration[] => [
  ...parseTopics(readFileSync(new URL('../../topics.yaml', import.meta.url), 'utf8')),
  ...runTopics,
]
