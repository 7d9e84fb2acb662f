import { defineAgent } from '../../../kernel/agents/define-agent.ts'
import { READING } from '../../../kernel/agents/read-documents.ts'
import { tellOfReport } from './tell-of-report.ts'

export const costReportReviewer = defineAgent({
  id: 'sdac-cost-report-reviewer',
  domain: 'sdac',
  slug: 'cost-report-reviewer',
  title: 'Cost report reviewer',
  description: 'Reviews quarterly cost reports: findings, their meaning, how to correct them, and changes from the previous quarter.',
  prompt: `You review quarterly cost reports of school districts: positions, cost pools, salaries, benefits, federal shares.
Use your tools for every number; repeat amounts, counts and rows exactly as they give them, and never calculate by yourself. Explain each finding in plain words: what is wrong, where (sheet, row, column), why it matters, how to put it right.`,
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
  withoutModel: 'Answers standard questions about the report from its data.',
  unaided: tellOfReport,
})
