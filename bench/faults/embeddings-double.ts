import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const DIMENSIONS = 16
const bodySchema = z.looseObject({ input: z.array(z.string()) })

/** An OpenAI-compatible embeddings endpoint on loopback. */
export interface EmbeddingsDouble {
  /** Settings of a process that uses it. */
  readonly settings: Readonly<Record<string, string>>
  /** Calls so far, by the status of their answer. */
  calls(status: number): number
  close(): Promise<void>
}

const vectorOf = (text: string): number[] =>
  Array.from({ length: DIMENSIONS }, (_, i) => 1 + ((text.length * 31 + (text.codePointAt(i) ?? 0) * (i + 7)) % 97))

/** @param refuse a status, and headers, in place of the vectors of these texts; undefined where they are given */
export async function startEmbeddings(
  refuse: (texts: readonly string[]) => { status: number; headers?: Record<string, string> } | undefined,
): Promise<EmbeddingsDouble> {
  const counts = new Map<number, number>()
  const answer = (response: ServerResponse, texts: readonly string[]) => {
    const { status, headers = {} } = refuse(texts) ?? { status: 200 }
    counts.set(status, (counts.get(status) ?? 0) + 1)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    const data = texts.map((text, index) => ({ index, embedding: vectorOf(text) }))
    response.end(JSON.stringify(status === 200 ? { data, usage: { total_tokens: texts.length } } : { error: { message: 'refused' } }))
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    answer(response, bodySchema.parse(JSON.parse(Buffer.concat(parts).toString())).input)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    settings: { EMBEDDINGS_BASE_URL: url, EMBEDDINGS_MODEL: 'double', EMBEDDINGS_API_KEY: 'none' },
    calls: (status) => counts.get(status) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
