import { z } from 'zod'
import { defineEvent } from './event.ts'

export const promptChanged = defineEvent({
  name: 'prompt.changed',
  description: 'A prompt was saved, relabeled, renamed, deleted or made the default. The event does not contain its text.',
  schema: z.object({
    prompt_type: z.enum(['system', 'response', 'experiment']).describe('Type of the prompt.'),
    prompt_id: z.string().min(1).describe('Version that changed.'),
    name: z.string().min(1).describe('Name of the prompt after the change.'),
    change: z.enum(['saved', 'updated', 'renamed', 'deleted', 'default_set']).describe('What changed.'),
    current_id: z.string().nullable().describe('Default version of the type after the change. Null means the built-in prompt.'),
    manifest_version: z.int().positive().describe('Number of the change. Later changes have higher numbers.'),
    actor: z.string().describe('Caller that made the change.'),
    at: z.iso.datetime().describe('Time of the change.'),
  }),
  key: (p) => p.prompt_type,
})
