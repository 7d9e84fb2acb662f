import { z } from 'zod'

/** Bytes of a rendered text. */
export const MAX_OUTPUT = 1_000_000

/** What a render worker is asked; `variables` as JSON, so that nothing but data comes over, or null to parse alone. */
export const jobSchema = z.object({ template: z.string(), variables: z.string().nullable() })
export type RenderRequest = z.output<typeof jobSchema>

const replySchema = z.union([
  z.object({ text: z.string(), used: z.array(z.string()) }),
  z.object({ error: z.string(), line: z.number().optional(), column: z.number().optional() }),
])
export type RenderReply = z.output<typeof replySchema>

/** What it tells: its processor time since it began, in milliseconds, and a reply; the first message only says that it is ready. */
export const messageSchema = z.object({ cpuMs: z.number(), reply: replySchema.optional() })
export type RenderMessage = z.output<typeof messageSchema>
