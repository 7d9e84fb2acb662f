import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startKafka } from '../../scripts/kafka/broker.ts'
import { sendText, settled, until } from '../support/http-client.ts'
import { ownDatabase } from '../support/own-database.ts'
import { startProcess } from '../support/server-process.ts'

const databaseUrl = inject('databaseUrl')
const present = inject('kafkaBrokers') !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: a cluster exchanged under a running process (${inject('skipped')})`)

const WITHIN_MS = 60_000
const notReadySchema = z.object({
  error: z.object({ details: z.object({ dependencies: z.record(z.string(), z.object({ status: z.string() })) }) }),
})

describe.skipIf(!present)('a cluster whose data is gone, under a running process', { timeout: 240_000 }, () => {
  test('is told by its health, and ends it within a minute; the next start says what to do', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'millrace-exchanged-'))
    const first = await startKafka({ dir: join(dir, 'kafka') })
    const port = Number(first.brokers.split(':')[1])
    const env = { KAFKA_BROKERS: first.brokers, DATABASE_URL: await ownDatabase(databaseUrl ?? ''), DATA_DIR: join(dir, 'data') }
    const server = await startProcess(env)
    const worker = await startProcess({ ...env, METRICS_PORT: '0' }, ['parse'])
    const ended: (() => Promise<void>)[] = [() => server.kill(), () => worker.kill(), () => first.stop()]
    onTestFinished(async () => {
      for (const end of ended) await end()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    })
    expect((await settled(server.url, (await sendText(server.url, 'before.txt', 'The old log knows this.')).id)).status).toBe('complete')
    first.kill()
    await first.ended()
    rmSync(join(dir, 'kafka'), { recursive: true, force: true })
    const second = await startKafka({ dir: join(dir, 'kafka'), port })
    ended.push(() => second.stop())
    const since = Date.now()
    const told = async () => {
      const reply = await fetch(`${server.url}/api/health/ready`)
      if (reply.status !== 503) return false
      const { dependencies } = notReadySchema.parse(await reply.json()).error.details
      return dependencies.log?.status === 'unhealthy'
    }
    await Promise.race([until(told, 'the health telling of the log', WITHIN_MS), until(async () => !server.alive(), 'the end', WITHIN_MS)])
    for (const each of [server, worker]) {
      await until(async () => !each.alive(), 'the end of the process', WITHIN_MS)
      // A consumer may find its topic gone before the watch over the installation does.
      expect(each.output()).toMatch(/the log began anew|does not host this topic-partition/)
      expect(await each.stop()).not.toBe(0)
    }
    expect(Date.now() - since).toBeLessThan(WITHIN_MS)
    await expect(startProcess(env)).rejects.toThrow(/KAFKA_BROKERS: the log began anew[^\n]*npm run adopt-log/)
  })
})
