// Processes are killed every second while guides are made and annexes edited, with a model that takes 200 ms:
// npm run bench bench/safety-deaths.ts [-- --jobs 200 --edits 50 --seeds 1 --first-seed 1 --kafka]
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { openBroker } from '../kernel/broker/open-broker.ts'
import { parseEnv } from '../kernel/runtime/env.ts'
import { nameId } from '../kernel/runtime/ids.ts'
import { startKafka } from '../scripts/kafka-broker.ts'
import { seededRandom } from '../scripts/seeded-random.ts'
import { type Fleet, startFleet } from '../tests/support/fleet.ts'
import { ownInstallation } from '../tests/support/own-database.ts'
import { startModel } from '../tests/support/scripted-model.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'

const EVERY_MS = 1000
const CALL_MS = 200
const ANNEXES = 2
const SENDERS = 8
const PATIENCE_MS = 600_000

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '200' },
    edits: { type: 'string', default: '50' },
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    kafka: { type: 'boolean', default: false },
  },
})
const [jobs, edits] = [Number(values.jobs), Number(values.edits)]

let calls = 0
const model = await startModel(async ({ messages }) => {
  calls++
  await delay(CALL_MS)
  const asked = String(messages.at(-1)?.content)
  const annex = /Annex: "([^"]+)"/.exec(asked)?.[1]
  if (annex) return JSON.stringify({ before: [], during: [`Leave by door ${annex}.`], after: [] })
  return (/<field>\n([\s\S]*)\n<\/field>/.exec(asked)?.[1] ?? '').replace('Walk', 'Run')
})

const planId = (seed: number, job: number) => nameId('plan', seed, job)
const annexName = (job: number, i: number) => `${job}x${i}`
const planOf = (job: number) => ({
  ...{ organizationId: 'org', name: `Plan ${job}`, generalUserTags: [{ id: nameId('tag'), name: 'Teachers' }] },
  annexes: Array.from({ length: ANNEXES }, (_, i) => ({
    ...{ id: `${i}`, name: annexName(job, i), type: 'HAZARD' },
    html: `<h2>During</h2><p>Leave by door ${annexName(job, i)}.</p>`,
  })),
})

