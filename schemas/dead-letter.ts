import { z } from 'zod'
import { defineEvent } from './event.ts'

export const deadLettered = defineEvent({
  name: 'dead.letter',
  description: 'A record that a consumer gave up on, with everything that a redrive needs.',
  schema: z.object({
    consumer: z.string(),
    topic: z.string(),
    partition: z.int().nonnegative(),
    offset: z.string(),
    key: z.string(),
    headers: z.record(z.string(), z.string()),
    /** The record's value; base64 when it is not valid UTF-8; empty when it is too long and must be read at its offset. */
    value: z.string(),
    encoding: z.enum(['utf8', 'base64', 'by-offset']),
    error: z.object({ code: z.string(), message: z.string(), kind: z.enum(['terminal', 'exhausted']) }),
    attempts: z.int().nonnegative(),
    at: z.iso.datetime(),
  }),
  key: (p) => p.key,
})
