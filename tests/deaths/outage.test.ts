import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendText } from '../support/http-client.ts'
import { type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'
import { announcements, textOf } from '../support/races-actions.ts'
import { type OwnPostgres, startPostgres } from '../support/services/postgres.ts'

const brokers = inject('kafkaBrokers')
if (!brokers || !inject('databaseUrl')) console.log(`skipped: outages of PostgreSQL (${inject('skipped')})`)

const UPLOADS = 6
const readings = (id: string) => [
  '/api/v2/upload/list',
  `/api/v2/upload/status/${id}`,
  `/api/v2/upload/status/${id}/events`,
  `/api/v2/upload/${id}/timeline`,
  '/api/v2/upload/event-feed/activity',
  '/api/v2/knowledge/files',
  '/api/v2/knowledge/stats',
]
const commands = (id: string) => [`/api/v2/upload/${id}/cancel`, `/api/v2/upload/${id}/retry`]

describe.runIf(brokers && inject('databaseUrl'))('a PostgreSQL that is away', () => {
  let server: OwnPostgres
  let stack: PipelineStack
  beforeAll(async () => {
    server = await startPostgres()
    stack = await pipelineStack({ kafkaBrokers: brokers ?? '', databaseUrl: server.url })
  }, 120_000)
  afterAll(async () => {
    await stack?.dispose()
    await server?.stop()
  }, 60_000)

  test.each([17, 41])(
    'for %i s: every upload gets its end announced once, and every reply meanwhile is 503 with Retry-After',
    {
      timeout: 240_000,
    },
    async (seconds) => {
      const sent = await Promise.all(
        Array.from({ length: UPLOADS }, (_, i) => sendText(stack.url, `outage ${seconds} ${i}.txt`, textOf(`text ${i}`))),
      )
      expect(sent.map(({ code }) => code)).toEqual(sent.map(() => 202))
      const ids = sent.map(({ id }) => id)
      await server.kill()
      const back = delay(seconds * 1000).then(() => server.restart())
      const replies = await Promise.all([
        ...readings(ids[0]!).map((path) => fetch(stack.url + path)),
        ...commands(ids[0]!).map((path) => fetch(stack.url + path, { method: 'POST' })),
      ])
      expect(replies.map((r) => [new URL(r.url).pathname, r.status, Number(r.headers.get('retry-after')) > 0])).toEqual(
        replies.map((r) => [new URL(r.url).pathname, 503, true]),
      )
      expect((await sendText(stack.url, `refused ${seconds}.txt`, textOf('no'))).code).toBe(503)
      await back
      await expect
        .poll(
          async () => {
            const told = await announcements(stack)
            return ids.map((id) => told.get(id))
          },
          { timeout: 90_000, interval: 1000 },
        )
        .toEqual(ids.map(() => ['completed']))
    },
  )
})
