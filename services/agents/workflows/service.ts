import type { Service } from '../../../kernel/service.ts'
import { discover } from '../domains/discover.ts'
import { taggingSection } from '../domains/tap/tagging/tagging-section.ts'

/** Works on the runs of the agent runtime's own workflows, whose routes the service `agents` serves: apart from it, because turns of agents stay at an edge. */
export const workflows: Service = {
  name: 'workflows',
  config: [taggingSection],
  runs: [...new Set((await discover()).workflows.map(({ run }) => run))],
}
