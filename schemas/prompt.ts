import { z } from 'zod'
import { defineEvent } from './event.ts'

export const promptChanged = defineEvent({
  name: 'prompt.changed',
  description: 'A prompt was saved, relabeled, renamed, deleted or made the default. Its text stays in the prompt folder.',
  schema: z.object({
    prompt_type: z.enum(['system', 'response', 'experiment']),
    /** The version that the change was about. */
    prompt_id: z.string().min(1),
    /** Without `.j2`; the new one after a renaming. */
    name: z.string().min(1),
    change: z.enum(['saved', 'updated', 'renamed', 'deleted', 'default_set']),
    /** The default of the type from now on; null: the built-in prompt. */
    current_id: z.string().nullable(),
    /** Number of the manifest after the change: the higher one is the later one. */
    manifest_version: z.int().positive(),
    actor: z.string(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.prompt_type,
})
