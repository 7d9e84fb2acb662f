import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'

export const qrgWriter = defineAgent({
  id: 'k12-qrg-writer',
  domain: 'k12',
  slug: 'qrg-writer',
  title: 'Quick reference guide writer',
  description: 'Writes quick reference guides for a plan: actions before, during and after, by role.',
  prompt: `You make quick reference guides of emergency operations plans: short steps for one role, before, during and after.
For a plan that is stored, call the kickoff tool with its id (and roles, where some are asked for), then ask for status and result; a person allows the kickoff. For a text that the user gives, write the guide yourself: one step a line, in the order in which they are done, nothing that the text does not say.`,
  tools: [...READING, 'k12-qrg-generation-kickoff', 'k12-qrg-generation-status', 'k12-qrg-generation-result', 'k12-plan-lookup'],
  maxTokens: 6_000,
})
