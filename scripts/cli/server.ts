import type { z } from 'zod'
import { errorOfReply, parseJson, RequestError } from './request-error.ts'

/** Where the server is and how to sign in to it. */
export interface Server {
  readonly url: string
  readonly key?: string
  readonly token?: string
}

/** Where a command finds the server that `npm start` began in the same environment, unless MILLRACE_URL names another. */
export const serverUrl = ({ MILLRACE_URL, PORT }: Readonly<Record<string, string | undefined>>): string =>
  MILLRACE_URL || `http://127.0.0.1:${PORT || 8080}`

export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData
  readonly signal?: AbortSignal
}

/** One call; resolves with a success or 304 and rejects with a RequestError otherwise. */
export async function call(server: Server, path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', json, form, signal } = options
  const headers = new Headers(options.headers)
  if (server.key) headers.set('Ocp-Apim-Subscription-Key', server.key)
  if (server.token) headers.set('Authorization', `Bearer ${server.token}`)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  const body = json === undefined ? form : JSON.stringify(json)
  let reply: Response
  try {
    reply = await fetch(new URL(path, server.url), { method, headers, body, signal })
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw new RequestError(`No answer from ${server.url}.`, {
      advice: 'Start it with `npm start`, or name another with --server or MILLRACE_URL.',
      cause: error,
    })
  }
  if (!reply.ok && reply.status !== 304) throw await errorOfReply(reply)
  return reply
}

/** One call whose JSON reply fits the schema. */
export async function callJson<T>(server: Server, path: string, schema: z.ZodType<T>, options: CallOptions = {}): Promise<T> {
  const reply = await call(server, path, options)
  return readReply(await reply.text(), schema, reply.headers.get('x-request-id') ?? undefined)
}

/** Parses and checks a JSON text of the server. */
export function readReply<T>(text: string, schema: z.ZodType<T>, requestId?: string): T {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]
  throw new RequestError(`The reply is not what this version expects (${where?.path.join('.') || 'body'}: ${where?.message}).`, {
    code: 'unexpected',
    requestId,
    advice: 'Check that the server and this command are of the same version.',
    cause: parsed.error,
  })
}
