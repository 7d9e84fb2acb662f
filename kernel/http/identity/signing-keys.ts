import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { boundedFetch } from '../../net/bounded-fetch.ts'
import { ApiError } from '../../runtime/errors.ts'

const TIMEOUT_MS = 3_000
/** Of a discovery document or a set of keys: hundreds of keys fit. */
const MAX_BYTES = 524_288
const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * The identity provider's signing keys, from OIDC_JWKS_URL, or found through OIDC_ISSUER's discovery document at the first use.
 * A provider that does not answer in time, or answers without an end, is ApiError unavailable; a key that it does not have stays jose's error.
 */
export function createSigningKeys(source: { jwksUrl?: string; issuer?: string }): JWTVerifyGetKey {
  const get = boundedFetch({ maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })
  let remote: Promise<JWTVerifyGetKey> | undefined
  const locate = async (): Promise<JWTVerifyGetKey> => {
    const url = source.jwksUrl ?? (await discover(source.issuer!, get))
    return createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, [customFetch]: get })
  }
  return async (header, token) => {
    try {
      remote ??= locate()
      return await (await remote)(header, token)
    } catch (cause) {
      if (isAboutTheToken(cause)) throw cause
      if (!source.jwksUrl && !(await settled(remote))) remote = undefined
      throw new ApiError('unavailable', 'the identity provider does not answer', { cause, headers: { 'retry-after': '5' } })
    }
  }
}

const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported

const settled = (promise: Promise<unknown> | undefined): Promise<boolean> =>
  promise?.then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false)

async function discover(issuer: string, get: typeof fetch): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const reply = await get(address, { redirect: 'error', headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`discovery answered ${reply.status}`)
  const found = discoverySchema.parse(await reply.json())
  if (found.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error('discovery names another issuer')
  return found.jwks_uri
}
