import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHealth } from '../../runtime/health.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { type MetricsPort, openMetricsPort } from './metrics-port.ts'

const log = pino({ level: 'silent' })
const metrics = createMetrics()
let down = false
let stopping = false
let port: MetricsPort

const open = (at = 0) => {
  const check = async () => {
    if (down) throw new Error('canary: broker at 10.0.0.1 refused')
  }
  const health = createHealth([{ name: 'broker', required: true, check }], { clock: { now: () => Math.random() * 1e12 }, log })
  return openMetricsPort({ host: '127.0.0.1', port: at, metrics, health, stopping: () => stopping, log })
}

beforeEach(async () => {
  down = false
  stopping = false
  port = await open()
})
afterEach(() => port.close())

const ask = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${port.address}${path}`, init)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('it tells the metrics in the format of Prometheus', async () => {
  metrics.recordsRetried.inc({ consumer: 'parse', topic: 'document.received' }, 3)
  const { status, headers, text } = await ask('/metrics?x=1')
  expect([status, headers.get('content-type')]).toEqual([200, metrics.registry.contentType])
  expect(text).toContain('millrace_records_retried_total{consumer="parse",topic="document.received"} 3')
})

test('it lives while a dependency is away, is not ready, and never says why', async () => {
  expect((await ask('/api/health/ready')).status).toBe(200)
  down = true
  expect((await ask('/api/health/live')).status).toBe(200)
  const { status, headers, text } = await ask('/api/health/ready')
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  expect(JSON.parse(text).error).toMatchObject({ code: 'unavailable', details: { dependencies: { broker: { status: 'unhealthy' } } } })
  expect(text).not.toContain('canary')
})

test('it is not ready from the moment that the process was asked to stop', async () => {
  stopping = true
  expect((await ask('/api/health/ready')).status).toBe(503)
  expect((await ask('/api/health/live')).status).toBe(200)
})

test('it has nothing else, and is only read', async () => {
  for (const path of ['/', '/constructor', '/api/v2/upload/list']) expect((await ask(path)).status, path).toBe(404)
  const post = await ask('/metrics', { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await ask('/api/health/live', { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})

test('a port that is taken is told by the name of its variable', async () => {
  await expect(open(Number(new URL(port.address).port))).rejects.toThrow(/^METRICS_HOST, METRICS_PORT: .*EADDRINUSE/)
})
