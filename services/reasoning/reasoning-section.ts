import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What belongs to the reasoning engine alone. */
export const reasoningSection = defineSection({
  name: 'reasoning',
  schema: z.object({
    explain_with_model: z
      .boolean()
      .default(true)
      .describe('Lets the model word the findings where one is configured; what it says is checked. Without it, templates do.'),
    model: z.string().default('default').describe('Alias of the model that words the findings.'),
    max_series: z.int().min(1).max(1000).default(100).describe('Series of one run.'),
    max_points: z.int().min(1).max(1_000_000).default(100_000).describe('Points and values of one run, all together.'),
  }),
})
