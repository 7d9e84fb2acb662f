import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../runtime/errors.ts'
import { DISCOVERY_TIMEOUT_MS, discover, providerFetch } from './discover.ts'

/**
 * The identity provider's signing keys, from OIDC_JWKS_URL, or found through OIDC_ISSUER's discovery document at the first use.
 * A provider that does not answer in time, or answers without an end, is ApiError unavailable; a key that it does not have stays jose's error.
 */
export function createSigningKeys(source: { jwksUrl?: string; issuer?: string }): JWTVerifyGetKey {
  const get = providerFetch()
  let remote: Promise<JWTVerifyGetKey> | undefined
  const locate = async (): Promise<JWTVerifyGetKey> => {
    const url = source.jwksUrl ?? (await discover(source.issuer!, get)).jwks_uri
    return createRemoteJWKSet(new URL(url), { timeoutDuration: DISCOVERY_TIMEOUT_MS, [customFetch]: get })
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
