import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findLocalServers } from './local-servers.ts'
import { startModelServer } from './model-server.fixture.ts'
import { probeServer } from './probe-server.ts'

/** A program that answers everything so. */
async function other(status: number, body: string): Promise<number> {
  const server = createServer((_req, res) => res.writeHead(status, { 'content-type': 'text/html' }).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('what answers with a list of models is found, with its models', async () => {
  const server = await startModelServer()
  onTestFinished(() => server.close())
  expect(await findLocalServers([{ server: 'Ollama', port: server.port }])).toEqual([
    { server: 'Ollama', base_url: server.url, models: ['llama3.1', 'nomic-embed', 'judge'] },
  ])
  expect(server.asked).toEqual([{ path: '/v1/models', authorization: undefined, model: undefined }])
  // this very process may stand at one of the ports
  expect(await findLocalServers([{ server: 'llama.cpp', port: server.port }], server.port)).toEqual([])
})

test('llama.cpp that still loads its model is found, without models yet', async () => {
  // its own words
  const port = await other(503, '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}')
  const base_url = `http://127.0.0.1:${port}/v1`
  expect(await findLocalServers([{ server: 'llama.cpp', port }])).toEqual([{ server: 'llama.cpp', base_url, models: [] }])
  const signal = new AbortController().signal
  expect(await probeServer({ kind: 'answers', endpoint: { baseUrl: base_url }, signal })).toMatchObject({
    ok: false,
    error: 'The server still loads its model; ask again in a moment.',
  })
})

test('an address without /v1 is led there, also where the server has a list and other words without it, as llama.cpp does', async () => {
  const asked: unknown[] = []
  const server = createServer((req, res) => {
    asked.push(req.url)
    const list = { object: 'list', data: [{ id: 'smol', owned_by: 'llamacpp' }] }
    const replies: Record<string, unknown> = {
      ...{ '/models': list, '/v1/models': list, '/embeddings': [{ index: 0, embedding: [[3, 4]] }] },
      '/v1/embeddings': { object: 'list', data: [{ index: 0, embedding: [3, 4] }] },
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies[req.url ?? '']))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const probe = await probeServer({ kind: 'embeddings', endpoint: { baseUrl }, model: 'smol', signal: new AbortController().signal })
  expect(probe).toMatchObject({ ok: true, base_url: `${baseUrl}/v1`, models: ['smol'], dimensions: 2 })
  expect(asked.at(-1)).toBe('/v1/embeddings')
})

test('a name that would move the cursor of a terminal is left out', async () => {
  const server = await startModelServer({ knows: ['llama3.1', '\u001b]0;owned\u0007', 'a\u009b2J'] })
  onTestFinished(() => server.close())
  expect(await findLocalServers([{ server: 'Ollama', port: server.port }])).toMatchObject([{ models: ['llama3.1'] }])
})

test('this platform itself, other programs, refusals and nobody are not', async () => {
  const millrace = await startModelServer({ owner: 'millrace' })
  const refusing = await startModelServer({ key: 'k' })
  onTestFinished(async () => void (await Promise.all([millrace.close(), refusing.close()])))
  const ports = [
    millrace.port,
    refusing.port,
    await other(200, '<html>hello</html>'),
    await other(404, 'no'),
    await other(200, '{"data":7}'),
    9,
  ]
  expect(await findLocalServers(ports.map((port) => ({ server: 'vLLM', port })))).toEqual([])
})
