import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import { domains, isDomain } from '../../../kernel/agents/domains.ts'
import { named, type Offers } from '../../../kernel/agents/offers.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'

/** Where agents are: at the gateway, which is shown, and directly. */
export const agentBases = ['/ai/:domain/agents/:slug', ...domains.map((domain) => `/${domain}/agents/:slug`)]

export const agentParams = z.object({ domain: z.string().optional(), slug: z.string() })

/** The agent of a path. ApiError not_found. */
export function agentOf({ agents }: Pick<Offers, 'agents'>, request: FastifyRequest): Agent {
  const { slug, domain = request.routeOptions.url?.split('/')[1] ?? '' } = request.params as { slug: string; domain?: string }
  const agent = isDomain(domain) ? named(agents, domain, slug) : undefined
  if (agent) return agent
  throw new ApiError('not_found', `there is no agent ${domain.slice(0, 60)}/${slug.slice(0, 60)}; GET /agents.json lists them`)
}
