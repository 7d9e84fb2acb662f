import { z } from 'zod'
import { defineSection } from '../../../../../kernel/config/section.ts'

const vocabulary = z
  .array(z.string().trim().min(1).max(300))
  .max(2_000)
  .describe('Tags that may be given, one an entry; behind a colon the words that speak for it: `Athletics: game, team, coach`.')

/** What belongs to the tagging of posts alone. */
export const taggingSection = defineSection({
  name: 'tagging',
  schema: z.object({
    vocabulary: vocabulary.default([]).describe('Tags for tenants without a vocabulary of their own. Empty: any words.'),
    tenants: z
      .record(z.string(), z.object({ vocabulary: vocabulary.default([]) }))
      .default({})
      .describe('By the tenantId of posts.'),
    model: z.string().default('default').describe('Alias of the model that chooses tags.'),
    caption_model: z.string().default('default').describe('Alias of the multimodal model that describes pictures.'),
    max_posts: z.int().min(1).max(10_000).default(10_000).describe('Posts of one run.'),
  }),
})
