import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { seededRandom } from '../../scripts/seeded-random.ts'
import type { Fleet } from '../../tests/support/fleet.ts'
import { countedByOutput, unaccounted } from './accounted.ts'
import { balanced } from './balanced.ts'
import { type Figures, type Gate, none, onInstallation, type Services, type Stage } from './gate.ts'
import { startRunModel, startRuns } from './run-load.ts'
import { toldTwice } from './told-once.ts'
import { startUploads } from './upload-load.ts'

const BEFORE_MS = 5_000
const AFTER_MS = 5_000
const STAGES = ['parse', 'chunk', 'embed', 'index']
/** An edge, the stages, the workers of all runs, and the projector with what follows the log. */
const ROLES = [['edge'], STAGES, ['safety', 'reasoning', 'workflows', 'reports'], ['projector', 'runs', 'log', 'webhooks']]
/** Each of them twice, the edge too. */
const PAIRS = [['edge'], ['edge'], ...[0, 1].map(() => ROLES.slice(1).flat())]
const WRONG = ['lost', 'duplicate', 'stuck', 'runs wrong', 'runs stuck', 'told twice', 'whose counts differ']

interface Context {
  readonly services: Services | undefined
  readonly fleet: Fleet
  readonly env: Record<string, string>
  readonly random: () => number
  readonly seconds: number
}

/** Does the fault and takes it away; what it counted. */
type Fault = (context: Context) => Promise<Figures>

/** What the processes wrote, for whoever looks for the cause. */
async function keepOutput(fleet: Fleet): Promise<void> {
  const file = join(tmpdir(), `faults-${process.pid}-${Date.now()}.log`)
  await writeFile(file, fleet.output(Number.POSITIVE_INFINITY))
  console.error(`what the processes wrote stands in ${file}`)
}

/** Uploads and runs of every kind, with a fault in their middle; then all of them are looked at. */
const underLoad =
  (fault: Fault, seconds: number, roles: readonly (readonly string[])[] = ROLES) =>
  async (stage: Stage) => {
    const model = await startRunModel()
    // The most that an edge answers on: whoever balances has looked by then.
    const settings = {
      ...{ LLM_BASE_URL: model.url, EMBEDDINGS_BASE_URL: '', LOG_LEVEL: 'DEBUG' },
      ...(roles === PAIRS && { DRAIN_SECONDS: '5' }),
    }
    try {
      return await onInstallation(stage, roles, settings, async (fleet, env) => {
        const prefix = `doc-${stage.seed}`
        const balancer = balanced(fleet.edges)
        const uploads = startUploads(balancer.url, { prefix, everyMs: 100 })
        const runs = startRuns(balancer.url, { prefix: `run-${stage.seed}`, everyMs: 2000 })
        await delay(BEFORE_MS)
        const random = seededRandom(stage.seed)
        const counted = await fault({ services: stage.services, fleet, env, random, seconds: seconds * stage.scale })
        const back = performance.now()
        const accepted = Number(uploads.told()['told 202'])
        while (uploads.told()['told 202'] === accepted && performance.now() - back < 120_000) await delay(50)
        const again = (performance.now() - back) / 1000
        await delay(AFTER_MS)
        await Promise.all([uploads.stop(), runs.stop()])
        const [documents, ended] = await Promise.all([uploads.judge(), runs.judge()])
        const settled = (performance.now() - back) / 1000
        await balancer.stop()
        const codes = await fleet.stop()
        const { sums, outcomes } = countedByOutput(fleet.output(Number.POSITIVE_INFINITY))
        // Members that join are no part of the fleet, and what they finished stands nowhere.
        const { checked, differ } = fault === joins ? { checked: 0, differ: [] } : await unaccounted(env, sums)
        for (const line of differ) console.error(line)
        const figures: Figures = {
          ...{ ...counted, ...documents, ...uploads.told(), ...ended },
          ...Object.fromEntries(Object.entries(outcomes).map(([outcome, n]) => [`records ${outcome}`, n])),
          ...{ 'consumers and topics': checked, 'whose counts differ': differ.length },
          'told twice': await toldTwice(env),
          'processes that ended': codes.filter((code) => code !== 0).length,
          'first 202 after, s': again,
          'all ended after, s': settled,
        }
        if (!none(figures, ...WRONG)) await keepOutput(fleet)
        return figures
      })
    } finally {
      await model.close()
    }
  }

