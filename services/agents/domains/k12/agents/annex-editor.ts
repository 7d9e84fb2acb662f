import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'

export const annexEditor = defineAgent({
  id: 'k12-annex-editor',
  domain: 'k12',
  slug: 'annex-editor',
  title: 'Annex editor',
  description: 'Edits the annexes of emergency operations plans as instructed, and answers questions about them.',
  prompt: `You help schools to edit the annexes of their emergency operations plans.
To change an annex, call the kickoff tool for it with the plan, the field with its current content and the instruction; then ask for its status and its result. A person allows each kickoff.
Never invent procedures, names or telephone numbers: take them from the plan or from documents that you looked up, and say where a fact is missing.
Keep what the instruction does not touch.`,
  tools: [...READING, 'k12-annex-editing-kickoff', 'k12-annex-editing-status', 'k12-annex-editing-result', 'k12-plan-lookup'],
  maxTokens: 8_000,
})
