import { z } from 'zod'
import { boundedFetch } from '../../net/bounded-fetch.ts'

/** Of each call to the identity provider, until its last byte. */
export const DISCOVERY_TIMEOUT_MS = 3_000
/** Of a discovery document or a set of keys: hundreds of keys fit. */
const MAX_BYTES = 524_288

const address = z.url({ protocol: /^https?$/ })
/** OpenID Connect Discovery 1.0 §3 and RFC 9207 §3, as far as they are used here. */
const discoverySchema = z.object({
  issuer: z.string(),
  jwks_uri: address,
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})
export type Discovered = z.output<typeof discoverySchema>

/** A `fetch` for what an identity provider publishes: bounded in time and size. */
export const providerFetch = (): typeof fetch => boundedFetch({ maxBytes: MAX_BYTES, timeoutMs: DISCOVERY_TIMEOUT_MS })

/** The provider's discovery document. Throws where it does not answer, answers something else, or names another issuer. */
export async function discover(issuer: string, get: typeof fetch = providerFetch()): Promise<Discovered> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const reply = await get(url, { redirect: 'error', headers: { accept: 'application/json' } })
  if (!reply.ok) throw new Error(`discovery answered ${reply.status}`)
  const found = discoverySchema.parse(await reply.json())
  if (found.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error('discovery names another issuer')
  return found
}
