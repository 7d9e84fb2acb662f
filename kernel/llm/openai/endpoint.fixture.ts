import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import type { CompletionRequest } from '../llm.ts'
import { openaiLlm } from './openai.ts'

type Handler = (body: Record<string, unknown>, res: ServerResponse, req: IncomingMessage) => unknown

let server: Server | undefined
/** The address of the endpoint. */
export const address = (): string => `http://127.0.0.1:${(server!.address() as AddressInfo).port}`
/** For the file that calls this: no test leaves its endpoint to the next one. */
export const closeAfterEach = (): void =>
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

export const closed: boolean[] = []

export async function listen(handler: Handler, options: { timeoutMs?: number; provider?: 'openai' | 'azure-openai' } = {}) {
  server = createServer(async (req, res) => {
    const raw = await readText(req)
    res.on('close', () => closed.push(res.writableFinished))
    handler(raw ? JSON.parse(raw) : {}, res, req)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return openaiLlm({ baseUrl: `${address()}/v1`, apiKey: 'sk-canary', ...options })
}

export const json = (res: ServerResponse, status: number, body: unknown, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
export const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, completion_tokens_details: { reasoning_tokens: 1 } }
export const chunk = (res: ServerResponse, part: object) =>
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...part })}\n\n`)
export const delta = (content: string, index = 0) => ({ choices: [{ index, delta: { content }, finish_reason: null }] })
export const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

export const request = (over: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [
    { role: 'system', content: 's' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'q' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    },
  ],
  model: 'm',
  n: 1,
  parameters: { temperature: 0.3, max_tokens: 9 },
  signal: new AbortController().signal,
  ...over,
})
