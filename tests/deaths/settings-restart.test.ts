import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const answersSchema = z.looseObject({ answers: z.array(z.string()).optional() })

const answersOf = async ({ url }: ServerProcess) => {
  const body = JSON.stringify({ question: 'Where?', fetch_args: { CloudSearchFetcher: { top_k: 0 } } })
  const reply = await fetch(`${url}/api/v2/flexible-chat`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return answersSchema.parse(await reply.json()).answers?.length ?? 1
}
const set = async ({ url }: ServerProcess, n: string) => {
  const reply = await fetch(`${url}/api/v2/settings`, { method: 'POST', body: new URLSearchParams({ 'llms.defaults.params.n': n }) })
  expect(reply.status).toBe(200)
}

test('a setting outlives a killed process, and what was never set follows the file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-settings-'))
  const env = { DATA_DIR: dir, LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '' }
  let server = await startProcess(env)
  try {
    expect(await answersOf(server)).toBe(1)
    await set(server, '3')
    expect(await answersOf(server)).toBe(3)
    await server.kill()
    server = await startProcess(env)
    expect(await answersOf(server)).toBe(3)
    await set(server, '')
    expect(await answersOf(server)).toBe(1)
  } finally {
    await server.kill()
    await rm(dir, { recursive: true, force: true })
  }
})
