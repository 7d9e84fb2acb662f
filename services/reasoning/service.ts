import type { Service } from '../../kernel/service.ts'
import { reasoningSection } from './reasoning-section.ts'
import { commands, registerReasoningRoutes } from './routes.ts'
import { reasoningRun } from './run.ts'
import { analysts, readers } from './thread/threads.ts'

/** Findings about series and numbers, each with its number and its test. */
export const reasoning: Service = {
  name: 'reasoning',
  access: { prefixes: { '/reasoning-engine': 'strict' }, changes: { own: commands } },
  tag: { name: 'reasoning', description: 'Analysis of series and datasets.' },
  pages: [{ file: 'reasoning', paths: ['/reasoning'], nav: { title: 'Reasoning', group: 'Analysis', key: 'e' } }],
  config: [reasoningSection],
  runs: [reasoningRun],
  routes: registerReasoningRoutes,
  queues: { reasoning: analysts.waiting },
  async stop() {
    await Promise.all([analysts.close(), readers.close()])
  },
}
