import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../kernel/access/caller.ts'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { LazyContext, type MakeContext } from '../../../kernel/agents/lazy-context.ts'
import { onBehalf } from '../../../kernel/budgets/on-behalf.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'

interface Asked {
  readonly edge: EdgeContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Made {
  readonly edge: EdgeContext
  /** The embedder that served then: what the ports say of it is a copy. */
  readonly embedder: Embedder | undefined
  readonly ports: ToolContext['ports']
}

/** By caller: those with a key alone, and those that are remembered by their token, are the same with each request. */
const portsOf = new WeakMap<Caller, Made>()

function portsFor(edge: EdgeContext, caller: Caller): ToolContext['ports'] {
  const known = portsOf.get(caller)
  const embedder = edge.ports.embedder.current?.()
  if (known?.edge === edge && known.embedder === embedder) return known.ports
  const ports = onBehalf(edge.ports, callerName(caller))
  portsOf.set(caller, { edge, embedder, ports })
  return ports
}

const ofRequest: MakeContext<Asked> = {
  cause: ({ request: { id, traceparent } }) => ({ requestId: id, traceparent }),
  ports: ({ edge, request }) => portsFor(edge, request.caller),
  search: ({ edge, request }) => edge.readAs(request.caller),
  signal: ({ reply }) => leaving(reply),
}

/** What a tool gets for a request: models take the caller's turn, and the indexes show what the caller may read. */
export const toolContext = (edge: EdgeContext, request: FastifyRequest, reply: FastifyReply): ToolContext =>
  new LazyContext({ edge, caller: request.caller, log: request.log as Logger }, ofRequest, { edge, request, reply })
