import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/http-client.ts'
import { startProcess } from '../support/server-process.ts'

test('an edge that stops says first that it is not ready, and answers meanwhile', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-drain-'))
  const server = await startProcess({ DATA_DIR: dir, DRAIN_SECONDS: '3' })
  onTestFinished(async () => {
    await server.kill()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status
  expect(await ready()).toBe(200)
  const stopped = server.stop()
  await until(async () => (await ready()) === 503, 'readiness turning off', 3000)
  expect((await fetch(`${server.url}/api/v2/upload/list`)).status).toBe(200)
  expect(await stopped).toBe(0)
})
