import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly model: unknown
}

/** An OpenAI-compatible server of models on loopback, with a list, answers, vectors and an order. */
export interface ModelServer {
  readonly port: number
  /** Up to and with /v1. */
  readonly url: string
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** `key`: what it wants to see; `knows`: the models that it serves; `vector`: that of every text. */
export async function startModelServer({
  key,
  knows = ['llama3.1', 'nomic-embed', 'judge'],
  owner = 'library',
  vector = [1, 2, 3],
}: {
  key?: string
  knows?: readonly string[]
  owner?: string
  vector?: readonly number[]
} = {}): Promise<ModelServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { status, reply } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  async function answer(request: IncomingMessage): Promise<{ status: number; reply: object }> {
    const { url: path = '', headers } = request
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
    asked.push({ path, authorization: headers.authorization, model: body.model })
    if (key !== undefined && headers.authorization !== `Bearer ${key}`)
      return { status: 401, reply: { error: { message: `wrong key ${headers.authorization}` } } }
    if (path === '/v1/models')
      return { status: 200, reply: { object: 'list', data: knows.map((id) => ({ id, object: 'model', owned_by: owner })) } }
    if (body.model !== undefined && !knows.includes(String(body.model)))
      return { status: 404, reply: { error: { message: 'no such model' } } }
    if (path === '/v1/chat/completions')
      return {
        status: 200,
        reply: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'The model says so. [1]' } }] },
      }
    if (path === '/v1/embeddings') {
      const input = body.input as readonly string[]
      return { status: 200, reply: { data: input.map((_, index) => ({ index, embedding: vector })) } }
    }
    if (path === '/v1/rerank')
      return {
        status: 200,
        reply: {
          results: [
            { index: 0, relevance_score: 0.9 },
            { index: 1, relevance_score: 0.1 },
          ],
        },
      }
    return { status: 404, reply: { error: { message: 'no such path' } } }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
