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
        'Days for which the files of deleted and replaced documents are kept, so that an index can be rebuilt as of an earlier time. 0 deletes them immediately.',
      ),
  }),
})
