import type { Env } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import { type Discovered, discover } from './discover.ts'

export type SignInEnv = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_SCOPES' | 'OIDC_SIGN_IN_PARAMETERS' | 'SUBSCRIPTION_KEYS'>

/** What the console needs to sign somebody in: nothing of it is a secret. */
export interface ProviderOfPeople {
  readonly client_id: string
  readonly scope: string
  /** Further parameters of the authorization request. */
  readonly parameters: readonly (readonly [string, string])[]
  /** Whether the server asks for a subscription key beside the token. */
  readonly key: boolean
  readonly provider: Omit<Discovered, 'jwks_uri'>
}

/** How people sign in at the identity provider. */
export interface SignInWay {
  /** ApiError unavailable where the provider does not tell its addresses; it is asked again with the next call. */
  provider(): Promise<ProviderOfPeople>
  /** Origins, beside this server's own, that pages have to reach: the issuer's, and those of its endpoints once they are known. */
  origins(): readonly string[]
}

/** Undefined where nobody can sign in: without an issuer, or without a client for browsers. */
export function createSignInWay(env: SignInEnv, ask: typeof discover = discover): SignInWay | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id } = env
  if (!issuer || !client_id) return undefined
  let asked: Promise<Discovered> | undefined
  let found: Discovered | undefined
  async function discovered(): Promise<Discovered> {
    asked ??= ask(issuer!)
    try {
      found = safe(await asked, issuer!)
      return found
    } catch (cause) {
      asked = undefined
      throw new ApiError('unavailable', `the identity provider ${new URL(issuer!).host} does not tell how to sign in`, {
        cause,
        headers: { 'retry-after': '5' },
      })
    }
  }
  return {
    async provider() {
      const { jwks_uri: _, ...provider } = await discovered()
      const parameters = [...new URLSearchParams(env.OIDC_SIGN_IN_PARAMETERS ?? '')]
      return { client_id, scope: env.OIDC_SCOPES, parameters, key: Boolean(env.SUBSCRIPTION_KEYS?.length), provider }
    },
    origins: () => [
      ...new Set([issuer, found?.token_endpoint, found?.revocation_endpoint].flatMap((url) => (url ? [new URL(url).origin] : []))),
    ],
  }
}

/** Codes and tokens go over https where the issuer's own address is one. */
function safe(found: Discovered, issuer: string): Discovered {
  const { authorization_endpoint, token_endpoint, revocation_endpoint, end_session_endpoint } = found
  if (!authorization_endpoint || !token_endpoint) throw new Error('discovery names no authorization or token endpoint')
  const scheme = new URL(issuer).protocol
  for (const url of [authorization_endpoint, token_endpoint, revocation_endpoint, end_session_endpoint])
    if (url && scheme === 'https:' && new URL(url).protocol !== 'https:') throw new Error('discovery names an endpoint without https')
  return found
}
