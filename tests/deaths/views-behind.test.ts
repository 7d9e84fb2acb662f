import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { filesystemBlobs } from '../../kernel/blobs/filesystem.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { runProjector, waitProjected } from '../../kernel/views/run-projector.ts'
import { uploadEventsOf } from '../../services/documents/status/upload-events.fixture.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { createEdge } from '../../services/edge/create-edge.ts'
import { smallConfig } from '../support/pipeline-stack.ts'

const log = pino({ level: 'silent' })
const answers = async () => undefined
let dir: string
let ports: Ports
let app: App
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-behind-'))
  ports = {
    broker: await openEmbeddedBroker({ dir, log }),
    database: await openSqliteDatabase({ dir }),
    blobs: await filesystemBlobs({ dir, container: 'documents' }),
    // Of these the edge asks only whether they answer.
    search: { ping: answers },
    llm: { check: answers },
    config: smallConfig([uploads]),
    clock: systemClock,
  } as unknown as Ports
  await ports.broker.ensureTopics(readTopics())
  await ports.database.migrate([...kernelMigrations, ...(uploads.migrations ?? [])])
})
afterEach(async () => {
  await app.close()
  await ports.broker.close()
  await ports.database.close()
  await rm(dir, { recursive: true, force: true })
})

test('an edge that starts before the views show what the log holds is not ready, and tells by how much', async () => {
  const { received, parsed, indexed } = uploadEventsOf('notes.txt')
  const positions = await publishDrafts(ports.broker, systemClock, 'test', [received(), parsed(), indexed()], { requestId: 'r' })
  app = await createEdge({
    env: parseEnv({ RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: dir }),
    log,
    ports,
    services: [uploads],
    publish: async () => [],
    projected: async () => true,
  })
  const get = async (path: string) => {
    const reply = await app.inject(path)
    return [reply.statusCode, reply.json()]
  }
  for (const path of ['/health/ready', '/api/health/ready'])
    expect(await get(path)).toMatchObject([503, { error: { details: { dependencies: { views: { status: 'unhealthy', behind: 3 } } } } }])
  expect(await get('/api/health/check')).toMatchObject([503, { dependencies: { views: { status: 'unhealthy', behind: 3 } } }])
  expect(await get('/api/v2/health')).toMatchObject([200, { services: { views: { status: 'down', behind: 3 } } }])
  expect(await get('/api/v2/upload/health')).toMatchObject([503, { status: 'unhealthy' }])
  const reason = expect.stringMatching(/3 records behind/)
  expect(await get('/admin/health/detailed')).toMatchObject([503, { services: { views: { status: 'unhealthy', details: { reason } } } }])

  const projector = await runProjector({ broker: ports.broker, database: ports.database, views: uploads.views ?? [], log })
  try {
    expect(await waitProjected(ports.database, positions, 10_000)).toBe(true)
    await vi.waitFor(async () => expect(await get('/api/health/ready')).toMatchObject([200, { status: 'ready' }]), { timeout: 10_000 })
    // Later records are no reason: who was ready once goes on to take uploads.
    await projector.stop()
    await publishDrafts(ports.broker, systemClock, 'test', [uploadEventsOf('more.txt').received()], { requestId: 'r' })
    expect((await get('/api/health/check'))[1]).toMatchObject({ dependencies: { views: { status: 'healthy' } } })
  } finally {
    await projector.stop()
  }
})

test('the detailed health names the room on the disk, and every condition of readiness', async () => {
  const full: Ports = { ...ports, blobs: { ...ports.blobs, room: async () => ({ free: 1, total: 10 * 1024 ** 3 }) } }
  app = await createEdge({
    env: parseEnv({ RATE_LIMIT_PER_MINUTE: '0', DATA_DIR: dir }),
    log,
    ports: full,
    services: [uploads],
    dependencies: [{ name: 'tables', required: true, check: answers }],
    publish: async () => [],
    projected: async () => true,
  })
  const reply = await app.inject('/admin/health/detailed')
  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    {
      status: 'degraded',
      services: {
        disk_space: { status: 'unhealthy', details: { reason: expect.stringMatching(/MB free/) } },
        tables: { status: 'healthy' },
        views: { status: 'healthy' },
      },
    },
  ])
  expect(new Set(Object.keys(reply.json().services))).toEqual(
    new Set(
      'database llmProvider contentSafety tavily perplexity broker storage searchIndex disk_space indexed_documents views tables'.split(
        ' ',
      ),
    ),
  )
})
