import { z } from 'zod'
import { boundedFetch } from '../../../kernel/net/bounded-fetch.ts'
import type { Env } from '../../../kernel/runtime/env.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'

const names = [
  'WIDGET_TOKEN_URL',
  'WIDGET_TOKEN_TENANT',
  'WIDGET_TOKEN_CLIENT_ID',
  'WIDGET_TOKEN_CLIENT_SECRET',
  'WIDGET_TOKEN_SCOPE',
] as const
export type MintEnv = Pick<Env, (typeof names)[number]>

const replySchema = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.coerce.number().positive().optional() })
const ask = boundedFetch({ maxBytes: 100_000, timeoutMs: 10_000 })

/** The variables that minting still needs. */
export const missingForMinting = (env: MintEnv): string[] => names.filter((name) => env[name] === undefined)

/**
 * A token by the client-credentials flow (RFC 6749 §4.4), as host servers fetch theirs; `expiresIn` in seconds. Only the token leaves this
 * server. ApiError unavailable where a variable is missing, upstream_failed where the identity provider gives none.
 */
export async function mintToken(env: MintEnv): Promise<{ token: string; expiresIn: number | undefined }> {
  const missing = missingForMinting(env)
  if (missing.length)
    throw new ApiError('unavailable', `this server cannot fetch a testing token: set ${missing.join(', ')}`, { details: { missing } })
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: env.WIDGET_TOKEN_CLIENT_ID!,
    client_secret: env.WIDGET_TOKEN_CLIENT_SECRET!,
    scope: env.WIDGET_TOKEN_SCOPE!,
  })
  const url = `${env.WIDGET_TOKEN_URL!.replace(/\/+$/, '')}/${env.WIDGET_TOKEN_TENANT}/oauth2/v2.0/token`
  try {
    const reply = await ask(url, { method: 'POST', body, redirect: 'error', headers: { accept: 'application/json' } })
    if (!reply.ok)
      throw new ApiError('upstream_failed', `the identity provider answered with ${reply.status}; look at the WIDGET_TOKEN_ variables`)
    const { access_token, expires_in } = replySchema.parse(await reply.json())
    return { token: access_token, expiresIn: expires_in }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    // the cause may hold the address or the body, neither of which is for a reply
    throw new ApiError('upstream_failed', 'the identity provider gave no token; look at WIDGET_TOKEN_URL and WIDGET_TOKEN_TENANT', {
      cause,
    })
  }
}
