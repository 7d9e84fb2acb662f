import { z } from 'zod'
import { defineEvent } from './event.ts'

export const installationFounded = defineEvent({
  name: 'installation.founded',
  description: 'The installation that owns these topics. The topic has a single record.',
  schema: z.object({
    installation_id: z.uuid().describe('ID of the installation.'),
    log_id: z.uuid().describe('ID of the log. A new or recreated log has another ID.'),
    at: z.iso.datetime().describe('Time of creation.'),
  }),
  key: (p) => p.installation_id,
})
