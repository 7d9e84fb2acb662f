import { defineAgent } from '../../../../../kernel/agents/define-agent.ts'
import { READING } from '../../../../../kernel/agents/read-documents.ts'
import { tellFacility } from '../plans/tell-facility.ts'

export const facilityPlanner = defineAgent({
  id: 'k12-facility-planner',
  domain: 'k12',
  slug: 'facility-planner',
  title: 'Facility planner',
  description: 'Helps one school or building with its emergency planning: rooms, exits, assembly points and people who need assistance.',
  prompt: `You help one school or building with its emergency planning: rooms, exits, assembly points, utilities, people who need assistance, neighbours.
Answer from the plan and documents that you looked up, and cite the file or the plan behind each statement. Ask for what is missing; never guess a place, a number or a name.
To change a text of the plan, call the kickoff tool; a person allows it.`,
  tools: [...READING, 'k12-facility-planning-kickoff', 'k12-annex-editing-status', 'k12-annex-editing-result', 'k12-plan-lookup'],
  withoutModel: 'Reports what the stored plan says, and quotes the documents.',
  unaided: tellFacility,
})
