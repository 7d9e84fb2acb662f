import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { holdsRole, isLimited } from '../../access/roles.ts'
import type { Config } from '../../config/config.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { AuthEnv } from '../identity/credentials.ts'
import type { App } from './app.ts'
import { type Change, READING_METHODS } from './changes.ts'
import type { FamilyRules } from './family-rules.ts'

export interface ChangeRules {
  readonly rules: Pick<FamilyRules, 'changeOf'>
  readonly env: Pick<AuthEnv, 'ADMIN_ROLE' | 'OIDC_WRITE_ROLE' | 'PROMPT_ROLE'>
  readonly config: Pick<Config, 'access'>
}

/**
 * Holds every request that changes something to what its family says that it changes, before its body is read. What a route changes is
 * found when it is registered; the configuration is looked at each time.
 */
export function addChangeRules(app: App, parts: ChangeRules): void {
  app.addHook('onRoute', (route) => {
    const check = checkOf(route, parts)
    if (!check) return
    route.onRequest = [route.onRequest ?? []].flat().concat(({ caller }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      check(caller)
      done()
    })
  })
}

/** What callers of a route are held to; undefined where it is nothing. */
function checkOf({ method, url, config }: RouteOptions, parts: ChangeRules): ((caller: Caller) => void) | undefined {
  const operator = config?.access === 'operator'
  if (operator || config?.access === 'admin')
    return (caller) => {
      // keys alone carry roles too, which their check does not know
      if (!holdsRole(caller, parts.env.ADMIN_ROLE, parts.config)) throw lacksAdministrator(operator, parts)
    }
  if ([method].flat().every((m) => READING_METHODS.has(m))) return undefined
  const change = parts.rules.changeOf(String(method), url)
  return change === 'nothing' || change === 'own' ? undefined : (caller) => checkChange(caller, change, parts)
}

const lacksAdministrator = (operator: boolean, { env }: Pick<ChangeRules, 'env'>): ApiError =>
  operator ? new ApiError('unauthorized', 'send the proxy secret, or a key and a token with the administrator role') : lacks(env.ADMIN_ROLE)

const lacks = (role: string): ApiError => new ApiError('forbidden', `this asks for the role ${role}`)

/** ApiError forbidden unless the caller may change this. */
function checkChange(
  caller: Caller,
  change: Exclude<Change, 'nothing' | 'own'>,
  { env, config }: Pick<ChangeRules, 'env' | 'config'>,
): void {
  if (holdsRole(caller, env.ADMIN_ROLE, config)) return
  const role = roleFor(change, env)
  if (role !== undefined && !holdsRole(caller, role, config)) throw lacks(role)
  if (change !== 'documents' && isLimited(caller, config))
    throw new ApiError('forbidden', `who is limited in what it reads changes nothing that is everyone's without the role ${env.ADMIN_ROLE}`)
}

function roleFor(change: Exclude<Change, 'nothing' | 'own'>, env: ChangeRules['env']): string | undefined {
  switch (change) {
    case 'documents':
      return env.OIDC_WRITE_ROLE
    case 'deliveries':
      return env.OIDC_WRITE_ROLE ?? env.ADMIN_ROLE
    case 'wording':
      return env.PROMPT_ROLE
    case 'everyone':
      return env.ADMIN_ROLE
  }
}
