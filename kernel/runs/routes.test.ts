import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toyRun } from '../../tests/runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { accessSchema } from '../config/access-config.ts'
import type { Service } from '../service.ts'
import { registerRunRoutes, runCommands } from './routes.ts'

const PATH = '/api/v2/toys'
const gates = new Map<string, PromiseWithResolvers<string>>()
const toy = toyRun({
  call: (runId, name, signal) =>
    name === 'section-0' && gates.has(runId)
      ? Promise.race([
          gates.get(runId)!.promise,
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ])
      : Promise.resolve(name),
})
const toys: Service = {
  name: 'toys',
  access: { prefixes: { [PATH]: 'api' }, changes: { own: runCommands({ path: PATH }) } },
  runs: [toy],
  routes: (app, ctx) => registerRunRoutes(app, ctx, toy, { path: PATH, access: 'api' }),
}

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([toys], { SUBSCRIPTION_KEYS: 'ada:key-of-ada-0123456789,eve:key-of-eve-0123456789' })
})
afterAll(() => stack.dispose())

const ask = async (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) => {
  const reply = await stack.app.inject({
    method,
    url: `${PATH}${url}`,
    headers: { 'ocp-apim-subscription-key': 'key-of-ada-0123456789', ...headers },
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: reply.body.startsWith('{') ? reply.json() : undefined }
}
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect((await ask('GET', `/${id}`)).body.status).toBe(status), { timeout: 30_000 })

test('a run is started, read with its tag, listed and told of; nobody else sees it', async () => {
  const started = await ask('POST', '', { sections: 3 })
  const id = started.body.run_id
  expect([started.status, started.headers.location, started.body.kind]).toEqual([202, `${PATH}/${id}`, 'toy'])
  await until(id, 'completed')
  const read = await ask('GET', `/${id}`)
  expect(read.body).toMatchObject({ progress: 1, result: { texts: ['section-0', 'section-1', 'section-2'] } })
  expect((await ask('GET', `/${id}`, undefined, { 'if-none-match': String(read.headers.etag) })).status).toBe(304)
  expect((await ask('GET', '?status=completed')).body).toMatchObject({ items: [{ run_id: id }], pagination: { total_items: 1 } })
  expect((await ask('GET', `/${id}/timeline`)).body.items.map((e: { type: string }) => e.type)).toContain('run.completed')
  const eve = { 'ocp-apim-subscription-key': 'key-of-eve-0123456789' }
  for (const [method, url] of [
    ['GET', ''],
    ['GET', '/timeline'],
    ['GET', '/events'],
    ['POST', '/cancel'],
  ] as const)
    expect([url, (await ask(method, `/${id}${url}`, undefined, eve)).status]).toEqual([url, 404])
  expect((await ask('GET', '', undefined, eve)).body.items).toEqual([])
})

test('what a run made is shown to its starter within the limits of then, or without any', async () => {
  const { access } = stack.ports.config
  const { run_id } = (await ask('POST', '', { sections: 1 })).body
  await until(run_id, 'completed')
  try {
    Object.assign(stack.ports.config, { access: accessSchema.parse({ keys: { ada: { confidentiality: ['internal'] } } }) })
    for (const url of ['', '/events']) {
      const { status, text } = await ask('GET', `/${run_id}${url}`)
      expect([url, status, text.includes('section-0')]).toEqual([url, 403, false])
    }
    const list = await ask('GET', '')
    expect([list.status, list.text.includes(run_id), list.text.includes('section-0')]).toEqual([200, true, false])
    const narrow = (await ask('POST', '', { sections: 1 })).body.run_id
    await until(narrow, 'completed')
    Object.assign(stack.ports.config, { access })
    expect((await ask('GET', `/${narrow}`)).body.result).toEqual({ texts: ['section-0'] })
  } finally {
    Object.assign(stack.ports.config, { access })
  }
})

test('an Idempotency-Key gives one run; input that does not fit is refused', async () => {
  const both = await Promise.all([1, 2].map(() => ask('POST', '', { sections: 1 }, { 'idempotency-key': 'same' })))
  expect(both[0]!.body.run_id).toBe(both[1]!.body.run_id)
  expect((await ask('POST', '', { sections: 'many' })).status).toBeGreaterThanOrEqual(400)
})

test('events tell all from the beginning or behind Last-Event-ID, and end with the run', async () => {
  const { run_id } = (await ask('POST', '', { sections: 2 })).body
  const stream = async (last?: string) => (await ask('GET', `/${run_id}/events`, undefined, last ? { 'last-event-id': last } : {})).text
  const ids = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map((m) => Number(m[1]))
  const all = await stream()
  expect(ids(all)).toEqual(Array.from({ length: 8 }, (_, i) => i + 1))
  expect(all.trim().split('\n').at(-1)).toContain('"status":"completed"')
  expect(ids(await stream('6'))).toEqual([7, 8])
})

test('a run is cancelled and tried again; what is over cannot be cancelled', async () => {
  const id = crypto.randomUUID()
  const { run_id } = (await ask('POST', '', { sections: 1, about: id })).body
  await until(run_id, 'completed')
  expect((await ask('POST', `/${run_id}/cancel`)).status).toBe(409)
  expect((await ask('POST', `/${run_id}/retry`, {})).status).toBe(409)
  expect((await ask('POST', `/${run_id}/retry`, { from: 'nowhere' })).status).toBe(400)
  expect((await ask('POST', `/${run_id}/retry`, { from: 'join' })).body).toMatchObject({ epoch: 2 })
  await until(run_id, 'completed')
})
