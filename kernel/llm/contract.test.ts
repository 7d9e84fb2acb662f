import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { type Behaviour, type LlmFixture, llmContract } from './contract.ts'
import { extractiveLlm } from './extractive/extractive.ts'
import { openaiLlm } from './openai/openai.ts'

const bodySchema = z.looseObject({ stream: z.boolean().optional(), n: z.int().default(1) })
type Body = z.output<typeof bodySchema>

/** How an endpoint tells of tool calls. */
type Dialect = (call: { name: string; arguments: string }, index: number) => readonly object[]

/** As OpenAI: id and name first, then the arguments in pieces, by index. */
const inPieces: Dialect = ({ name, arguments: args }, index) => [
  { index, id: `call_${index}_x`, type: 'function', function: { name, arguments: '' } },
  ...(args.match(/.{1,5}/gs) ?? []).map((piece) => ({ index, function: { arguments: piece } })),
]
/** As some compatible servers: one piece a call, without id and index. */
const atOnce: Dialect = ({ name, arguments: args }, index) => [{ index, function: { name, arguments: args } }]
/** Pieces without index, told apart by their ids. */
const byId: Dialect = ({ name, arguments: args }, index) => [
  { id: `c${index}`, function: { name, arguments: args.slice(0, 3) } },
  { id: `c${index}`, function: { arguments: args.slice(3) } },
]

async function endpoint(dialect: Dialect, connect: (address: string) => LlmFixture['llm']): Promise<LlmFixture> {
  let behaviour: Behaviour = { kind: 'hangs' }
  let asked: Body | undefined
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end('{"object":"list","data":[]}')
    asked = bodySchema.parse(await json(request))
    return answer(response, behaviour, asked, dialect)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    llm: connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    behave: (next) => void (behaviour = next),
    asked: () => asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, behaviour: Behaviour, { stream, n }: Body, dialect: Dialect): void {
  if (behaviour.kind === 'hangs') return
  if (behaviour.kind === 'fails') response.writeHead(400).end('{"error":{"message":"no"}}')
  else if (behaviour.kind === 'babbles') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>')
  else if (stream) sendStream(response, behaviour, n, dialect)
  else sendWhole(response, behaviour, n)
}

type Answer = Extract<Behaviour, { kind: 'says' | 'calls' }>

function sendWhole(response: ServerResponse, behaviour: Answer, n: number): void {
  const message =
    behaviour.kind === 'says'
      ? { role: 'assistant', content: behaviour.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: behaviour.calls.map((call, i) => ({ id: `c${i}`, type: 'function', function: call })),
        }
  const finish_reason = behaviour.kind === 'says' ? 'stop' : 'tool_calls'
  const choices = Array.from({ length: n }, (_, index) => ({ index, message, finish_reason }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
}

function sendStream(response: ServerResponse, behaviour: Answer, n: number, dialect: Dialect): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (index: number, delta: object, finish_reason: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index, delta, finish_reason }] })}\n\n`)
  for (let index = 0; index < n; index++) {
    if (behaviour.kind === 'says') for (const content of behaviour.text.split(/(?<= )/)) send(index, { content })
    else for (const piece of behaviour.calls.flatMap(dialect)) send(index, { tool_calls: [piece] })
    // Several servers say "stop" where they ask for tools.
    send(index, {}, behaviour.kind === 'says' || dialect === atOnce ? 'stop' : 'tool_calls')
  }
  response.end('data: [DONE]\n\n')
}

llmContract('openai', { capable: true, open: () => endpoint(inPieces, (url) => openaiLlm({ baseUrl: `${url}/v1`, apiKey: 'k' })) })
llmContract('openai-compatible, whole calls without ids', {
  capable: true,
  open: () => endpoint(atOnce, (url) => openaiLlm({ baseUrl: `${url}/v1`, provider: 'openai-compatible' })),
})
llmContract('openai-compatible, pieces without index', {
  capable: true,
  open: () => endpoint(byId, (url) => openaiLlm({ baseUrl: `${url}/v1`, provider: 'openai-compatible' })),
})
llmContract('azure-openai', {
  capable: true,
  open: () => endpoint(inPieces, (url) => openaiLlm({ baseUrl: url, apiKey: 'k', apiVersion: '2024-10-21', provider: 'azure-openai' })),
})
llmContract('extractive', {
  capable: false,
  open: async () => ({ llm: extractiveLlm(), behave: () => undefined, asked: () => undefined, close: async () => undefined }),
})
