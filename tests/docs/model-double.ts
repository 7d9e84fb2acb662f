import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const bodySchema = z.looseObject({
  model: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).default([]),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  input: z.union([z.string(), z.array(z.string())]).optional(),
  documents: z.array(z.unknown()).default([]),
})
const PLAN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** An OpenAI-compatible server for the commands of the manuals: one answer, vectors, ranks, and a call of a tool that writes. */
export async function startModelDouble(): Promise<{ readonly host: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const send = (body: unknown) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') return void send({ object: 'list', data: [{ id: 'llama3.1', object: 'model' }] })
    const body = bodySchema.parse(await json(request))
    const model = body.model ?? 'llama3.1'
    if (request.url?.endsWith('/embeddings'))
      return void send({
        object: 'list',
        model,
        usage,
        data: [body.input ?? []].flat().map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1, 2, 3] })),
      })
    if (request.url?.endsWith('/rerank'))
      return void send({ results: body.documents.map((_, index) => ({ index, relevance_score: 1 / (index + 1) })) })
    const asked = body.messages.findLast(({ role }) => role === 'user')
    const plan = PLAN.exec(JSON.stringify(asked?.content ?? ''))?.[0]
    const writes = body.tools.find(({ function: { name } }) => name.includes('kickoff'))
    const calls = writes && plan && body.messages.at(-1)?.role === 'user'
    const call = {
      id: 'call-1',
      type: 'function',
      function: { name: writes?.function.name, arguments: JSON.stringify({ emergencyOperationPlanId: plan }) },
    }
    const message = calls
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: 'The assembly point is the cobbled yard in front of the cart shed [1].' }
    send({
      id: 'double',
      object: 'chat.completion',
      created: 0,
      model,
      usage,
      choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }],
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
