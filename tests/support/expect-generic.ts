import { z } from 'zod'

const genericBody = z.object({
  error: z.looseObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()),
    timestamp: z.iso.datetime(),
    request_id: z.string().min(1),
  }),
  status_code: z.int(),
  path: z.string(),
  method: z.string(),
})

/** What of a server's inside must never be told: its paths, and the frames of a stack. */
const INSIDE = /node_modules|node:internal|\bat .*\.ts:\d+|SQLITE_|sqlite error/i

/** What is wrong with an answer to hostile input: a fault of the server, or an error that is not the generic body. Undefined when it is well. */
export function faultOf(status: number, text: string): string | undefined {
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`
  if (status < 400) return undefined
  const body = genericBody.safeParse(parsed(text))
  if (!body.success) return `${status} without the generic body: ${text.slice(0, 300)}`
  if (body.data.status_code !== status) return `${status} says ${body.data.status_code}`
  return INSIDE.test(body.data.error.message) ? `${status} tells of the inside: ${body.data.error.message}` : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
