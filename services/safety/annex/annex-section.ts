import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** What belongs to the editing of annexes alone. */
export const annexSection = defineSection({
  name: 'annex',
  schema: z.object({
    model: z.string().default('default').describe('Alias of the model that edits annexes.'),
    max_output_tokens: z
      .int()
      .min(100)
      .max(200_000)
      .default(16_000)
      .describe('Maximum number of tokens per model response. Longer fields are edited section by section.'),
    keep_days: z.int().min(1).max(3650).default(30).describe('Days for which edit sessions are kept.'),
  }),
})
