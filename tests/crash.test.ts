import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { chunksOf, entityOf, listEntities, sendText, until } from './http-client.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

let dir: string
let processes: ServerProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(processes.map((p) => p.output().slice(-3000)).join('\n----\n'))
  await Promise.all(processes.map((p) => p.kill()))
  processes = []
  rmSync(dir, { recursive: true, force: true })
})

const conflictSchema = z.object({ error: z.object({ details: z.object({ upload_id: z.string() }) }) })

const paragraphs = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `Paragraph ${i} of ${name} tells of matter ${(i * 7919) % 9973}. ${'The wheel turns and the stones grind. '.repeat(20)}`,
  ).join('\n\n')

/** Deterministic pseudo-random numbers (mulberry32), so that a failing run can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Sends documents while `strike` kills processes; resolves with the names that were acknowledged. */
async function sendUnderFire(urlOf: () => string, count: number, prefix: string): Promise<Map<string, string>> {
  const accepted = new Map<string, string>()
  for (let i = 0; i < count; i++) {
    const name = `${prefix}-${i}.txt`
    await until(
      async () => {
        const reply = await sendText(urlOf(), name, paragraphs(name, 6))
        if (reply.code === 202) accepted.set(name, reply.id)
        if (reply.code !== 409) return reply.code === 202
        // The acknowledgement was lost with the process. The upload was not, if it is there now; else its name is free again soon.
        return (await entityOf(urlOf(), conflictSchema.parse(JSON.parse(reply.text)).error.details.upload_id)) !== undefined
      },
      `${name} being accepted`,
      60_000,
    )
  }
  return accepted
}

async function expectAllThereOnce(url: string, names: readonly string[], accepted: Map<string, string>): Promise<void> {
  await until(
    async () => {
      const mine = (await listEntities(url)).filter((e) => names.includes(e.filename))
      return mine.length === names.length && mine.every((e) => e.status === 'complete')
    },
    'every document being complete',
    90_000,
  ).catch(async (error) => {
    throw new Error(`${error.message}: ${JSON.stringify((await listEntities(url)).filter((e) => e.status !== 'complete').slice(0, 3))}`)
  })
  for (const name of names) {
    const chunks = await chunksOf(url, name)
    expect(chunks.map((c) => c.chunk_index)).toEqual(chunks.map((_, i) => i))
    expect(new Set(chunks.map((c) => c.upload_id)).size).toBe(1)
    if (accepted.has(name)) expect(chunks[0]?.upload_id).toBe(accepted.get(name))
    expect(chunks.map((c) => c.text).join('\n')).toContain(`Paragraph 5 of ${name}`)
  }
}

test('one process with everything embedded: SIGKILL at random moments loses and doubles nothing', { timeout: 180_000 }, async () => {
  const random = randomOf(20_261_121)
  const env = { DATA_DIR: dir }
  let server = await startProcess(env)
  processes.push(server)
  let sending = true
  let kills = 0
  const striking = (async () => {
    while (sending || kills < 4) {
      await delay(500 + random() * 1500)
      await server.kill()
      kills++
      server = await startProcess(env)
      processes.push(server)
    }
  })()
  const names = Array.from({ length: 30 }, (_, i) => `embedded-${i}.txt`)
  const accepted = await sendUnderFire(() => server.url, names.length, 'embedded')
  sending = false
  await striking
  await expectAllThereOnce(server.url, names, accepted)
  expect(kills).toBeGreaterThanOrEqual(4)
  expect(await server.stop()).toBe(0)
})

const brokers = inject('kafkaBrokers')
const database = inject('databaseUrl')
if (!brokers || !database) console.log(`skipped: four processes on Kafka and PostgreSQL (${inject('skipped')})`)

test.skipIf(!brokers || !database)(
  'four processes on Kafka and PostgreSQL: any one of them dies mid-way, nothing is lost or doubled',
  { timeout: 300_000 },
  async () => {
    const random = randomOf(7)
    const env = { DATA_DIR: dir, KAFKA_BROKERS: brokers ?? '', DATABASE_URL: await ownDatabase(database ?? '') }
    const roles = [['edge'], ['parse', 'chunk'], ['embed'], ['index', 'projector']]
    const running = await Promise.all(roles.map((r) => startProcess(env, r)))
    processes.push(...running)
    const edge = () => running[0]?.url ?? ''
    let sending = true
    let kills = 0
    const striking = (async () => {
      while (sending || kills < 5) {
        await delay(500 + random() * 2000)
        const victim = Math.floor(random() * roles.length)
        await running[victim]?.kill()
        kills++
        const next = await startProcess(env, roles[victim])
        running[victim] = next
        processes.push(next)
      }
    })()
    const prefix = `kafka-${process.pid}-${Date.now()}`
    const names = Array.from({ length: 25 }, (_, i) => `${prefix}-${i}.txt`)
    const accepted = await sendUnderFire(edge, names.length, prefix)
    sending = false
    await striking
    await expectAllThereOnce(edge(), names, accepted)
    expect(kills).toBeGreaterThanOrEqual(5)
  },
)

/** A database of this test alone, so that no other test's views are in the way. */
async function ownDatabase(url: string): Promise<string> {
  const { default: pg } = await import('pg')
  const name = `crash_${process.pid}_${Date.now()}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}
