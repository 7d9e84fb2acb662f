import { z } from 'zod'
import { defineSection } from '../../../../../kernel/config/section.ts'

const vocabulary = z.array(z.string().trim().min(1).max(300)).max(2_000)

/** What belongs to the tagging of posts alone. */
export const taggingSection = defineSection({
  name: 'tagging',
  schema: z.object({
    vocabulary: vocabulary
      .default([])
      .describe(
        'Tags for tenants without their own vocabulary, one per entry. Words that suggest the tag may follow a colon. If empty, any words may become tags.',
      ),
    tenants: z
      .record(
        z.string(),
        z.object({
          vocabulary: vocabulary
            .default([])
            .describe('Tags of this tenant, one per entry. Words that suggest the tag may follow a colon: `Athletics: game, team, coach`.'),
        }),
      )
      .default({})
      .describe('Vocabularies by the `tenantId` of posts.'),
    model: z.string().default('default').describe('Alias of the model that chooses tags.'),
    caption_model: z.string().default('default').describe('Alias of the multimodal model that describes images.'),
    max_posts: z.int().min(1).max(10_000).default(10_000).describe('Maximum number of posts per run.'),
  }),
})
