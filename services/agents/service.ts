import type { Service } from '../../kernel/service.ts'

/** The paths of agents, tools and workflows: whoever asks there is asked who it is, whether there is something or not. */
export const agents: Service = {
  name: 'agents',
  access: {
    prefixes: {
      '/ai': 'api',
      '/mcp': 'api',
      '/tap': 'api',
      '/agents': 'open',
      '/tools': 'open',
      '/workflows': 'open',
      '/docs/chat': 'key',
    },
  },
  tag: { name: 'agents', description: 'Agents, tools and workflows.' },
}
