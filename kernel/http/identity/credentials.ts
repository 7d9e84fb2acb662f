import type { Caller } from '../../access/caller.ts'
import type { Env } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Asking } from '../app/app.ts'
import type { VerifiedToken, VerifyToken } from './tokens.ts'

export type AuthEnv = Pick<
  Env,
  | 'HOST'
  | 'SUBSCRIPTION_KEYS'
  | 'OIDC_JWKS_URL'
  | 'OIDC_ISSUER'
  | 'OIDC_AUDIENCE'
  | 'OIDC_REQUIRED_ROLE'
  | 'ADMIN_ROLE'
  | 'OIDC_WRITE_ROLE'
  | 'PROMPT_ROLE'
  | 'WIDGET_AUDIENCE'
  | 'WIDGET_ROLE'
  | 'ADMIN_PROXY_SECRET'
  | 'GATEWAY_URL'
>

/** What a request must show: parts that are not configured ask for nothing. */
export interface Checks {
  readonly env: AuthEnv
  /** Name of the key, undefined where no keys are configured. */
  readonly key: (request: Asking, wrong: 'unauthorized' | 'forbidden') => string | undefined
  /** Undefined where no identity provider is configured. */
  readonly token: ((request: Asking, audience: string | undefined) => VerifiedToken | Promise<VerifiedToken>) | undefined
}

export const anonymous: Caller = { roles: [], claims: {}, actor: 'anonymous' }

/** Key and token, as far as they are configured. */
export function apiCaller(
  request: Asking,
  checks: Checks,
  options: { wrongKey?: 'unauthorized' | 'forbidden'; role?: string } = {},
): Caller | Promise<Caller> {
  const name = checks.key(request, options.wrongKey ?? 'unauthorized')
  if (!checks.token) return callerWithKey(name)
  const admitted = (token: VerifiedToken): Caller => {
    requireRole(token, checks.env.OIDC_REQUIRED_ROLE)
    if (options.role) requireRole(token, options.role)
    return callerOf(name, token)
  }
  const token = checks.token(request, checks.env.OIDC_AUDIENCE)
  return token instanceof Promise ? token.then(admitted) : admitted(token)
}

/** A widget's page has no key: where no widget token can be checked, widget routes stay shut. */
export async function widgetCaller(request: Asking, { env, token: check }: Checks): Promise<Caller> {
  if (!check) throw new ApiError('unauthorized', 'widget tokens are not accepted here: no identity provider is configured', BEARER)
  const token = await check(request, env.WIDGET_AUDIENCE)
  requireRole(token, env.WIDGET_ROLE)
  return callerOf(undefined, token)
}

/** What a reply without a good token asks for. */
const BEARER = { headers: { 'www-authenticate': 'Bearer' } }

const byKey = new Map<string | undefined, Caller>()

/** Who shows a key alone, or nothing, is the same each time: the names are those of the configuration. */
export function callerWithKey(keyName: string | undefined): Caller {
  const caller = byKey.get(keyName) ?? callerOf(keyName)
  byKey.set(keyName, caller)
  return caller
}

/**
 * `actor`: the token's subject, else the key's name. ApiError unauthorized for a token that names nobody where no key does either: whoever
 * came with such a one would be the same caller, and read what all of them began.
 */
export function callerOf(keyName: string | undefined, token?: VerifiedToken): Caller {
  if (token && token.subject === undefined && keyName === undefined)
    throw new ApiError('unauthorized', 'the bearer token does not say whose it is: it needs a subject (sub)', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    })
  const actor = token?.subject ?? keyName ?? 'anonymous'
  return { keyName, subject: token?.subject, roles: token?.roles ?? [], claims: token?.claims ?? {}, actor, goodUntil: token?.goodUntil }
}

/**
 * The name of the key in Ocp-Apim-Subscription-Key, or (`asBearer`) in Authorization, where clients of the OpenAI interface put theirs:
 * only where no identity provider is configured, whose tokens stand there.
 */
export function checkKey(
  request: Asking,
  ring: (given: string) => string | undefined,
  { wrong, asBearer }: { wrong: 'unauthorized' | 'forbidden'; asBearer: boolean },
): string {
  const bearer = asBearer ? /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] : undefined
  const given = request.headers['ocp-apim-subscription-key'] ?? bearer
  if (typeof given !== 'string' || given === '') throw new ApiError('unauthorized', 'send the header Ocp-Apim-Subscription-Key')
  const name = ring(given)
  if (name === undefined) throw new ApiError(wrong, 'the subscription key is not valid')
  return name
}

/** The token in Authorization, verified for the audience. */
export function checkToken(request: Asking, audience: string | undefined, verify: VerifyToken): VerifiedToken | Promise<VerifiedToken> {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')
  if (!match) throw new ApiError('unauthorized', 'send the header Authorization: Bearer <token>', BEARER)
  if (audience === undefined) throw new ApiError('unauthorized', 'tokens are not accepted here: no audience is configured', BEARER)
  return verify(match[1]!, audience)
}

function requireRole(token: VerifiedToken, role: string): void {
  if (!token.roles.includes(role)) throw new ApiError('forbidden', `the bearer token lacks the role ${role}`)
}
