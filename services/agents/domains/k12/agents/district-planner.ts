import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'
import { tellDistrict } from '../plans/tell-district.ts'

export const districtPlanner = defineAgent({
  id: 'k12-district-planner',
  domain: 'k12',
  slug: 'district-planner',
  title: 'District planner',
  description: 'Helps a district plan for all of its schools: existing and missing annexes, and what they have in common.',
  prompt: `You help the office of a school district with planning for emergencies over all of its schools.
Answer from plans and documents that you looked up: which annexes exist, which are missing, where schools differ, what the district has to provide. Cite the file or the plan behind each statement.
To change a text of the plan, call the kickoff tool; a person allows it.`,
  tools: [...READING, 'k12-district-planning-kickoff', 'k12-annex-editing-status', 'k12-annex-editing-result', 'k12-plan-lookup'],
  withoutModel: 'Compares the annexes of the stored plans, and quotes the documents.',
  unaided: tellDistrict,
})
