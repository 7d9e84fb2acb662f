import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../runtime/errors.ts'
import { DISCOVERY_TIMEOUT_MS, discover, providerFetch } from './discover.ts'

/** Keys are asked for anew after so long, beside the requests that need them. */
const RENEW_MS = 10 * 60_000
/** So long a provider that does not answer takes nobody's tokens along: they hold by the keys that it told last. */
const KEEP_MS = 60 * 60_000

/**
 * The identity provider's signing keys, from OIDC_JWKS_URL, or found through OIDC_ISSUER's discovery document at the first use.
 * A provider that does not answer in time, or answers without an end, is ApiError unavailable; a key that it does not have stays jose's error.
 */
export function createSigningKeys(source: { jwksUrl?: string; issuer?: string }, now: () => number = Date.now): JWTVerifyGetKey {
  const get = providerFetch()
  let remote: Promise<JWTVerifyGetKey> | undefined
  const locate = async (): Promise<JWTVerifyGetKey> => {
    const url = source.jwksUrl ?? (await discover(source.issuer!, get)).jwks_uri
    const bounds = { timeoutDuration: DISCOVERY_TIMEOUT_MS, cacheMaxAge: Number.POSITIVE_INFINITY, [customFetch]: get }
    return renewed(createRemoteJWKSet(new URL(url), bounds), now)
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

function renewed(keys: ReturnType<typeof createRemoteJWKSet>, now: () => number): JWTVerifyGetKey {
  let told = Number.NEGATIVE_INFINITY
  const renew = async () => {
    await keys.reload()
    told = now()
  }
  return async (header, token) => {
    const age = now() - told
    if (age > KEEP_MS) await renew()
    else if (age > RENEW_MS) void renew().catch(() => undefined)
    return keys(header, token)
  }
}

const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported

const settled = (promise: Promise<unknown> | undefined): Promise<boolean> =>
  promise?.then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false)
