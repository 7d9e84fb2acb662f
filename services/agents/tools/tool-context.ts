import type { FastifyRequest } from 'fastify'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'

/** What a tool gets for a request: models take the caller's turn, and the indexes show what the caller may read. */
export function toolContext(edge: EdgeContext, request: FastifyRequest, signal: AbortSignal): ToolContext {
  const { caller } = request
  return {
    ports: onBehalf(edge.ports, callerName(caller)),
    edge,
    caller,
    cause: { requestId: request.id, traceparent: request.traceparent },
    signal,
    log: request.log as Logger,
    search: edge.readAs(caller),
  }
}
