import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'

let dir: string
let path: string
let server: StartedServer
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reload-'))
  path = join(dir, 'config.yaml')
  await cp(fileURLToPath(new URL('../../config.yaml', import.meta.url)), path)
  server = await startServer({ CONFIG_PATH: path, LLM_BASE_URL: 'http://127.0.0.1:9/v1' })
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

const get = async <T>(route: string, schema: z.ZodType<T>): Promise<T> => schema.parse(await (await fetch(`${server.url}${route}`)).json())
const modelsSchema = z.array(z.looseObject({ model: z.string() }))
const nameOf = async () => (await get('/api/v2/models', modelsSchema))[0]?.model
const checkSchema = z.looseObject({ dependencies: z.looseObject({ configuration: z.looseObject({ status: z.string() }) }) })
const detailedSchema = z.looseObject({ services: z.record(z.string(), z.unknown()) })
const change = async (edit: (text: string) => string) => {
  await writeFile(`${path}.new`, edit(await readFile(path, 'utf8')))
  await rename(`${path}.new`, path)
}
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

test('a running server follows its file, tells health of a broken one, and takes up the mended one', async () => {
  const before = await nameOf()
  await change((text) => text.replace(`model: ${before}`, 'model: another-model, price: { input: 1, output: 2 }'))
  await soon(async () => expect(await nameOf()).toBe('another-model'))
  const whole = await readFile(path, 'utf8')
  await change((text) => text.replace(/^ {2}top_k: \d+/m, '  top_k: 5000'))
  const health = async () => (await get('/api/health/check', checkSchema)).dependencies.configuration.status
  await soon(async () => expect(await health()).toBe('unhealthy'))
  // it degrades, and the values before it hold
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
  const detailed = await get('/admin/health/detailed', detailedSchema)
  expect(detailed.services.configuration).toMatchObject({ status: 'unhealthy', details: { reason: expect.stringMatching(/top_k/) } })
  expect(await nameOf()).toBe('another-model')
  await change(() => whole.replace('another-model', 'third-model'))
  await soon(async () => expect(await nameOf()).toBe('third-model'))
  await soon(async () => expect(await health()).toBe('healthy'))
})

test('settings win over the file, and cannot send a key to another place', async () => {
  const set = (body: object) =>
    fetch(`${server.url}/api/v2/settings`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect((await set({ 'llms.models.default.model': 'by-setting' })).status).toBe(200)
  expect(await nameOf()).toBe('by-setting')
  for (const key of ['base_url', 'endpoint', 'api_key_env', 'token_env'])
    expect((await set({ [`llms.models.default.${key}`]: 'http://elsewhere.test/v1' })).status).toBe(400)
})
