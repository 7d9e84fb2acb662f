import { z } from 'zod'
import { boundedFetch } from '../../kernel/net/bounded-fetch.ts'
import { guardedFetch } from '../../kernel/net/guarded-fetch.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'

const MAX_BYTES = 2_000_000
const MAX_MODELS = 1_000

/** `details.reason` of a server that is there, and not ready yet. */
export const LOADING = 'loading'

/** What an OpenAI-style list of models is, whoever serves it. */
const listSchema = z.object({
  data: z.array(z.object({ id: z.string().min(1).max(300), owned_by: z.string().optional().catch(undefined) })),
})
export type ListedModel = z.output<typeof listSchema>['data'][number]

/** The server's own list of models; undefined where it has none (404, or something else than a list). Rejects where it refuses or is away. */
export async function listModels(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey?: string },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<readonly ListedModel[] | undefined> {
  const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const send = boundedFetch({ maxBytes: MAX_BYTES, timeoutMs }, guardedFetch)
  const reply = await send(`${baseUrl}/models`, { headers, ...(signal ? { signal } : {}) })
  if (reply.ok) {
    const list = listSchema.safeParse(await reply.json().catch(() => undefined))
    return list.success ? list.data.data.slice(0, MAX_MODELS) : undefined
  }
  const said = reply.status === 503 ? await reply.text().catch(() => '') : await reply.body?.cancel()
  // llama.cpp says so while it starts
  if (said?.includes('Loading model'))
    throw new ApiError('upstream_failed', 'The server still loads its model; ask again in a moment.', { details: { reason: LOADING } })
  if (reply.status === 404 || reply.status === 405) return undefined
  const meaning = reply.status === 401 || reply.status === 403 ? ': it does not accept the key' : ''
  throw new ApiError('upstream_failed', `The server answered with status ${reply.status}${meaning}.`, {
    details: { provider_status: reply.status },
  })
}
