import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectKafkaBroker } from '../../kernel/broker/kafka/kafka.ts'
import { prefixedBroker } from '../../kernel/broker/prefixed.ts'
import { documentRemoved } from '../../schemas/document-public.ts'
import { chunksOf, sendText, settled } from '../support/http-client.ts'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
const present = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: an edge that dies while it clears an index (${inject('skipped')})`)

const PRELOAD = `--import ${new URL('../die-at.mjs', import.meta.url).href}`

describe.skipIf(!present)('an edge that dies while it clears an index', { timeout: 240_000 }, () => {
  let dir: string
  let env: Awaited<ReturnType<typeof ownInstallation>> & { DATA_DIR: string }
  let other: ServerProcess
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-clear-deaths-'))
    env = { ...(await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')), DATA_DIR: dir }
    other = await startProcess(env)
  })
  afterAll(async () => {
    await other?.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Names of what the public topic says is gone, each record. */
  async function removed(): Promise<string[]> {
    const broker = prefixedBroker(
      await connectKafkaBroker({ brokers: [kafkaBrokers ?? ''], clientId: 'test', log: pino({ level: 'silent' }) }),
      env.KAFKA_PREFIX,
    )
    try {
      const partitions = await broker.partitions(documentRemoved.name)
      const records = await Promise.all(
        partitions.map(({ partition }) => Array.fromAsync(broker.read({ topic: documentRemoved.name, partition, from: 'beginning' }))),
      )
      return records.flat().map(({ value }) => documentRemoved.schema.parse(JSON.parse(Buffer.from(value).toString())).source_file)
    } finally {
      await broker.close()
    }
  }

  it.each([
    'before-cleared',
    'after-cleared',
  ])('%s: another edge finishes it, and each document that is gone is told once', async (moment) => {
    const names = [1, 2, 3].map((n) => `${moment} ${n}.txt`)
    const sent = await Promise.all(names.map((name) => sendText(other.url, name, `The sluice of ${name} is shut.`)))
    for (const { id } of sent) expect((await settled(other.url, id)).status).toBe('complete')
    const dying = await startProcess({ ...env, DIE_AT: moment, NODE_OPTIONS: PRELOAD }, ['edge'])
    await expect(fetch(`${dying.url}/api/v2/search/indexes/clear/default`, { method: 'POST' })).rejects.toThrow()
    await expect.poll(() => dying.alive()).toBe(false)
    const told = async () => (await removed()).filter((name) => names.includes(name)).sort()
    await expect.poll(told, { timeout: 60_000, interval: 1000 }).toEqual(names)
    expect((await Promise.all(names.map((name) => chunksOf(other.url, name)))).flat()).toEqual([])
    expect(await (await fetch(`${other.url}/api/v2/knowledge/files`)).json()).toMatchObject({ items: [] })
  })
})
