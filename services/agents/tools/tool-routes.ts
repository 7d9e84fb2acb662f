import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callTool, checkInput, issuesInWords } from '../../../kernel/agents/call-tool.ts'
import type { Tool } from '../../../kernel/agents/define-tool.ts'
import { titleOf } from '../../../kernel/agents/domains.ts'
import { type Offers, withId } from '../../../kernel/agents/offers.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { unchecked } from '../../../kernel/http/body/unchecked.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { operationName } from '../operation-name.ts'
import { toolContext } from './tool-context.ts'

/** Of a plan's object with all that belongs to it. */
const BODY_LIMIT = 6_291_456
const EXECUTE = '/ai/api/tools/:tool_id/execute'

/** Where a tool is called with its bare input; the first one is the one that is shown. */
export const toolPaths = ({ domain, slug, id }: Pick<Tool, 'domain' | 'slug' | 'id'>): readonly string[] =>
  [...new Set([slug, id])].flatMap((name) => [`/ai/${domain}/tools/${name}`, `/${domain}/tools/${name}`])

/** Every path at which tools are called. */
export const allToolPaths = ({ tools }: Pick<Offers, 'tools'>): readonly string[] => [
  ...tools.flatMap(toolPaths),
  EXECUTE,
  EXECUTE.slice('/ai'.length),
]

const executeBody = z
  .object({ data: z.record(z.string(), z.unknown()).describe('The input of the tool.') })
  .meta({ id: 'ToolExecution', description: 'A call of a tool by its id.', examples: [{ data: { query: 'hotel rates abroad' } }] })

/** Tools over HTTP: a route a tool with the bare input and `{data}` back, and one for all of them with `{data}` in and the bare result back. */
export function registerToolRoutes(app: App, edge: EdgeContext, { tools }: Pick<Offers, 'tools'>): void {
  for (const tool of tools) registerTool(app, edge, tool)
  const reply = {
    200: {
      description: 'What the tool gave; see its own route.',
      content: { 'application/json': { schema: z.unknown().meta({ examples: [{ total: 1 }] }) } },
    },
  }
  for (const [url, hide] of [[EXECUTE, false] as const, [EXECUTE.slice('/ai'.length), true] as const])
    app.post(
      url,
      {
        config: { access: 'api' },
        bodyLimit: BODY_LIMIT,
        // inputs are held to the tool's schema by `checkInput`, which tells all that is wrong
        validatorCompiler: unchecked,
        schema: {
          hide,
          operationId: hide ? 'executeToolDirectly' : 'executeTool',
          summary: 'Call a tool by its ID',
          params: z.object({ tool_id: z.string() }),
          body: executeBody,
          response: reply,
          errors: ['not_found', 'timeout', 'upstream_failed'],
        },
      },
      async (request, reply) => {
        const { tool_id } = request.params as { tool_id: string }
        const tool = withId(tools, tool_id)
        if (!tool) throw new ApiError('not_found', `there is no tool with the id ${tool_id.slice(0, 100)}; GET /tools.json lists them`)
        return jsonText(reply, await run(edge, request, reply, tool, dataOf(request.body), 'invalid_request'))
      },
    )
}

function registerTool(app: App, edge: EdgeContext, tool: Tool): void {
  const [shown, ...others] = toolPaths(tool)
  const options = {
    config: { access: 'api' as const },
    bodyLimit: BODY_LIMIT,
    validatorCompiler: unchecked,
  }
  const schema = {
    operationId: `tool${operationName(tool.id)}`,
    summary: titleOf(tool),
    description: tool.description,
    body: tool.input,
    response: { 200: z.object({ data: tool.output }), ...(tool.statusOf ? { 202: z.object({ data: tool.output }) } : {}) },
    errors: ['validation_failed' as const, 'timeout' as const, 'upstream_failed' as const],
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    jsonText(reply, { data: await run(edge, request, reply, tool, request.body, 'validation_failed') })
  app.post(shown ?? '', { ...options, schema }, handler)
  for (const path of others) app.post(path, { ...options, schema: { hide: true } }, handler)
}

async function run(
  edge: EdgeContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tool: Tool,
  given: unknown,
  mismatch: 'validation_failed' | 'invalid_request',
): Promise<unknown> {
  const checked = checkInput(tool, given ?? {})
  if (checked.issues) throw new ApiError(mismatch, `${tool.id}: ${issuesInWords(checked.issues)}`, { details: { issues: checked.issues } })
  const output = await callTool(tool, toolContext(edge, request, reply), checked.input)
  reply.code(tool.statusOf?.(output) ?? 200)
  return output
}

function dataOf(body: unknown): unknown {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  throw new ApiError('invalid_request', 'data: send the input of the tool as an object, {"data": {…}}', { details: { field: 'data' } })
}

/**
 * The reply's text. The output has been held to its schema; another pass over it would cost as much again. Given back instead of sent, it
 * needs no promise of the reply.
 */
function jsonText(reply: FastifyReply, value: unknown): never {
  reply.type('application/json; charset=utf-8')
  return JSON.stringify(value ?? null) as never
}
