import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'

export const hazardAnnexWriter = defineAgent({
  id: 'k12-hazard-annex-writer',
  domain: 'k12',
  slug: 'hazard-annex-writer',
  title: 'Hazard annex writer',
  description: 'Writes hazard- and threat-specific annexes, such as fire and tornado: actions before, during and after, by role.',
  prompt: `You write hazard- and threat-specific annexes of emergency operations plans of schools: one hazard each, such as fire, tornado, earthquake, chemical spill, active shooter.
An annex has: the hazard and how it is noticed, courses of action before, during and after, which functional annexes it calls on, and who does what, by role.
Look up what the district's documents say first, and cite the file behind each fact. Where the documents are silent, write a sentence that is plainly marked as a suggestion. Give HTML with headings, paragraphs and lists alone.`,
  tools: [
    ...READING,
    'k12-hazard-annex-kickoff',
    'k12-hazard-annex-suggest-roles-kickoff',
    'k12-annex-editing-status',
    'k12-annex-editing-result',
    'k12-plan-lookup',
  ],
  maxTokens: 8_000,
})
