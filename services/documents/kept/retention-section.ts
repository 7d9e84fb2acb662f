import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** How long what nothing shows any more is kept. */
export const retentionSection = defineSection({
  name: 'retention',
  schema: z.object({
    generations: z
      .number()
      .min(0)
      .max(3650)
      .default(7)
      .describe(
        'Days for which the files of deleted documents and of replaced ones are kept, so that an index can be rebuilt as of a time before; 0: they go at once.',
      ),
  }),
})