/** Asked until there is an answer: a process that dies in the middle gives none. */
async function ask(fleet: Fleet, method: 'PUT' | 'POST', path: string, body: object): Promise<unknown> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      const init = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const reply = await fetch(`${fleet.url()}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
      const said: unknown = await reply.json()
      if (reply.ok) return said
      if (reply.status < 500) throw new RangeError(`${path}: ${JSON.stringify(said)}`)
    } catch (error) {
      if (error instanceof RangeError || performance.now() > end) throw error
    }
    await delay(100)
  }
}
const tool = (fleet: Fleet, slug: string, data: object) => ask(fleet, 'POST', `/ai/api/tools/k12-${slug}/execute`, { data })

async function ofMany(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const sender = async () => {
    for (let i = next++; i < count; i = next++) await work(i)
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
}

const entries = z.array(z.looseObject({ requestId: z.string(), status: z.string() }))
const field = (edit: number) => `<p>Walk to gate ${edit}.</p><p>Count everybody.</p>`

/** Jobs that are not at their end, in batches. */
async function open(fleet: Fleet, slug: string, ids: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (let i = 0; i < ids.length; i += 50) {
    const told = entries.parse(await tool(fleet, slug, { requestIds: ids.slice(i, i + 50) }))
    left.push(...told.filter(({ status }) => /^(accepted|processing)$/i.test(status)).map(({ requestId }) => requestId))
  }
  return left
}

async function run(env: Record<string, string>, roles: readonly (readonly string[])[], seed: number) {
  const fleet = await startFleet({ ...env, LLM_BASE_URL: model.url, RATE_LIMIT_PER_MINUTE: '0' }, roles)
  try {
    const random = seededRandom(seed)
    const began = performance.now()
    const callsBefore = calls
    let [kills, over] = [0, false]
    const striking = (async () => {
      while (!over) {
        await delay(EVERY_MS * (0.5 + random()))
        await fleet.strike(random)
        kills++
      }
    })()
    const guideIds = Array.from({ length: jobs }, (_, job) => `guides-${seed}-${job}`)
    const editIds = Array.from({ length: edits }, (_, edit) => `edit-${seed}-${edit}`)
    const all = (async () => {
      await ofMany(jobs, async (job) => {
        await ask(fleet, 'PUT', `/k12/plans/${planId(seed, job)}`, planOf(job))
        await tool(fleet, 'qrg-generation-kickoff', { emergencyOperationPlanId: planId(seed, job), requestId: guideIds[job] })
      })
      await ofMany(edits, async (edit) => {
        const form = { field: { content: field(edit) } }
        await tool(fleet, 'functional-annex-kickoff', {
          eopMasterCopyId: 'm',
          userId: 'u',
          form,
          prompt: 'Say Run',
          requestId: editIds[edit],
        })
      })
      const end = performance.now() + PATIENCE_MS
      let [guidesLeft, editsLeft] = [guideIds, editIds]
      while (guidesLeft.length + editsLeft.length > 0 && performance.now() < end) {
        await delay(500)
        guidesLeft = await open(fleet, 'qrg-generation-status', guidesLeft)
        editsLeft = await open(fleet, 'annex-editing-status', editsLeft)
      }
      return guidesLeft.length + editsLeft.length
    })().finally(() => (over = true))
    const stuck = await Promise.race([all, striking.then(() => all)])
    await striking
    const seconds = (performance.now() - began) / 1000
    let wrong = 0
    await ofMany(jobs, async (job) => {
      const { data } = z
        .looseObject({ data: z.looseObject({ root: z.array(z.looseObject({ name: z.string() })) }).nullish() })
        .parse(await tool(fleet, 'qrg-generation-result', { requestId: guideIds[job] }))
      const names = data?.root.map(({ name }) => name).join()
      if (names !== Array.from({ length: ANNEXES }, (_, i) => annexName(job, i)).join()) wrong++
    })
    await ofMany(edits, async (edit) => {
      const { message } = z
        .looseObject({ message: z.string() })
        .parse(await tool(fleet, 'annex-editing-result', { requestId: editIds[edit] }))
      if (message !== field(edit).replace('Walk', 'Run')) wrong++
    })
    await fleet.stop()
    const broker = await openBroker(parseEnv(env), 'bench', pino({ level: 'silent' }))
    const ends = new Map<string, Set<string>>()
    try {
      for (const { partition } of await broker.partitions('run.ended'))
        for await (const { key, headers } of broker.read({ topic: 'run.ended', partition, from: 'beginning' }))
          ends.set(key, (ends.get(key) ?? new Set()).add(headers.ce_id ?? ''))
    } finally {
      await broker.close()
    }
    const twice = [...ends.values()].filter(({ size }) => size > 1).length
    return { kills, stuck, wrong, ended: ends.size, twice, calls: calls - callsBefore, seconds }
  } finally {
    await fleet.kill()
  }
}

const services = values.kafka ? await Promise.all([startKafka(), startPostgres()]) : undefined
const roles = services ? [['edge'], ['safety', 'projector']] : [[]]
let failed = 0
console.log(`${jobs} jobs of guides with ${ANNEXES} annexes, ${edits} edits; load ${loadavg()[0]!.toFixed(1)}`)
console.log('seed  kills  stuck  wrong  ended  twice  calls (needed)  seconds')
try {
  const first = Number(values['first-seed'])
  for (let seed = first; seed < first + Number(values.seeds); seed++) {
    const dir = await mkdtemp(join(tmpdir(), 'millrace-safety-deaths-'))
    const env = { DATA_DIR: dir, ...(services ? await ownInstallation(services[0].brokers, services[1].url) : {}) }
    const { kills, stuck, wrong, ended, twice, calls, seconds } = await run(env, roles, seed)
    await rm(dir, { recursive: true, force: true })
    if (stuck + wrong + twice > 0 || ended !== jobs + edits) failed++
    const needed = `${calls} (${jobs * ANNEXES + edits})`
    const columns = [kills, stuck, wrong, ended, twice].map((c) => String(c).padStart(7)).join('')
    console.log(`${String(seed).padStart(4)}${columns}${needed.padStart(16)}${seconds.toFixed(0).padStart(9)}`)
  }
} finally {
  await Promise.all([model.close(), ...(services ?? []).map((service) => service.stop())])
}
process.exitCode = failed > 0 ? 1 : 0
