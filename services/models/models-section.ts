import { z } from 'zod'
import { defineSection } from '../../kernel/config/section.ts'

/** What the platform does by itself about model servers. */
export const localModelsSection = defineSection({
  name: 'local_models',
  schema: z.object({
    look_at_start: z
      .boolean()
      .default(true)
      .describe('Where no model is connected, a start looks once for a model server on this machine, to offer it.'),
  }),
})
