import { z } from 'zod'
import { defineAgent } from '../../kernel/agents/define-agent.ts'
import { defineTool } from '../../kernel/agents/define-tool.ts'
import type { Offers } from '../../kernel/agents/offers.ts'

/** What the peer's server has, too: a tool that adds, an agent without tools, and one that calls it once. */
export const offers: Offers = {
  tools: [
    defineTool({
      ...{ id: 'admin-add', domain: 'admin', slug: 'add', description: 'add', effect: 'read', timeoutMs: 5_000 },
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.object({ sum: z.number() }),
      handle: async (_ctx, { a, b }) => ({ sum: a + b }),
    }),
  ],
  agents: [
    defineAgent({ id: 'admin-plain', domain: 'admin', slug: 'plain', description: 'x', prompt: 'x', tools: [] }),
    defineAgent({ id: 'admin-tooler', domain: 'admin', slug: 'tooler', description: 'x', prompt: 'x', tools: ['admin-add'] }),
  ],
  workflows: [],
}
