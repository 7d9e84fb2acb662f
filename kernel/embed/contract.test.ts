import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { cachedEmbedder } from './cached.ts'
import { type Behaviour, type EmbedFixture, embedContract } from './contract.ts'
import { hashingEmbedder } from './hashing.ts'
import { openaiEmbedder } from './openai.ts'
import { prefixedEmbedder } from './prefixed.ts'

const askedSchema = z.looseObject({ input: z.array(z.string().min(1)).max(4) })

/** A small vector that follows from the text alone. */
const vectorOf = (text: string): number[] =>
  [1, 2, 3, 4].map((k) => 1 + [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0) * k) % 101, 7))

async function endpoint(): Promise<EmbedFixture> {
  let behaviour: Behaviour = 'embeds'
  const server = createServer(async (request, response) => {
    const { input } = askedSchema.parse(await json(request))
    if (behaviour === 'hangs') return
    if (behaviour === 'busy') response.writeHead(429, { 'retry-after': '7' }).end('{}')
    else if (behaviour === 'refuses') response.writeHead(400).end('{}')
    else {
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).reverse()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(behaviour === 'babbles' ? '{"data":[{"index":0,"embedding":"AAAA"}]}' : JSON.stringify({ object: 'list', data }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    embedder: await openaiEmbedder({ baseUrl, model: 'm', maxBatch: 4 }),
    behave: (next) => void (behaviour = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

embedContract('hashing', async () => ({ embedder: hashingEmbedder(), close: async () => undefined }))
embedContract('endpoint', endpoint)
embedContract('endpoint with prefixes and a cache', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-embed-'))
  const inner = await endpoint()
  const cached = cachedEmbedder(inner.embedder, { dir })
  return {
    ...inner,
    embedder: prefixedEmbedder(cached, { query: 'query: ', passage: 'passage: ' }),
    async close() {
      cached.close()
      await inner.close()
      await rm(dir, { recursive: true })
    },
  }
})
