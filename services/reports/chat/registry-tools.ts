import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { findReport } from '../stored/read-reports.ts'
import { type ReviewTool, reviewTools } from './tools.ts'

const EXAMPLE = { reportId: '3f0a5c0e-5f1b-4a57-9d33-0a6f2b1c7d10' }

/** The chat's tools for agents, MCP clients and HTTP callers, who name the report; another's is not found. */
const forEveryone = ({ name, displayName, description, input, run }: ReviewTool) =>
  defineTool({
    id: `sdac-${name}`,
    domain: 'sdac',
    slug: name,
    displayName,
    description,
    input: input.extend({ reportId: z.uuid().describe('The report that it is about.') }).meta({ examples: [EXAMPLE] }),
    output: z.looseObject({}).meta({ examples: [{ period: '2026-Q1' }] }),
    effect: 'read',
    timeoutMs: 10_000,
    async handle({ ports, caller }, { reportId, ...asked }) {
      const report = await findReport(ports, ownerOf(callerName(caller)), String(reportId))
      if (!report) throw new ApiError('not_found', `there is no report ${reportId}`)
      return { ...(await run(ports, report, asked)) }
    },
  })

export const registryTools = reviewTools.map(forEveryone)
