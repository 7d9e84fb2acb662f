import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, test, vi } from 'vitest'
import { newId } from '../../kernel/runtime/ids.ts'
import { runDue } from '../../schemas/run.ts'
import { ownDatabase } from '../support/own-database.ts'
import { openRunPorts, type RunServices } from './run-stack.ts'

const WORKER = fileURLToPath(new URL('timer-worker.ts', import.meta.url))
const TIMERS = 60
const DEATHS = 3
const EVERY_MS = 50
const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
if (!kafkaBrokers || !databaseUrl) console.log(`skipped: timers over deaths on Kafka and PostgreSQL (${inject('skipped')})`)

const places = [
  { kind: 'the embedded log', open: async (): Promise<RunServices | undefined> => undefined },
  ...(kafkaBrokers && databaseUrl
    ? [
        {
          kind: 'Kafka and PostgreSQL',
          open: async (): Promise<RunServices | undefined> => ({
            kafkaBrokers,
            databaseUrl: await ownDatabase(databaseUrl),
            prefix: `timers-${process.pid}-${Date.now()}.`,
          }),
        },
      ]
    : []),
]

describe.each(places)('timers whose processes are killed, on $kind', ({ open }) => {
  test('each fires once and not before its time, those that are due while a process lives at once', { timeout: 240_000 }, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'millrace-timers-'))
    const journal = join(dir, 'journal.txt')
    const begins = () => (existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n').map(Number) : [])
    const services = await open()
    const timers = Array.from({ length: TIMERS }, (_, i) => ({ id: newId(), ms: (i + 1) * EVERY_MS }))
    const cancelled = timers.filter((_, i) => i % 10 === 9).map(({ id }) => id)
    const lives: { from: number; to: number }[] = []
    try {
      for (let life = 0; life <= DEATHS; life++) {
        const config = { dir, journal, cancelled, timers: life === 0 ? timers : [], ...(services ? { services } : {}) }
        const flags = ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning']
        const child = spawn(process.execPath, [...flags, WORKER, JSON.stringify(config)], { stdio: ['ignore', 'inherit', 'inherit'] })
        const exit = once(child, 'exit')
        await vi.waitFor(() => expect(begins()).toHaveLength(life + 1), { timeout: 60_000, interval: 10 })
        // In the middle of what is due: a quarter of the time that all of them take.
        if (life < DEATHS) setTimeout(() => child.kill('SIGKILL'), (TIMERS * EVERY_MS) / (DEATHS + 1))
        const [code] = await exit
        lives.push({ from: begins().at(-1) ?? 0, to: Date.now() })
        if (life === DEATHS) expect(code).toBe(0)
      }
      const { broker, database } = await openRunPorts(dir, [], services)
      const read = ({ partition }: { partition: number }) =>
        Array.fromAsync(broker.read({ topic: runDue.name, partition, from: 'beginning' }))
      const records = (await Promise.all((await broker.partitions(runDue.name)).map(read))).flat()
      await Promise.all([broker.close(), database.close()])
      const fired = records.map(({ value, headers }) => {
        const { run_id: id, epoch: due } = runDue.schema.parse(JSON.parse(Buffer.from(value).toString()))
        return { id, due, at: Date.parse(headers.ce_time ?? ''), event: headers.ce_id }
      })
      // What died between the log and the store is told again, with its id.
      expect(new Set(fired.map(({ event }) => event)).size).toBe(TIMERS - cancelled.length)
      expect(new Set(fired.map(({ id }) => id))).toEqual(new Set(timers.map(({ id }) => id).filter((id) => !cancelled.includes(id))))
      expect(fired.filter(({ at, due }) => at < due)).toEqual([])
      const late = fired
        .filter(({ due }) => lives.some(({ from, to }) => due > from && due < to - 1000))
        .map(({ at, due }) => at - due)
        .sort((a, b) => a - b)
      // The middle one, so that a machine that stood still for a moment does not count.
      if (late.length > 0) expect(late[Math.floor(late.length / 2)]).toBeLessThan(1000)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
