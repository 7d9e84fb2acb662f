import type { Caller } from '../../access/caller.ts'
import type { Access, Asking } from '../app/app.ts'
import { type AuthEnv, anonymous, apiCaller, type Checks, callerOf, checkKey, checkToken, widgetCaller } from './credentials.ts'
import { checkOpenMode } from './open-mode.ts'
import { operatorCaller } from './operator.ts'
import { checkOrigin } from './own-origin.ts'
import { rememberCallers } from './remember-callers.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createKeyRing } from './subscription-keys.ts'
import { createTokenVerifier, type VerifyToken } from './tokens.ts'

/** Finds out who calls, as the rule asks, at once where nothing has to be fetched or verified. ApiError unauthorized, forbidden, or unavailable. */
export type Identify = (request: Asking, access: Access) => Caller | Promise<Caller>

/** Credentials count in headers only, never in URLs. */
export function createIdentify(env: AuthEnv, verify: VerifyToken | undefined = verifierOf(env)): Identify {
  const ring = env.SUBSCRIPTION_KEYS && createKeyRing(env.SUBSCRIPTION_KEYS)
  const checks: Checks = {
    env,
    key: (request, wrong) => (ring ? checkKey(request, ring, { wrong, asBearer: !verify }) : undefined),
    token: verify && ((request, audience) => checkToken(request, audience, verify)),
  }
  const nothingConfigured = !ring && !verify
  const api = rememberCallers((request) => apiCaller(request, checks))
  return (request, access) => {
    if (nothingConfigured) checkOpenMode(request, env.HOST)
    checkOrigin(request, env, !nothingConfigured)
    switch (access) {
      case 'open':
        return anonymous
      case 'key':
        return ring ? callerOf(checks.key(request, 'unauthorized')) : apiCaller(request, checks)
      case 'api':
        return api(request)
      case 'strict':
        return apiCaller(request, checks, { wrongKey: 'forbidden' })
      case 'admin':
        return apiCaller(request, checks, { role: env.ADMIN_ROLE })
      case 'operator':
        return operatorCaller(request, checks)
      case 'frame':
        return nothingConfigured ? anonymous : widgetCaller(request, checks)
    }
  }
}

function verifierOf(env: AuthEnv): VerifyToken | undefined {
  if (!env.OIDC_JWKS_URL && !env.OIDC_ISSUER) return undefined
  return createTokenVerifier({ keys: createSigningKeys({ jwksUrl: env.OIDC_JWKS_URL, issuer: env.OIDC_ISSUER }), issuer: env.OIDC_ISSUER })
}
