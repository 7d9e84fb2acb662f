import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** How long passages are. */
export const chunkingSection = defineSection({
  name: 'chunking',
  schema: z.object({
    max_tokens: z
      .int()
      .min(50)
      .max(4000)
      .default(350)
      .describe(
        'Maximum number of tokens per chunk. A table row with its header may have twice as many. Applies to documents that are uploaded after a change.',
      ),
    overlap_tokens: z.int().min(0).max(1000).default(50).describe('Number of tokens that consecutive chunks share.'),
  }),
  check: ({ max_tokens, overlap_tokens }) =>
    overlap_tokens < max_tokens ? [] : [{ key: 'overlap_tokens', message: 'is less than chunking.max_tokens' }],
})
