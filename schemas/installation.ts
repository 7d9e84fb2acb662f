import { z } from 'zod'
import { defineEvent } from './event.ts'

export const installationFounded = defineEvent({
  name: 'installation.founded',
  description: 'These topics belong to this installation. The first record of the topic counts, and is its only one.',
  schema: z.object({
    installation_id: z.uuid(),
    /** Of this log: another one, or one that began anew, has another id. */
    log_id: z.uuid(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.installation_id,
})
