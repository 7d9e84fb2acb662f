import { z } from 'zod'
import { defineEvent } from './event.ts'

export const indexCleared = defineEvent({
  name: 'index.cleared',
  description: 'Every chunk of an index was removed. What became searchable before `at` is gone; what came later stays.',
  schema: z.object({
    index: z.string().min(1),
    /** Chunks that were removed. */
    deleted: z.int().nonnegative(),
    /** When the clearing began. */
    at: z.iso.datetime(),
  }),
  key: (p) => p.index,
})
