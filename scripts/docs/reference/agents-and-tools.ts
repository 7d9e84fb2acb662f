import { z } from 'zod'
import { type Agent, promptNameOf } from '../../../kernel/agents/define-agent.ts'
import { inputSchemaOf, type Tool } from '../../../kernel/agents/define-tool.ts'
import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import { type Domain, domains } from '../../../kernel/agents/domains.ts'
import { collectOffers } from '../../../kernel/agents/offers.ts'
import { READING } from '../../../kernel/agents/read-documents.ts'
import { consumerLag } from '../../../services/agents/tools/consumer-lag.ts'
import { services } from '../../../services/catalog.ts'
import { blocks, choices, code, type ReferencePage, table, withCode } from './page.ts'

/** Names of the domains, for people. */
const DOMAINS: Readonly<Record<Domain, string>> = {
  admin: 'Documents and operations',
  k12: 'School safety',
  sdac: 'Cost reports',
  tap: 'Tagging',
}

/** Optional inputs beyond this number are only counted. */
const MAX_OPTIONAL = 8

/** Names of the inputs in one line, required ones first. */
function inputsOf(schema: Readonly<Record<string, unknown>>): string {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, unknown>; required?: readonly string[] }
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const more = optional.length > MAX_OPTIONAL ? [`${optional.length} optional inputs`] : optional.map((name) => `${code(name)} (optional)`)
  const named = [
    ...Object.keys(properties)
      .filter((name) => required.includes(name))
      .map(code),
    ...more,
  ]
  return named.length > 0 ? named.join(', ') : 'none'
}

const toolRow = (tool: Tool): string[] => [
  code(tool.id),
  withCode(tool.description),
  inputsOf(inputSchemaOf(tool)),
  tool.access === 'admin' ? `${tool.effect}, administrators only` : tool.effect,
]

function withoutModel({ id, unaided, withoutModel: said }: Agent): string {
  if (!unaided) return 'Requires a model.'
  if (said === undefined) throw new Error(`${id}: \`withoutModel\` does not say what it does without a model`)
  return said
}

const agentRow = (agent: Agent): string[] => [
  code(agent.id),
  agent.description,
  ['document tools', ...agent.tools.filter((tool) => !(READING as readonly string[]).includes(tool)).map(code)].join(', '),
  withoutModel(agent),
  code(promptNameOf(agent)),
]

const workflowRow = (workflow: Workflow): string[] => [
  code(workflow.id),
  workflow.description,
  inputsOf(z.toJSONSchema(workflow.run.input, { io: 'input', unrepresentable: 'any' }) as Readonly<Record<string, unknown>>),
  workflow.run.steps.map(({ name }) => code(name)).join(', '),
]

export const agentsAndTools: ReferencePage = {
  name: 'agents-and-tools',
  title: 'Agents and tools',
  summary: 'Every agent, tool and workflow by domain, with inputs, effects and what works without a model.',
  questions: [
    'Which agents are there?',
    'Which tools can an agent use?',
    'Which tools change something and wait for approval?',
    'What does an agent do without a model?',
    'Which tools does the MCP server offer?',
    'Which workflows are there?',
    'How do I replace the prompt of an agent?',
  ],
  body: () => {
    const { agents, tools, workflows } = collectOffers([...services, { tools: [consumerLag(() => [])] }])
    const sorted = domains.toSorted()
    return blocks(
      'Agents, tools and workflows are called over HTTP, from the console and by MCP clients.',
      table(
        ['Kind', 'Route', 'How-to'],
        [
          ['Agent', code('POST /ai/DOMAIN/agents/SLUG/generate'), '[Ask an agent](../how-to/ask-an-agent.md)'],
          ['Tool', code('POST /ai/DOMAIN/tools/SLUG'), '[Connect MCP clients](../how-to/connect-mcp-clients.md)'],
          ['Workflow', code('POST /ai/DOMAIN/workflows/SLUG/start'), '[Follow runs](../how-to/follow-runs.md)'],
        ],
      ),
      'The slug is the ID without the domain and the hyphen after it. `GET /tools.json`, `/agents.json` and `/workflows.json` list everything with JSON Schemas.',
      'A tool with the effect `read` changes nothing. When an agent calls a tool with the effect `write`, the call waits for approval: see [Approve tool calls](../how-to/approve-tool-calls.md).',
      `The document tools of all agents are ${choices(READING, 'and')}.`,
      'A prompt of the given name in the prompt repository replaces the built-in prompt of an agent.',
      ...sorted.map((domain) => {
        const of = <Value extends { readonly domain: Domain }>(values: readonly Value[]) =>
          values.filter((value) => value.domain === domain)
        const [ownAgents, ownTools, ownWorkflows] = [of(agents), of(tools), of(workflows)]
        return blocks(
          `## ${DOMAINS[domain]} (${domain})`,
          ownAgents.length > 0 && table(['Agent', 'Description', 'Tools', 'Without a model', 'Prompt name'], ownAgents.map(agentRow)),
          ownTools.length > 0 && table(['Tool', 'Description', 'Inputs', 'Effect'], ownTools.map(toolRow)),
          ownWorkflows.length > 0 && table(['Workflow', 'Description', 'Inputs', 'Steps'], ownWorkflows.map(workflowRow)),
        )
      }),
    )
  },
}
