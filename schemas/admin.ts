import { z } from 'zod'
import { defineEvent } from './event.ts'

export const adminActed = defineEvent({
  name: 'admin.acted',
  description: 'An operator did something: what, who, when and why. The audit record.',
  schema: z.object({
    id: z.uuid(),
    /** What was done, as words joined by dots: `dead-letters.redrive`, `replay.start`. */
    action: z.string().min(1).max(100),
    /** Who says to have done it: the actor header, else `dashboard-user`. */
    actor: z.string().min(1).max(256),
    /** Whose key and token came with it, where it was not the proxy's secret. */
    caller: z.string().nullable(),
    reason: z.string().max(2000).nullable(),
    /** What it was done to, in the action's own words. */
    details: z.record(z.string(), z.unknown()),
    request_id: z.string(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.id,
})
