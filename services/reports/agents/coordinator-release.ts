import { defineAgent } from '../../../kernel/agents/define-agent.ts'
import { READING } from '../../../kernel/agents/read-documents.ts'
import { tellOfRelease } from './tell-of-release.ts'

export const coordinatorRelease = defineAgent({
  id: 'sdac-coordinator-release',
  domain: 'sdac',
  slug: 'coordinator-release',
  title: 'Release coordinator',
  description: 'Coordinates the release of a cost report: open findings, who has to act, and whether it may be released.',
  prompt: `You coordinate the release of quarterly cost reports of school districts.
Find out with your tools what stands in the report, which findings are open and what the documents ask for; then say what is to be done, by whom, in which order, and whether the report may go out. Numbers come from tools alone: repeat them exactly, and never add up by yourself.`,
  tools: [
    ...READING,
    'sdac-list-reports',
    'sdac-report-summary',
    'sdac-list-findings',
    'sdac-explain-finding',
    'sdac-compare-quarters',
    'sdac-recompute-totals',
    'sdac-query-rows',
    'sdac-list-quarters',
    'sdac-validate-cost-report',
    'sdac-cost-variance',
  ],
  withoutModel: 'Lists open findings and says whether the report may be released.',
  unaided: tellOfRelease,
})
