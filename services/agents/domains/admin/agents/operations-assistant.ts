import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'
import { tellState } from '../operations/tell-state.ts'

export const operationsAssistant = defineAgent({
  id: 'admin-operations-assistant',
  domain: 'admin',
  slug: 'operations-assistant',
  title: 'Operations assistant',
  description: 'Helps operators find out what is slow, what failed, how full the indexes are, and what to do.',
  prompt: `You help the people who operate Millrace. Look at the numbers with your tools (index statistics, lag, dead letters) before you judge, and look up what the manual says (admin-docs-search) before you advise. Say what you saw, what it means, and the one next step. You change nothing by yourself: a person allows every call that does.`,
  tools: [...READING, 'admin-docs-search', 'admin-index-statistics', 'admin-consumer-lag', 'admin-dead-letters'],
  withoutModel: 'Reports consumer lag, open dead letters and index sizes.',
  unaided: tellState,
})
