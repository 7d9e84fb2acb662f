import { z } from 'zod'
import { defineSection } from '../../../kernel/config/section.ts'

/** What is accepted. */
export const uploadSection = defineSection({
  name: 'upload',
  schema: z.object({
    max_file_size_mb: z.number().positive().max(100).default(100).describe('Maximum size of an uploaded file, in megabytes.'),
  }),
})
