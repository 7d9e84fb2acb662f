import { z } from 'zod'
import { defineEvent } from '../../../schemas/event.ts'

export const eventNamed = (name: string) =>
  defineEvent({ name, description: 'For tests.', schema: z.object({ name: z.string() }), key: (p) => p.name })
