import type { Config } from '../config/config.ts'
import { inFull, messageOf } from '../runtime/errors.ts'
import type { Caller } from './caller.ts'
import { limitsOf } from './limits.ts'

type Holder = Pick<Caller, 'claims' | 'keyName' | 'roles' | 'goodUntil'>

/**
 * Whether the caller holds a role: its token carries it, and the key's `roles`, where `access.keys` names them, have it too. Without
 * tokens the key alone grants: what its `roles` say, else everything, unless it is limited. Where nothing is configured everyone does.
 */
export function holdsRole(caller: Holder, role: string, config: Pick<Config, 'access'>): boolean {
  const { keys } = config.access
  const ofKey = caller.keyName !== undefined && Object.hasOwn(keys, caller.keyName) ? keys[caller.keyName]?.roles : undefined
  if (ofKey && !ofKey.includes(role)) return false
  if (caller.goodUntil !== undefined) return caller.roles.includes(role)
  if (caller.keyName === undefined || ofKey) return true
  return !isLimited(caller, config)
}

/** The message of a failure as this caller may see it: administrators see what is for operators, too. */
export const toldTo = (caller: Holder, error: unknown, adminRole: string, config: Pick<Config, 'access'>): string =>
  holdsRole(caller, adminRole, config) ? inFull(error) : messageOf(error)

/** Whether there is anything that the caller may not read. */
export const isLimited = (caller: Pick<Caller, 'claims' | 'keyName'>, config: Pick<Config, 'access'>): boolean =>
  limitsOf(caller, config).conditions.length > 0
