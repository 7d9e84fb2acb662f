import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What belongs to the reasoning engine alone. */
export const reasoningSection = defineSection({
  name: 'reasoning',
  schema: z.object({
    explain_with_model: z
      .boolean()
      .default(true)
      .describe(
        'Lets a model phrase the findings, if one is configured. Its text is checked against the findings. Otherwise templates are used.',
      ),
    model: z.string().default('default').describe('Alias of the model that phrases the findings.'),
    max_series: z.int().min(1).max(1000).default(100).describe('Maximum number of series per run.'),
    max_points: z.int().min(1).max(1_000_000).default(100_000).describe('Maximum total number of points and values per run.'),
  }),
})
