import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../runtime/errors.ts'
import type { Identify } from '../identity/auth.ts'
import { anonymous } from '../identity/credentials.ts'
import { addressName } from '../limits/address-name.ts'
import { countedNames, type RateCounter, spend } from '../limits/limits.ts'
import { pathOf } from '../reply/error-body.ts'
import { negotiate, wantsPage } from '../reply/negotiate.ts'
import { sendNotFound } from '../reply/pages.ts'
import type { Access, AccessRule, App } from './app.ts'
import { READING_METHODS } from './changes.ts'
import type { FamilyRules } from './family-rules.ts'
import { type KnownRoutes, lacksParameter } from './known-routes.ts'
import { securityHeaders } from './security-headers.ts'

export interface GateParts {
  readonly identify: Identify
  readonly counter: RateCounter | undefined
  readonly routes: KnownRoutes
  readonly rules: Pick<FamilyRules, 'accessOf'>
}

/** What every request passes before its body is read: its ids, its caller's identity, its budget, and only then whether its path exists. */
export function addGate(app: App, { identify, counter, routes, rules }: GateParts): void {
  // Most requests wait for nothing here, so nothing of it is a promise then.
  app.addHook('onRequest', (request, reply, done): void => {
    reply.headers(securityHeaders).header('x-request-id', request.id)
    request.caller = anonymous
    if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ApiError('invalid_request', 'the request names no host; send the header Host')
    const { url = '*', config, schema } = request.routeOptions
    const is404 = request.is404 || lacksParameter(request.params)
    const allowed = is404 || (isCommandOnOne(request) && routes.mayYield(url)) ? routes.allowed(pathOf(request.url)) : []
    const unrouted = is404 || (allowed.length > 0 && allowed.every(({ method }) => method !== request.method))
    const access = unrouted ? unroutedAccess(request, allowed, rules) : resolved(request, config.access!)
    const counted = (caller: FastifyRequest['caller']): void | Promise<void> => {
      request.caller = caller
      return counter && !config.unlimited ? spend(counter, countedNames(request), reply) : undefined
    }
    const goesOn = (): boolean => {
      if (unrouted) answerUnrouted(request, reply, allowed)
      else negotiate(request, schema)
      return !unrouted
    }
    const known = identified(request, reply, access, identify, counter)
    const passed = known instanceof Promise ? known.then(counted) : counted(known)
    if (passed instanceof Promise) passed.then(goesOn).then((on) => on && done(), done)
    else if (goesOn()) done()
  })
  app.setNotFoundHandler((request) => {
    // only a handler that gives up its own route comes here; unknown paths are answered above
    throw new ApiError('not_found', `there is nothing at ${pathOf(request.url)}`)
  })
}

/** What a router takes for a command on the thing with an id may be one on a path of its own: `DELETE /upload/list` deletes nothing. */
const isCommandOnOne = ({ method, params }: FastifyRequest): boolean =>
  !READING_METHODS.has(method) && Object.keys((params as object | undefined) ?? {}).length > 0

const resolved = (request: FastifyRequest, rule: AccessRule): Access => (typeof rule === 'function' ? rule(request) : rule)

/** For a wrong method the rule of the path's other routes; for an unknown path that of its family. */
function unroutedAccess(request: FastifyRequest, allowed: readonly { access: AccessRule }[], rules: GateParts['rules']): Access {
  if (!allowed.length) return rules.accessOf(pathOf(request.url))
  return allowed.map((a) => resolved(request, a.access)).find((a) => a !== 'open') ?? 'open'
}

/**
 * Refused credentials are counted by address. Who has the right ones passes all the same, because many callers may share an address:
 * what keeps a key from being guessed is its length (kernel/runtime/env.ts).
 */
function identified(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  identify: Identify,
  counter: RateCounter | undefined,
): FastifyRequest['caller'] | Promise<FastifyRequest['caller']> {
  const refused = async (error: unknown): Promise<never> => {
    if (counter && error instanceof ApiError && (error.status === 401 || error.status === 403))
      await spend(counter, { own: `refused:${addressName(request.ip)}` }, reply)
    throw error
  }
  try {
    const caller = identify(request, access)
    return caller instanceof Promise ? caller.catch(refused) : caller
  } catch (error) {
    return refused(error)
  }
}

function answerUnrouted(request: FastifyRequest, reply: FastifyReply, allowed: readonly { method: string }[]): FastifyReply {
  const path = pathOf(request.url)
  if (!allowed.length && wantsPage(request)) return sendNotFound(request, reply)
  if (!allowed.length) throw new ApiError('not_found', `there is nothing at ${path}`)
  const allow = allowed.map((a) => a.method).join(', ')
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
  throw new ApiError('method_not_allowed', `${path} does not answer ${request.method}, but ${allow}`, { headers: { allow } })
}
