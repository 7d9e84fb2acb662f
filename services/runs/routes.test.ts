import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accessSchema } from '../../kernel/config/access-config.ts'
import { registerRunRoutes, runCommands } from '../../kernel/runs/routes.ts'
import type { Service } from '../../kernel/service.ts'
import { toyRun } from '../../tests/runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'

const path = '/api/v2/toys'
const toy = toyRun({ call: async (_run, name) => name })
const toys: Service = {
  name: 'toys',
  access: { prefixes: { [path]: 'api' }, changes: { own: runCommands({ path }) } },
  tag: { name: 'toys', description: 'For tests.' },
  runs: [toy],
  routes: (app, ctx) => registerRunRoutes(app, ctx, toy, { path, access: 'api' }),
}
const KEYS = { SUBSCRIPTION_KEYS: 'ada:k-ada,eve:k-eve,boss:k-boss' }
const limited = { confidentiality: ['public'] }

let stack: EmbeddedStack
let id: string
beforeAll(async () => {
  stack = await embeddedStack([toys], KEYS)
  Object.assign(stack.ports.config, { access: accessSchema.parse({ keys: { ada: limited, eve: limited } }) })
  id = (await ask('k-ada', path, { sections: 30 })).body.run_id
  await vi.waitFor(async () => expect((await ask('k-ada', `/api/v2/runs/${id}`)).body.status).toBe('completed'), { timeout: 30_000 })
})
afterAll(() => stack.dispose())

async function ask(key: string, url: string, payload?: object) {
  const method = payload ? ('POST' as const) : ('GET' as const)
  const reply = await stack.app.inject({ method, url, headers: { 'ocp-apim-subscription-key': key }, ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}

test('everyone sees their own runs, an administrator without limits all of them', async () => {
  const list = async (key: string) => (await ask(key, '/api/v2/runs')).body
  expect(await list('k-ada')).toMatchObject({ items: [{ run_id: id, kind: 'toy', actor: 'ada' }], kinds: ['toy'] })
  expect(await list('k-eve')).toMatchObject({ items: [], kinds: [] })
  expect(await list('k-boss')).toMatchObject({ items: [{ run_id: id }] })
  expect((await ask('k-boss', '/api/v2/runs?status=failed')).body.items).toEqual([])
  for (const what of ['', '/timeline', '/events', '/items', '/items/join/0/artifact', '/calls'])
    expect([what, (await ask('k-eve', `/api/v2/runs/${id}${what}`)).status]).toEqual([what, 404])
  for (const what of ['cancel', 'retry', 'decide'])
    expect([what, (await ask('k-eve', `/api/v2/runs/${id}/${what}`, { key: 'k', value: 1 })).status]).toEqual([what, 404])
})

test('items come by pages, by step and status, with what they made', async () => {
  const page = (await ask('k-ada', `/api/v2/runs/${id}/items?step=write&status=done&page_size=20&page=2`)).body
  expect(page.items.map(({ item }: { item: number }) => item)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
  expect(page.pagination.total_items).toBe(30)
  expect((await ask('k-ada', `/api/v2/runs/${id}/items/write/7/artifact`)).body).toEqual({ text: 'section-7' })
  expect((await ask('k-ada', `/api/v2/runs/${id}/items/write/99/artifact`)).status).toBe(404)
})

test('who may read other things now than the run could is not shown what it made', async () => {
  const { access } = stack.ports.config
  Object.assign(stack.ports.config, { access: accessSchema.parse({ keys: { ada: { confidentiality: ['internal'] } } }) })
  try {
    expect((await ask('k-ada', `/api/v2/runs/${id}`)).status).toBe(200)
    expect((await ask('k-ada', `/api/v2/runs/${id}/items/join/0/artifact`)).status).toBe(403)
    expect((await ask('k-boss', `/api/v2/runs/${id}/items/join/0/artifact`)).status).toBe(200)
  } finally {
    Object.assign(stack.ports.config, { access })
  }
})
