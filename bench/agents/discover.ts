import type { Offers } from '../../kernel/agents/offers.ts'
import { discover as discovered } from '../../services/agents/domains/discover.ts'
import { offers } from './offers.ts'

/** What the product has, and what is measured. */
export async function discover(): Promise<Offers> {
  const { tools, agents, workflows } = await discovered()
  return { tools: [...tools, ...offers.tools], agents: [...agents, ...offers.agents], workflows }
}
