import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
})
type Asked = z.output<typeof bodySchema>

/** A Chat Completions endpoint on loopback that says what it is told to. */
export interface ScriptedModel {
  /** Up to and with `/v1`. */
  readonly url: string
  /** The bodies of the calls so far. */
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** @param say the answer to a call; a promise that does not resolve keeps the stream open after its first word */
export async function startModel(say: (asked: Asked) => string | Promise<string>): Promise<ScriptedModel> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      // Its caller died over it.
      return
    }
    // Who only looks whether it is there sends nothing.
    if (parts.length === 0) return void response.writeHead(404).end()
    const body = bodySchema.parse(JSON.parse(Buffer.concat(parts).toString()))
    asked.push(body)
    await (body.stream ? sendStream(response, say(body)) : sendWhole(response, await say(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function sendWhole(response: ServerResponse, content: string): void {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'scripted', object: 'chat.completion', created: 0, model: 'scripted', choices }))
}

async function sendStream(response: ServerResponse, said: string | Promise<string>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: 'scripted', object: 'chat.completion.chunk', created: 0, model: 'scripted', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
    )
  if (typeof said !== 'string') chunk({ content: 'Well, ' })
  for (const content of (await said).split(/(?<=\s)/)) chunk({ content })
  chunk({}, 'stop')
  response.end('data: [DONE]\n\n')
}
