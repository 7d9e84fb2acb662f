import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tool } from '../../../kernel/agents/define-tool.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { parseJson } from '../../../kernel/http/body/parse-json.ts'
import { utf8Text } from '../../../kernel/http/body/utf8-text.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { promptReader } from '../../../kernel/prompts/open-prompts.ts'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { toolContext } from '../tools/tool-context.ts'
import { cancelBy, isBeginning } from './cancelled-calls.ts'

export const MCP = '/mcp'
/** As that of tools: their arguments come in it. */
const BODY_LIMIT = 6_291_456
/** Messages of one body, as clients of revision 2025-03-26 may send them: each is a call of its own. */
const MOST_MESSAGES = 20
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const SESSION = 'mcp-session-id'

/**
 * The tools, documents and prompts for clients of the Model Context Protocol. Its own document describes it, so that it stands in no
 * OpenAPI; credentials, budgets and `Origin` were looked at before, as for every route.
 */
export async function registerMcpRoute(app: App, edge: EdgeContext, tools: readonly Tool[]): Promise<void> {
  const prompts = promptReader(edge)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Faults of a body are told in the protocol's own words.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: string | Buffer) => body)
    scope.post(
      MCP,
      { config: { access: 'api' }, bodyLimit: BODY_LIMIT, schema: { hide: true, idempotent: false } },
      async (request, reply) => {
        const read = readBody(request.body)
        if ('fault' in read) return refuse(reply, read.fault)
        const { message } = read
        const context = toolContext(edge, request, reply)
        const session = sessionOf(request)
        if (session !== undefined) cancelBy(message, session)
        if (isBeginning(message)) reply.header(SESSION, newId())
        // Thirty megabytes that nobody needs who has no such client.
        const { serveMcp } = await import('./serve-mcp.ts')
        return answer(reply, await serveMcp({ tools, prompts, context, session }, asRequest(request, context.signal), message))
      },
    )
  })
}

/** A name that keeps nothing here: by it a client of the older revisions ends its own calls, and nobody else's. */
function sessionOf({ headers, caller }: FastifyRequest): string | undefined {
  const named = headers[SESSION]
  return typeof named === 'string' ? `${callerName(caller)} ${named}` : undefined
}

interface Fault {
  readonly code: number
  readonly message: string
}

function readBody(body: unknown): { readonly message: unknown } | { readonly fault: Fault } {
  let message: unknown
  try {
    message = Buffer.isBuffer(body) ? parseJson(utf8Text(body, 'the body')) : undefined
  } catch (error) {
    return { fault: { code: PARSE_ERROR, message: messageOf(error) } }
  }
  if (message === undefined) return { fault: { code: PARSE_ERROR, message: 'the body is empty; send a JSON-RPC message' } }
  if (Array.isArray(message) && message.length > MOST_MESSAGES)
    return { fault: { code: INVALID_REQUEST, message: `the body has ${message.length} messages; send at most ${MOST_MESSAGES} at once` } }
  return { message }
}

const refuse = (reply: FastifyReply, error: Fault): FastifyReply =>
  reply
    .code(400)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }) as never)

function asRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]))
  return new Request(`http://localhost${MCP}`, { method: 'POST', headers: given, signal })
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  reply.code(response.status)
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!streams || !response.body) return reply.send((await response.text()) as never)
  return reply.send(Readable.fromWeb(response.body as ReadableStream) as never)
}
