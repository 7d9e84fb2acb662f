import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { openBroker } from '../../kernel/broker/open-broker.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { services } from '../../services/catalog.ts'
import { type Fleet, startFleet } from '../support/fleet.ts'
import { sendText, settled, until } from '../support/http-client.ts'
import { countRedeliveries } from '../support/load/count-redeliveries.ts'
import { crashRun } from '../support/load/crash-run.ts'
import { ownDatabase, ownInstallation } from '../support/own-database.ts'

const log = pino({ level: 'silent' })
let dir: string
let fleet: Fleet | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(fleet?.output())
  await fleet?.kill()
  rmSync(dir, { recursive: true, force: true })
})

test('one process with everything embedded: SIGKILL at random moments loses and doubles nothing', { timeout: 180_000 }, async () => {
  fleet = await startFleet({ DATA_DIR: dir })
  const run = { prefix: 'embedded', documents: 60, seed: 20_261_121, everyMs: 1000, leastKills: 5, mostKills: 12, patienceMs: 90_000 }
  const { deaths, uploads, lost, duplicates, stuck } = await crashRun({ fleet, ...run })
  expect({ lost, duplicates, stuck }).toEqual({ lost: [], duplicates: [], stuck: [] })
  expect(deaths.length).toBeGreaterThanOrEqual(5)
  expect(fleet.failedStarts).toEqual([])
  expect(await fleet.stop()).toEqual([0])
  const broker = await openEmbeddedBroker({ dir, log })
  const counted = await countRedeliveries(broker, new Set(uploads.values()), deaths).finally(() => broker.close())
  expect(counted.deadLetters).toBe(0)
  // else they died at rest, and nothing was tried
  expect(counted.cutShort).toBeGreaterThan(0)
})

const brokers = inject('kafkaBrokers')
const database = inject('databaseUrl')
if (!brokers || !database) console.log(`skipped: four processes on Kafka and PostgreSQL (${inject('skipped')})`)

test.skipIf(!brokers || !database)(
  'four processes on Kafka and PostgreSQL: any one of them dies mid-way, nothing is lost or doubled',
  { timeout: 300_000 },
  async () => {
    const env = { DATA_DIR: dir, ...(await ownInstallation(brokers ?? '', database ?? '')) }
    fleet = await startFleet(env, [['edge'], ['parse', 'chunk'], ['embed'], ['index', 'projector']])
    const prefix = `kafka-${process.pid}-${Date.now()}`
    const run = { prefix, documents: 40, seed: 7, everyMs: 1500, leastKills: 5, mostKills: 12, patienceMs: 120_000 }
    const { deaths, uploads, lost, duplicates, stuck } = await crashRun({ fleet, ...run })
    expect({ lost, duplicates, stuck }).toEqual({ lost: [], duplicates: [], stuck: [] })
    expect(deaths.length).toBeGreaterThanOrEqual(5)
    const broker = await openBroker(parseEnv(env), 'crash', log)
    const counted = await countRedeliveries(broker, new Set(uploads.values())).finally(() => broker.close())
    expect(counted.deadLetters).toBe(0)
  },
)

test.skipIf(!brokers || !database)('an empty database is filled again from Kafka with the same bytes', { timeout: 180_000 }, async () => {
  const prefix = `refold-${process.pid}-${Date.now()}`
  const env = { DATA_DIR: dir, ...(await ownInstallation(brokers ?? '', database ?? '')) }
  const first = env.DATABASE_URL
  fleet = await startFleet(env)
  const url = fleet.url()
  const ids = new Set<string>()
  for (const text of ['one', 'two']) {
    const { id } = await sendText(url, `${prefix}.txt`, text, { replace_existing: 'true' })
    ids.add(id)
    await settled(url, id)
  }
  const broken = await sendText(url, `${prefix}.pdf`, 'this is no PDF')
  ids.add(broken.id)
  await settled(url, broken.id)
  expect(await fleet.stop()).toEqual([0])
  const before = await viewRows(first, ids)
  expect(before.length).toBeGreaterThan(10)

  const second = await ownDatabase(database ?? '')
  // Both find the group ahead of the views; one sets it back.
  fleet = await startFleet({ ...env, DATABASE_URL: second }, [['edge', 'projector'], ['projector']])
  await until(async () => JSON.stringify(await viewRows(second, ids)) === JSON.stringify(before), 'the same rows', 60_000)
  expect(fleet.failedStarts).toEqual([])
  expect(await fleet.stop()).toEqual([0, 0])
})

/** The rows of all views that tell of these uploads, in order. */
async function viewRows(url: string, ids: ReadonlySet<string>): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows: unknown[] = []
  for (const { name } of services.flatMap((s) => s.views ?? [])) {
    // in what order events arrived is told of this fold, not of what happened
    const found = (await client.query(`select * from "${name}" order by key`)).rows.map(({ arrival, ...row }) => row)
    rows.push(...found.filter((r) => [...ids].some((id) => String(r.body).includes(id))).map((r) => [name, r]))
  }
  await client.end()
  return rows
}
