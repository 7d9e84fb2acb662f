import type { FastifyRequest } from 'fastify'
import { adminActed } from '../../../schemas/admin.ts'
import type { Clock } from '../../runtime/clock.ts'
import { newId } from '../../runtime/ids.ts'
import { callerName } from './caller-name.ts'

/** Who acts, for audit records: the actor header, else the caller's name, else `dashboard-user`. */
export const actorOf = ({ caller }: Pick<FastifyRequest, 'caller'>): string => caller.actor

/**
 * The audit record of what an operator does, as a draft: publish it together with what follows from the action. `action` is words joined
 * by dots (`dead-letters.redrive`).
 */
export function auditRecord(
  request: Pick<FastifyRequest, 'caller' | 'id'>,
  clock: Clock,
  { action, reason, details = {} }: { action: string; reason?: string | undefined; details?: Record<string, unknown> },
) {
  const id = newId()
  const draft = adminActed.make({
    id,
    action,
    actor: actorOf(request),
    caller: callerName(request.caller) ?? null,
    reason: reason ?? null,
    details,
    request_id: request.id,
    at: new Date(clock.now()).toISOString(),
  })
  return { ...draft, id }
}