const broker: Fault = async ({ services, seconds }) => {
  services!.kafka.kill()
  await delay(seconds * 1000)
  await services!.kafka.restart()
  return {}
}
const database: Fault = async ({ services, seconds }) => {
  await services!.postgres.kill()
  await delay(seconds * 1000)
  await services!.postgres.restart()
  return {}
}

/** Further workers of the stages that come and go, of three processes beside each other. */
const joins: Fault = async ({ env, seconds }) => {
  const script = fileURLToPath(new URL('members-process.ts', import.meta.url))
  const processes = Array.from({ length: 3 }, () => fork(script, { env: { ...process.env, LOOK_FOR_MODELS: 'false', ...env } }))
  await Promise.all(processes.map((child) => once(child, 'message')))
  const started = performance.now()
  await delay(seconds * 1000)
  const told = await Promise.all(
    processes.map(async (child) => {
      const message = once(child, 'message')
      child.send('over')
      return z.object({ joined: z.number(), left: z.number() }).parse((await message)[0])
    }),
  )
  const sum = (of: (one: { joined: number; left: number }) => number) => told.reduce((all, one) => all + of(one), 0)
  return { 'joins and leaves': sum(({ joined, left }) => joined + left), 'in s': (performance.now() - started) / 1000 }
}

/** SIGKILL to one process after the other. */
const deaths: Fault = async ({ fleet, random, seconds }) => {
  let kills = 0
  for (const end = performance.now() + seconds * 1000; performance.now() < end; kills++) {
    await delay(2000 * (0.5 + random()))
    await fleet.strike(random)
  }
  return { deaths: kills }
}

/** Every process is restarted, one after the other. */
const rolling: Fault = async ({ fleet }) => {
  const began = performance.now()
  const codes = await fleet.restart()
  return { restarts: codes.length, 'ended badly': codes.filter((code) => code !== 0).length, 'in s': (performance.now() - began) / 1000 }
}

const WHOLE = '0 lost, duplicate, stuck, wrong or told twice; records read = handled + skipped + dead-lettered'
const BAR = `${WHOLE}; refusals are 503 with Retry-After; no process ends`
const held = (figures: Figures) =>
  none(figures, ...WRONG, '503 without Retry-After', 'told something else', 'processes that ended') && Number(figures.documents) > 0

export const awayGates: readonly Gate[] = [
  ...[1.5, 12, 60].map((seconds) => ({
    ...{ name: `broker-${seconds}`, fault: `the broker is killed and gone for ${seconds} s`, bar: BAR, held, services: true as const },
    run: underLoad(broker, seconds),
  })),
  ...[5, 40].map((seconds) => ({
    ...{ name: `database-${seconds}`, fault: `PostgreSQL is killed and gone for ${seconds} s`, bar: BAR, held, services: true as const },
    run: underLoad(database, seconds),
  })),
  {
    ...{ name: 'joins', fault: 'workers of all stages join and leave for a minute', services: true },
    bar: `50 joins and leaves a minute, each of five groups; ${BAR}`,
    held: (figures) => held(figures) && Number(figures['joins and leaves']) / Number(figures['in s']) >= 50 / 60,
    run: underLoad(joins, 60),
  },
  {
    ...{ name: 'rolling-restart', fault: 'two edges and two processes of workers are restarted one after the other', services: true },
    bar: `no request fails or is refused; ${WHOLE}; every process ends with 0`,
    held: (figures) => held(figures) && none(figures, 'ended badly', 'told 503', 'without an answer'),
    run: underLoad(rolling, 0, PAIRS),
  },
  {
    ...{ name: 'deaths', fault: 'SIGKILL of a process every 2 s, for 30 s, while runs of every kind go on' },
    bar: WHOLE,
    held: (figures) => none(figures, ...WRONG) && Number(figures.documents) > 0,
    run: underLoad(deaths, 30),
  },
]
