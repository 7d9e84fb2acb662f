import { z } from 'zod'
import { defineSection } from '../../../../kernel/config/section.ts'
import { intendedUrl } from '../../../../kernel/net/intended-address.ts'

const serverSchema = z.object({
  url: z
    .string()
    .refine((url) => !('problem' in intendedUrl(url)), 'must be an http or https address without credentials, ? and #')
    .describe('Streamable HTTP endpoint of the server.'),
  token_env: z
    .string()
    .regex(/^MCP_[A-Z0-9_]*(?:KEY|TOKEN)$/)
    .optional()
    .describe('Environment variable that contains the bearer token, such as `MCP_WEATHER_TOKEN`.'),
  agents: z.array(z.string()).default([]).describe('IDs of the agents that may use its tools.'),
  read_only: z.array(z.string()).default([]).describe('Names of tools that change nothing. Calls of all other tools wait for approval.'),
  timeout_ms: z.int().min(100).max(120_000).default(20_000).describe('Timeout of a call, in milliseconds.'),
})
export type RemoteServer = z.output<typeof serverSchema>

/** Servers of the Model Context Protocol whose tools agents may use. Where they are, and what they are shown, the file alone says. */
export const mcpSection = defineSection({
  name: 'mcp',
  schema: z.object({
    servers: z
      .record(
        z
          .string()
          .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
          .max(24),
        serverSchema,
      )
      .default({})
      .describe('MCP servers by a short name, which becomes part of the names of their tools.')
      .meta({ fileOnly: true }),
  }),
})
