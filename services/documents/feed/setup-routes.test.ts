import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { knownFileTypes } from '../formats/catalog.ts'
import { uploadEventsOf } from '../status/upload-events.fixture.ts'
import { uploads } from '../uploads/service.ts'

let stack: EmbeddedStack
beforeEach(async () => {
  stack = await embeddedStack([uploads])
})
afterEach(() => stack.dispose())

const get = (path: string) => stack.app.inject(`/api/v2/upload/${path}`)
const toggle = (payload: Record<string, unknown>) => stack.app.inject({ method: 'POST', url: '/api/v2/upload/config/toggle', payload })
const breakDown = (port: 'blobs' | 'broker' | 'database' | 'search', error: Error = new ApiError('unavailable', 'it does not answer')) =>
  Object.assign(stack.ports[port], {
    ping: async () => {
      throw error
    },
  })

test('the trigger is switched, shown, and stands in what is accepted from then on', async () => {
  expect((await get('config')).json()).toMatchObject({ trigger: { http_trigger_enabled: true, mode: 'http' } })
  expect((await toggle({ enabled: false })).json()).toEqual({ http_trigger_enabled: false })
  expect((await get('config')).json()).toMatchObject({
    worker: { stages: [{ group: 'parse' }, { group: 'chunk' }, { group: 'embed' }, { group: 'index' }] },
    trigger: { http_trigger_enabled: false, mode: 'event_notification' },
    limits: { max_file_size_mb: 1 },
    debug: { local_storage: true },
  })
  expect((await toggle({ enabled: true })).json()).toEqual({ http_trigger_enabled: true })
})

test.each([{}, { enabled: 'true' }, { enabled: 1 }])('%j does not switch the trigger', async (body) => {
  expect((await toggle(body)).statusCode).toBe(400)
})

test('the mappings name every known extension with its directory, and the rest', async () => {
  const mappings = (await get('mappings')).json()
  expect(mappings).toHaveLength(knownFileTypes.length + 1)
  expect(mappings[0]).toMatchObject({
    extension: '.pdf',
    container: 'documents',
    directory: 'pdf/raw',
    container_exists: true,
    readable: true,
  })
  expect(mappings[0].example_url).toMatch(/pdf\/raw\/example\.pdf$/)
  expect(mappings.at(-1)).toMatchObject({ extension: '*', directory: 'other/raw', readable: false })
})

test('health is what everything says that an acceptance needs, asked once a second', async () => {
  let asked = 0
  const { ping } = stack.ports.broker
  stack.ports.broker.ping = () => {
    asked++
    return ping.call(stack.ports.broker)
  }
  const replies = await Promise.all(Array.from({ length: 20 }, () => get('health')))
  expect(new Set(replies.map((r) => `${r.statusCode} ${r.json().status}`))).toEqual(new Set(['200 healthy']))
  expect(asked).toBe(1)
})

test.each(['blobs', 'broker', 'database', 'search'] as const)('without %s no upload can be accepted', async (port) => {
  breakDown(port)
  expect([(await get('health')).statusCode, (await get('health')).json().status]).toEqual([503, 'unhealthy'])
})

test('what does not answer at all is waited for 5 s', async () => {
  const never = () => new Promise<never>(() => {})
  Object.assign(stack.ports.broker, { ping: never, committed: never })
  Object.assign(stack.ports.blobs, { ping: never })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const replies = Promise.all(['health', 'worker-app/health', 'test-cloud', 'mappings'].map(get))
    while (vi.getTimerCount() < 7) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(5_000)
    const [health, worker, store, mappings] = await replies
    expect(health?.statusCode).toBe(503)
    expect(worker?.json()).toMatchObject({ status: 'unhealthy', stages: { parse: { waiting: null } } })
    expect([store?.json().status, mappings?.json()[0].container_exists]).toEqual(['failed', false])
  } finally {
    vi.useRealTimers()
  }
})

test('the worker’s health names each dependency and what waits for each stage', async () => {
  await stack.publish([uploadEventsOf('a.txt').received(), uploadEventsOf('b.txt').received(), uploadEventsOf('a.txt').parsed()])
  const healthy = (await get('worker-app/health')).json()
  expect(healthy.status).toBe('healthy')
  expect(Object.keys(healthy.dependencies)).toEqual(['broker', 'database', 'storage', 'search_index', 'views'])
  expect(Object.fromEntries(Object.entries(healthy.stages).map(([name, s]) => [name, (s as { waiting: number }).waiting]))).toEqual({
    parse: 2,
    chunk: 1,
    embed: 0,
    index: 0,
  })
})

test('the worker’s health names what is down', async () => {
  breakDown('broker')
  expect((await get('worker-app/health')).json()).toMatchObject({
    status: 'unhealthy',
    dependencies: { broker: { status: 'unhealthy' }, database: { status: 'healthy' } },
  })
})

test('the test of the store tells whether it answers, and if not why', async () => {
  expect((await get('test-cloud')).json()).toMatchObject({ status: 'connected', kind: 'filesystem', container: 'documents' })
  breakDown('blobs')
  expect((await get('test-cloud')).json()).toMatchObject({ status: 'failed', diagnosis: 'it does not answer' })
})

test('why the store does not answer names neither folders nor secrets', async () => {
  breakDown('blobs', Object.assign(new Error("ENOENT: no such file or directory, access '/srv/private'"), { code: 'ENOENT' }))
  const { body } = await get('test-cloud')
  expect(JSON.parse(body)).toMatchObject({ status: 'failed', diagnosis: expect.any(String) })
  expect(body).not.toContain('private')
})
