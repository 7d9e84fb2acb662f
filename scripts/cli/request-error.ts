import { z } from 'zod'

const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string().optional(),
    details: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** A call that the server refused or never answered. `advice` is a sentence that says what to do next. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly advice: string

  constructor(
    message: string,
    facts: { status?: number; code?: string; requestId?: string; retryAfterMs?: number; advice: string; cause?: unknown },
  ) {
    super(message, { cause: facts.cause })
    this.status = facts.status ?? 0
    this.code = facts.code ?? 'unreachable'
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.advice = facts.advice
  }
}

const adviceByCode: Readonly<Record<string, string>> = {
  unauthorized: 'Set MILLRACE_KEY and MILLRACE_TOKEN to a valid subscription key and bearer token.',
  forbidden: 'Use a token whose role allows this.',
  not_found: 'Check the id, and that --server names the right server.',
  conflict: 'Add --replace to put the new file in its place.',
  payload_too_large: 'Split the file or raise upload.max_file_size_mb (100 MB at most).',
  rate_limited: 'Wait a moment, or lower --concurrency.',
  unavailable: 'The server is up but something behind it is not; try again shortly.',
  storage_full: 'Free some space under DATA_DIR on the server, then try again.',
  invalid_request: 'Correct what the message names and run the command again.',
}

/** What to do about an error of the server beyond what its message says: a quota is no full disk. */
const adviceFor = (code: string, details: Readonly<Record<string, unknown>>): string =>
  details.reason === 'quota'
    ? 'Or have the quota raised (storage in the settings).'
    : (adviceByCode[code] ?? 'Try again; if it stays, report it with the request id.')

/** A message of the server as a sentence that another one can follow. */
const sentence = (message: string): string => {
  const words = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(words) ? words : `${words}.`
}

/** The error of a reply that is not a success. Reads the body. */
export async function errorOfReply(reply: Response): Promise<RequestError> {
  const text = await reply.text()
  const retryAfter = Number(reply.headers.get('retry-after'))
  const facts = {
    status: reply.status,
    requestId: reply.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : undefined,
  }
  const body = errorBody.safeParse(parseJson(text))
  if (!body.success)
    return new RequestError(`The server answered ${reply.status} without an explanation.`, {
      ...facts,
      code: 'unexpected',
      advice: 'Check that --server (or MILLRACE_URL) names a Millrace server.',
    })
  const { code, message, request_id, details } = body.data.error
  return new RequestError(sentence(message), {
    ...facts,
    code,
    requestId: request_id ?? facts.requestId,
    advice: adviceFor(code, details ?? {}),
  })
}

/** The JSON value of a text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
