import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** What belongs to quick reference guides alone. */
export const guidesSection = defineSection({
  name: 'guides',
  schema: z.object({
    model: z
      .string()
      .default('default')
      .describe('Alias of the model that writes guides; where it has no endpoint, the embedded writer does.'),
    keep_drafts_days: z.int().min(1).max(365).default(90).describe('How long what a model wrote for an unchanged annex is used again.'),
  }),
})
