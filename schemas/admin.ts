import { z } from 'zod'
import { defineEvent } from './event.ts'

export const adminActed = defineEvent({
  name: 'admin.acted',
  description: 'Audit record of an action of an operator.',
  schema: z.object({
    id: z.uuid().describe('ID of the action.'),
    action: z.string().min(1).max(100).describe('Action, such as `dead-letters.redrive` or `replay.start`.'),
    actor: z.string().min(1).max(256).describe('Name in the header `X-Actor-Id`, else `dashboard-user`.'),
    caller: z.string().nullable().describe('Caller of the key and token. Null if the secret of operators was used.'),
    reason: z.string().max(2000).nullable().describe('Reason that the operator gave.'),
    details: z.record(z.string(), z.unknown()).describe('Target and parameters, depending on the action.'),
    request_id: z.string().describe('ID of the request.'),
    at: z.iso.datetime().describe('Time of the action.'),
  }),
  key: (p) => p.id,
})
