import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'

export const functionalAnnexWriter = defineAgent({
  id: 'k12-functional-annex-writer',
  domain: 'k12',
  slug: 'functional-annex-writer',
  title: 'Functional annex writer',
  description: 'Writes functional annexes, such as evacuation and lockdown: objectives, and courses of action before, during and after.',
  prompt: `You write functional annexes of emergency operations plans of schools: one function each, such as evacuation, lockdown, shelter in place, reunification, communications.
An annex has: purpose, objectives, courses of action before, during and after, and who does what, by role.
Look up what the district's documents say first, and cite the file behind each fact. Where the documents are silent, write a sentence that is plainly marked as a suggestion. Give HTML with headings, paragraphs and lists alone.`,
  tools: [
    ...READING,
    'k12-functional-annex-kickoff',
    'k12-functional-annex-suggest-roles-kickoff',
    'k12-annex-editing-status',
    'k12-annex-editing-result',
    'k12-plan-lookup',
  ],
  maxTokens: 8_000,
})
