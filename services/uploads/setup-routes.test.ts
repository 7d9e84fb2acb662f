import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../kernel/errors.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/embedded-stack.ts'
import { knownFileTypes } from './file-types.ts'
import { uploads } from './service.ts'
import { uploadEventsOf } from './upload-events.fixture.ts'

let stack: EmbeddedStack
beforeEach(async () => {
  stack = await embeddedStack([uploads])
})
afterEach(() => stack.dispose())

const get = (path: string) => stack.app.inject(`/api/v2/upload/${path}`)
const toggle = (payload: Record<string, unknown>) => stack.app.inject({ method: 'POST', url: '/api/v2/upload/config/toggle', payload })
const breakDown = (port: 'blobs' | 'broker') =>
  Object.assign(stack.ports[port], {
    ping: async () => {
      throw new ApiError('unavailable', 'it does not answer')
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

test('health is what the log and the store say', async () => {
  expect([(await get('health')).statusCode, (await get('health')).json().status]).toEqual([200, 'healthy'])
  breakDown('blobs')
  expect([(await get('health')).statusCode, (await get('health')).json().status]).toEqual([503, 'unhealthy'])
})

test('the worker’s health names each dependency and what waits for each stage', async () => {
  await stack.publish([uploadEventsOf('a.txt').received(), uploadEventsOf('b.txt').received(), uploadEventsOf('a.txt').parsed()])
  const healthy = (await get('worker-app/health')).json()
  expect(healthy.status).toBe('healthy')
  expect(Object.keys(healthy.dependencies)).toEqual(['broker', 'database', 'storage', 'search_index'])
  expect(Object.fromEntries(Object.entries(healthy.stages).map(([name, s]) => [name, (s as { waiting: number }).waiting]))).toEqual({
    parse: 2,
    chunk: 1,
    embed: 0,
    index: 0,
  })
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
