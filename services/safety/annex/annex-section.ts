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
      .describe('Tokens of one reply; a longer field is edited section by section.'),
    keep_days: z.int().min(1).max(3650).default(30).describe('How long sessions of edits are remembered.'),
  }),
})
