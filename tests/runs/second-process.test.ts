import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Ports } from '../../kernel/ports.ts'
import { cancelRun, startRun } from '../../kernel/runs/control.ts'
import { waitForRun } from '../../kernel/runs/read-runs.ts'
import { ownDatabase } from '../support/own-database.ts'
import { askingRun } from './asking-run.ts'
import { openRunPorts, starter } from './run-stack.ts'

const WORKER = fileURLToPath(new URL('asking-worker.ts', import.meta.url))
const WAIT = { timeout: 60_000, interval: 5 }
const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
const present = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: a run that works in another process (${inject('skipped')})`)

describe.skipIf(!present)('a run that works in another process, on Kafka and PostgreSQL', { timeout: 240_000 }, () => {
  let dir: string
  let ports: Ports
  let worker: ChildProcess
  /** Calls that came to the model, and when each was broken off. */
  let asked = 0
  const brokenOff: number[] = []
  // It never answers.
  const model = createServer((_request, response) => {
    asked++
    response.on('close', () => brokenOff.push(performance.now()))
  })

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'millrace-second-process-'))
    model.listen(0, '127.0.0.1')
    await once(model, 'listening')
    const prefix = `second-${process.pid}-${Date.now()}.`
    const services = { kafkaBrokers: kafkaBrokers ?? '', databaseUrl: await ownDatabase(databaseUrl ?? ''), prefix }
    ports = await openRunPorts(dir, [askingRun.kind], services)
    const config = { dir, services, model: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1` }
    const flags = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning']
    worker = spawn(process.execPath, [...flags, WORKER, JSON.stringify(config)], { stdio: ['ignore', 'inherit', 'inherit'] })
  })
  afterAll(async () => {
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await Promise.all([ports.broker.close(), ports.database.close()])
    model.closeAllConnections()
    model.close()
    rmSync(dir, { recursive: true, force: true })
  })

  test('a cancel ends its handler and its call of the model, within a second', async () => {
    const took: number[] = []
    for (let n = 1; n <= 3; n++) {
      const { id } = await startRun(ports, askingRun, {}, { starter, requestId: 'r' })
      await vi.waitFor(() => expect(asked).toBe(n), WAIT)
      const from = performance.now()
      await cancelRun(ports, id)
      await vi.waitFor(() => expect(brokenOff).toHaveLength(n), WAIT)
      took.push((brokenOff.at(-1) ?? 0) - from)
      const state = await waitForRun(ports, { kind: askingRun.kind, id, subject: starter.subject }, 60_000)
      expect(state).toMatchObject({ status: 'cancelled', steps: [{ status: 'cancelled' }] })
    }
    // Of three, so that a machine that stood still for a moment does not count.
    expect(Math.min(...took)).toBeLessThan(1000)
    expect(asked).toBe(3)
  })
})
