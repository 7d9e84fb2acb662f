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
        'Tokens of a passage at most; a row of a table and its header may have twice as many. Holds for documents that come from now on.',
      ),
    overlap_tokens: z.int().min(0).max(1000).default(50).describe('Tokens that neighbouring passages share.'),
  }),
  check: ({ max_tokens, overlap_tokens }) =>
    overlap_tokens < max_tokens ? [] : [{ key: 'overlap_tokens', message: 'is less than chunking.max_tokens' }],
})
