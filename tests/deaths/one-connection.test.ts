import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { chunksOf, sendText, settled, until } from '../support/http-client.ts'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
if (!kafkaBrokers || !databaseUrl) console.log(`skipped: a process with one connection to the database (${inject('skipped')})`)

const answerSchema = z.looseObject({ answer: z.string(), errors: z.array(z.unknown()).optional() })
const UPLOADS = 20

describe.runIf(kafkaBrokers && databaseUrl)('a whole process with one connection to PostgreSQL', { timeout: 180_000 }, () => {
  let dir: string
  let server: ServerProcess | undefined
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'millrace-one-connection-'))
  })
  afterEach(async () => {
    await server?.kill()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  test('takes uploads, makes them searchable, answers and deletes, and nobody waits for a connection in vain', async () => {
    const env = await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')
    server = await startProcess({ ...env, DATABASE_POOL: '1', DATA_DIR: dir })
    const { url } = server
    await until(async () => (await fetch(`${url}/api/health/ready`)).status === 200, 'readiness', 60_000)
    const names = Array.from({ length: UPLOADS }, (_, i) => `mill ${i}.txt`)
    const sent = await Promise.all(names.map((name) => sendText(url, name, `The weir of ${name} stands at mark ${name.length}.`)))
    expect(sent.map(({ code }) => code)).toEqual(sent.map(() => 202))
    const ends = await Promise.all(sent.map(({ id }) => settled(url, id, 90_000)))
    expect(ends.map(({ status }) => status)).toEqual(sent.map(() => 'complete'))
    const reply = await fetch(`${url}/api/v2/flexible-chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'At which mark does the weir of mill 7.txt stand?' }),
    })
    const body = await reply.text()
    expect([reply.status, body]).toEqual([200, expect.stringContaining('mark')])
    expect(answerSchema.parse(JSON.parse(body)).answer).toContain('mark')
    const gone = await Promise.all(sent.map(({ id }) => fetch(`${url}/api/v2/upload/${id}`, { method: 'DELETE' })))
    expect(gone.every(({ ok }) => ok)).toBe(true)
    await until(async () => (await Promise.all(names.map((name) => chunksOf(url, name)))).flat().length === 0, 'the deletion', 60_000)
    expect(server.output()).not.toMatch(/DATABASE_POOL|database does not answer/)
  })
})
