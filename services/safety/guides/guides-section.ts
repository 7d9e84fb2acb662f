import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** What belongs to quick reference guides alone. */
export const guidesSection = defineSection({
  name: 'guides',
  schema: z.object({
    model: z.string().default('default').describe('Alias of the model that writes guides. Without a model, the built-in writer is used.'),
    keep_drafts_days: z
      .int()
      .min(1)
      .max(365)
      .default(90)
      .describe('Days for which the text that a model wrote for an unchanged annex is reused.'),
  }),
})
