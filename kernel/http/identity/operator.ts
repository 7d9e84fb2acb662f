import type { Caller } from '../../access/caller.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Asking } from '../app/app.ts'
import { callerName } from './caller-name.ts'
import { apiCaller, type Checks } from './credentials.ts'
import { sameSecret } from './subscription-keys.ts'

const ACTOR = /^[\x20-\x7e]{1,256}$/

/**
 * The guard of operator routes: the proxy secret, or key and token with ADMIN_ROLE. Neither is 401, a wrong secret 403 whatever
 * else is sent, and 503 where a gateway is announced but no secret is configured.
 */
export async function operatorCaller(request: Asking, checks: Checks): Promise<Caller> {
  const { env } = checks
  const given = request.headers['x-runtime-admin-proxy-secret']
  if (!env.ADMIN_PROXY_SECRET && env.GATEWAY_URL)
    throw new ApiError('unavailable', 'the guard of operator routes is not configured: set ADMIN_PROXY_SECRET', {
      headers: { 'retry-after': '60' },
    })
  if (env.ADMIN_PROXY_SECRET && given !== undefined) {
    if (!sameSecret(String(given), env.ADMIN_PROXY_SECRET)) throw new ApiError('forbidden', 'the proxy secret is wrong')
    return { roles: [], claims: {}, actor: actorOf(request) }
  }
  if (env.ADMIN_PROXY_SECRET && !checks.token) throw neither()
  const caller = await administrator(request, checks)
  return { ...caller, actor: actorOf(request, callerName(caller)) }
}

async function administrator(request: Asking, checks: Checks): Promise<Caller> {
  try {
    return await apiCaller(request, checks, { role: checks.env.ADMIN_ROLE })
  } catch (error) {
    // a token without the role is no operator's credential at all: the contract asks for 401 here
    if (error instanceof ApiError && error.code === 'forbidden') throw neither()
    throw error
  }
}

const neither = (): ApiError => new ApiError('unauthorized', 'send the proxy secret, or a key and a token with the administrator role')

/** The actor header, else the key or subject that the caller showed; where no name is known it is the console's. */
function actorOf({ headers }: Asking, name = 'dashboard-user'): string {
  for (const given of [headers['x-actor-id'], headers['x-ms-client-principal-id']])
    if (typeof given === 'string' && ACTOR.test(given)) return given
  return name
}
