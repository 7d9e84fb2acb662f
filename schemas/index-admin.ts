import { z } from 'zod'
import { defineEvent } from './event.ts'

export const indexCleared = defineEvent({
  name: 'index.cleared',
  description: 'All chunks of an index were removed that became searchable before `at`.',
  schema: z.object({
    index: z.string().min(1).describe('Name of the index.'),
    deleted: z.int().nonnegative().describe('Number of removed chunks.'),
    at: z.iso.datetime().describe('Start of the removal.'),
  }),
  key: (p) => p.index,
})
