import { existsSync, readdirSync } from 'node:fs'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { Tool } from '../../../kernel/agents/define-tool.ts'
import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import { domains } from '../../../kernel/agents/domains.ts'
import type { Offers } from '../../../kernel/agents/offers.ts'

/**
 * Every file `<domain>/{agents,tools,workflows}/<slug>.ts` of this folder, each with one exported value: to add one, a file is enough.
 * Throws an Error that names a file which exports something else.
 */
export async function discover(): Promise<Offers> {
  const [tools, agents, workflows] = await Promise.all([
    valuesOf<Tool>('tools', (value) => typeof value.handle === 'function'),
    valuesOf<Agent>('agents', (value) => typeof value.prompt === 'string'),
    valuesOf<Workflow>('workflows', (value) => typeof value.run === 'object'),
  ])
  return { tools, agents, workflows }
}

async function valuesOf<Value>(kind: keyof Offers, fits: (value: Record<string, unknown>) => boolean): Promise<Value[]> {
  const files = domains.flatMap((domain) => {
    const folder = new URL(`./${domain}/${kind}/`, import.meta.url)
    const names = existsSync(folder) ? readdirSync(folder) : []
    return names
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => ({ domain, slug: name.slice(0, -3), url: new URL(name, folder) }))
  })
  return Promise.all(
    files.map(async ({ domain, slug, url }) => {
      const exported = Object.values((await import(url.href)) as Record<string, unknown>)
      const [value] = exported.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null && 'slug' in one)
      if (!value || !fits(value) || value.slug !== slug || value.domain !== domain)
        throw new Error(`${domain}/${kind}/${slug}.ts: it exports one ${kind.slice(0, -1)} of the domain ${domain} with the slug ${slug}`)
      return value as Value
    }),
  )
}
