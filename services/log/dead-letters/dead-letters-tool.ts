import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { filterShape } from './filter.ts'
import { countDeadLetters, listDeadLetters } from './read-dead-letters.ts'
import { showEntry } from './show-dead-letter.ts'

const { topic, consumer, code, kind, state } = filterShape
const entrySchema = z.object({
  id: z.string(),
  state: z.string(),
  code: z.string(),
  consumer: z.string(),
  topic: z.string(),
  key: z.string(),
  message: z.string(),
  failed_at: z.string(),
})

/** What was given up, for the assistants of operators. */
export const deadLettersTool = defineTool({
  id: 'admin-dead-letters',
  domain: 'admin',
  slug: 'dead-letters',
  title: 'Dead letters',
  displayName: 'Looking at dead letters',
  description: 'Lists dead letters, newest first, with counts by code and consumer. Use it to find out what failed and why.',
  input: z
    .object({ topic, consumer, code, kind, state, top: z.int().min(1).max(50).default(10).describe('Entries at most.') })
    .meta({ examples: [{ state: 'open', top: 5 }] }),
  output: z
    .object({
      total: z.int(),
      by_code: z.record(z.string(), z.int()),
      by_consumer: z.record(z.string(), z.int()),
      entries: z.array(entrySchema),
    })
    .meta({
      examples: [
        {
          total: 1,
          by_code: { corrupt: 1 },
          by_consumer: { parse: 1 },
          entries: [
            {
              id: '0d9f7a52-6d2c-5f0e-9a41-7c1d2e3f4a5b',
              state: 'open',
              code: 'corrupt',
              consumer: 'parse',
              topic: 'document.received',
              key: '2b9d7c1e-6a51-5c8e-9f0a-1f5d3c7e8a42',
              message: 'The file is damaged.',
              failed_at: '2026-03-12T09:30:00.000Z',
            },
          ],
        },
      ],
    }),
  effect: 'read',
  access: 'admin',
  timeoutMs: 20_000,
  async handle({ ports: { database } }, { top, ...filter }) {
    const [{ letters, total }, counts] = await Promise.all([
      listDeadLetters(database, filter, { skip: 0, top }),
      countDeadLetters(database, filter),
    ])
    const entries = letters.map((found) => entrySchema.parse(showEntry(found)))
    return { total, by_code: counts.code, by_consumer: counts.consumer, entries }
  },
})
