import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { chunksOf, listEntities, settled } from '../support/http-client.ts'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
const present = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: an edge that dies under a key (${inject('skipped')})`)

const PRELOAD = `--import ${new URL('../die-at.mjs', import.meta.url).href}`
/** A client that sends its request again is told its outcome this soon. */
const WITHIN_MS = 5_000

async function upload(server: ServerProcess, name: string) {
  const body = new FormData()
  body.append('metadata', '{"title":"t","doc_type":"d"}')
  body.append('file', new Blob([`The mill of ${name} stands at the brook.`]), name)
  const reply = await fetch(`${server.url}/api/v2/upload`, { method: 'POST', body, headers: { 'idempotency-key': `key of ${name}` } })
  return { status: reply.status, location: reply.headers.get('location'), body: await reply.text() }
}

describe.skipIf(!present)('an edge that dies while it brings in an upload under a key', { timeout: 240_000 }, () => {
  let dir: string
  let env: Record<string, string>
  let other: ServerProcess
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-deaths-'))
    env = { ...(await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')), DATA_DIR: dir }
    other = await startProcess(env)
  })
  afterAll(async () => {
    await other?.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  it.each([
    'before-claim',
    'before-publish',
    'after-publish',
    'before-keep',
    'after-keep',
  ])('%s: the other edge gives the one outcome within 5 s', async (moment) => {
    const name = `${moment}.txt`
    const dying = await startProcess({ ...env, DIE_AT: moment, NODE_OPTIONS: PRELOAD }, ['edge'])
    await expect(upload(dying, name)).rejects.toThrow()
    await expect.poll(() => dying.alive()).toBe(false)
    const asked = performance.now()
    const reply = await upload(other, name)
    const took = performance.now() - asked
    expect([reply.status, JSON.parse(reply.body).status]).toEqual([202, 'queued'])
    expect(took).toBeLessThan(WITHIN_MS)
    expect(await upload(other, name)).toEqual(reply)
    const { upload_id } = JSON.parse(reply.body)
    expect((await settled(other.url, upload_id)).status).toBe('complete')
    expect((await listEntities(other.url)).filter(({ filename }) => filename === name)).toHaveLength(1)
    expect(await chunksOf(other.url, name)).toHaveLength(1)
  })
})
