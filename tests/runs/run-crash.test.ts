import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { findRun, showRun } from '../../kernel/runs/read-runs.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'
import { ownDatabase } from '../support/own-database.ts'
import { openRunPorts, type RunServices, starter } from './run-stack.ts'
import { toyRun } from './toy-run.ts'

const WORKER = fileURLToPath(new URL('run-crash-worker.ts', import.meta.url))
const SECTIONS = 50
/** Points at which a process may die, and how often it passes one at most before. */
const BOUNDARIES = ['before-handle', 'call', 'before-settle', 'after-settle', 'after-handle', 'after-publish', 'outbox']
const MOST_PASSED = 12
/** Later lives are not cut short, so that the run comes to its end. */
const MOST_DEATHS = 8
const SEEDS = Number(process.env.RUN_CRASH_SEEDS ?? 2)
const FIRST_SEED = Number(process.env.RUN_CRASH_FIRST_SEED ?? 1)

const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')
if (!kafkaBrokers || !databaseUrl) console.log(`skipped: runs under SIGKILL on Kafka and PostgreSQL (${inject('skipped')})`)

function live(config: object): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', WORKER, JSON.stringify(config)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)))
}

const diedAt = new Set<string>()
afterAll(() => console.log(`processes died at: ${[...diedAt].sort().join(', ')}`))

/** Lives follow on each other, each killed at a boundary of its own, until one sees the run's end. */
async function crashRun(seed: number, services?: RunServices) {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-run-crash-'))
  const journal = join(dir, 'journal.txt')
  const runId = newId()
  const random = seededRandom(seed)
  const cancelAt = seed % 2 === 0 ? 2 + Math.floor(random() * 4) : 0
  let lives = 0
  try {
    for (let code: number | null = null; code !== 0; ) {
      lives++
      // The first life comes to a call for sure; records leave the outbox in a few batches.
      const boundary = lives === 1 ? 'call' : BOUNDARIES[Math.floor(random() * BOUNDARIES.length)]
      const dieAt = { boundary, n: 1 + Math.floor(random() * (boundary === 'outbox' ? 2 : MOST_PASSED)) }
      const config = { dir, runId, sections: SECTIONS, life: lives, cancel: lives === cancelAt, journal }
      code = await live({ ...config, ...(lives <= MOST_DEATHS ? { dieAt } : {}), ...(services ? { services } : {}) })
      if (code === 1) throw new Error(`life ${lives} did not see the end of the run`)
    }
    const lines = readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    for (const [, what, where] of lines) if (what === 'died' && where) diedAt.add(where)
    return { ...(await outcomeOf(dir, runId, services)), lines, lives }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function outcomeOf(dir: string, runId: string, services?: RunServices) {
  const ports = await openRunPorts(dir, ['toy'], services)
  try {
    const state = (await findRun(ports, 'toy', runId, starter.subject))!
    const shown = z
      .looseObject({ result: z.object({ texts: z.array(z.string()) }).optional() })
      .parse(await showRun(ports, toyRun({ call: async () => '' }), state))
    const topic = 'run.ended'
    const read = ({ partition }: { partition: number }) => Array.fromAsync(ports.broker.read({ topic, partition, from: 'beginning' }))
    const ends = (await Promise.all((await ports.broker.partitions(topic)).map(read))).flat().filter(({ key }) => key === runId)
    return { state, texts: shown.result?.texts, endIds: new Set(ends.map((r) => r.headers.ce_id)) }
  } finally {
    await Promise.all([ports.broker.close(), ports.database.close()])
  }
}

const places = [
  { kind: 'the embedded log', seeds: SEEDS, open: async (): Promise<RunServices | undefined> => undefined },
  ...(kafkaBrokers && databaseUrl
    ? [
        {
          kind: 'Kafka and PostgreSQL',
          seeds: Math.min(SEEDS, Number(process.env.RUN_CRASH_KAFKA_SEEDS ?? 1)),
          open: async (): Promise<RunServices | undefined> => ({
            kafkaBrokers,
            databaseUrl: await ownDatabase(databaseUrl),
            prefix: `crash-${process.pid}-${Date.now()}.`,
          }),
        },
      ]
    : []),
]

describe.each(places)('a run whose processes are killed at boundaries, on $kind', ({ seeds, open }) => {
  test.each(Array.from({ length: seeds }, (_, i) => FIRST_SEED + i))(
    'seed %i: comes to one end, has each effect once, and pays for nothing that was kept',
    { timeout: 600_000 },
    async (seed) => {
      const { state, texts, endIds, lines, lives } = await crashRun(seed, await open())
      expect(lives).toBeGreaterThan(1)
      const won = lines.some(([, what, how]) => what === 'cancel' && how === 'won')
      if (won) expect(state.status).toBe('cancelled')
      else expect(['completed', 'cancelled']).toContain(state.status)
      if (state.status === 'completed') {
        expect(texts).toEqual(Array.from({ length: SECTIONS }, (_, i) => `section-${i}`))
        expect(state.steps.map(({ total, done, failed, open }) => [total, done, failed, open])).toEqual([
          [1, 1, 0, 0],
          [SECTIONS, SECTIONS, 0, 0],
          [1, 1, 0, 0],
        ])
      }
      expect(endIds.size).toBe(1)
      // What a process had got back from `once` is never paid for again, in whichever life.
      const paidAgain = lines.filter(
        ([, what, name], i) => what === 'begin' && lines.slice(0, i).some(([, earlier, of]) => earlier === 'kept' && of === name),
      )
      expect(paidAgain).toEqual([])
    },
  )
})
