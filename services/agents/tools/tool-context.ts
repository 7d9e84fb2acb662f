import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { LazyContext } from '../../../kernel/agents/lazy-context.ts'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'

/** What a tool gets for a request: models take the caller's turn, and the indexes show what the caller may read. */
export const toolContext = (edge: EdgeContext, { caller, id, traceparent, log }: FastifyRequest, reply: FastifyReply): ToolContext =>
  new LazyContext(
    { edge, caller, cause: { requestId: id, traceparent }, log: log as Logger },
    {
      ports: () => onBehalf(edge.ports, callerName(caller)),
      search: () => edge.readAs(caller),
      signal: () => leaving(reply),
    },
  )
