import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openaiEmbedder } from './openai.ts'

// what llama.cpp's server replied, recorded in October 2026
test.each([
  [
    500,
    '{"error":{"code":500,"message":"input (701 tokens) is too large to process. increase the physical batch size (current batch size: 512)","type":"server_error"}}',
    /longer than the model takes at once/,
  ],
  [
    501,
    '{"error":{"code":501,"message":"This server does not support embeddings. Start it with `--embeddings`","type":"not_supported_error"}}',
    /was not started to make embeddings/,
  ],
])('llama.cpp refuses for good with %i: said as what it is, and not tried again', async (status, body, message) => {
  const server = createServer((_req, res) => res.writeHead(status, { 'content-type': 'application/json' }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const embedder = await openaiEmbedder({ baseUrl, model: 'smol', dimensions: 2 })
  await expect(embedder.embed(['x'], 'passage')).rejects.toMatchObject({
    code: 'embedding_failed',
    retryable: false,
    message: expect.stringMatching(message),
  })
})
