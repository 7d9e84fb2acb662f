import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What the platform does by itself about model servers. */
export const localModelsSection = defineSection({
  name: 'local_models',
  schema: z.object({
    look_at_start: z
      .boolean()
      .default(true)
      .describe('When no model is connected, checks once at startup for a model server on this machine and offers it in Settings.'),
  }),
})
