import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { startRunModel, startRuns } from '../../bench/faults/run-load.ts'
import { chunksOf, sendText, settled, until } from '../support/http-client.ts'
import { ownDatabase, ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
if (!kafkaBrokers || !databaseUrl) console.log(`skipped: a process with one connection to the database (${inject('skipped')})`)

const searchDatabaseUrl = inject('searchDatabaseUrl')
const rebuildSchema = z.looseObject({ status: z.string(), read: z.number(), failed: z.number() })
const answerSchema = z.looseObject({ answer: z.string(), errors: z.array(z.unknown()).optional() })
const UPLOADS = 20

describe.runIf(kafkaBrokers && databaseUrl)('a whole process with one connection to PostgreSQL', { timeout: 300_000 }, () => {
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

  test('rebuilds an index, works on runs of every kind, redrives, moves views and tells webhooks, also with one to the index', async () => {
    const model = await startRunModel()
    const told: string[] = []
    const receiver = createServer((request, reply) => {
      told.push(String(request.headers['webhook-id']))
      request.resume().on('end', () => reply.end())
    }).listen(0, '127.0.0.1')
    try {
      await once(receiver, 'listening')
      const env = await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')
      const index: Record<string, string> = searchDatabaseUrl ? { SEARCH_DATABASE_URL: await ownDatabase(searchDatabaseUrl) } : {}
      const own = { DATABASE_POOL: '1', DATA_DIR: dir, LLM_BASE_URL: model.url, WEBHOOK_ALLOW_PRIVATE: 'true' }
      server = await startProcess({ ...env, ...index, ...own })
      const { url } = server
      const call = async (method: string, path: string, body?: object): Promise<unknown> => {
        const sent = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
        const reply = await fetch(url + path, { method, ...sent })
        const text = await reply.text()
        if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
        return JSON.parse(text)
      }
      await until(async () => (await fetch(`${url}/api/health/ready`)).status === 200, 'readiness', 60_000)
      const { port } = z.object({ port: z.number() }).parse(receiver.address())
      await call('POST', '/api/v2/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['document.processed', 'run.ended'] })
      const names = Array.from({ length: UPLOADS }, (_, i) => `mill ${i}.txt`)
      const sent = await Promise.all(names.map((name) => sendText(url, name, `The weir of ${name} stands at mark ${name.length}.`)))
      await sendText(url, 'broken.pdf', '%PDF-1.7 and nothing that follows from it')
      for (const { id } of sent) expect((await settled(url, id, 90_000)).status).toBe('complete')

      const runs = startRuns(() => url, { prefix: 'one', everyMs: 500 })
      const made = await call('POST', '/admin/rebuilds', { index: 'documents', from: 'parsed', config: { chunking: { max_tokens: 60 } } })
      const one = `/admin/rebuilds/${z.looseObject({ runId: z.string() }).parse(made).runId}`
      const state = async () => rebuildSchema.parse(await call('GET', one))
      await until(async () => (await state()).status === 'built', 'the rebuild', 90_000)
      expect(await state()).toMatchObject({ read: UPLOADS, failed: 0 })
      await call('POST', `${one}/cut-over`)
      expect((await chunksOf(url, names[7]!)).length).toBeGreaterThan(0)
      await call('POST', `${one}/roll-back`)
      await call('POST', `${one}/discard`)
      await until(async () => JSON.stringify(await call('GET', '/admin/dlq')).includes('"open":1'), 'the dead letter', 60_000)
      expect(await call('POST', '/admin/dlq/redrive', { consumer: 'parse' })).toMatchObject({ redriven: 1 })
      await call('POST', '/admin/views/rebuild', { views: ['uploads'] })
      await runs.stop()
      expect(await runs.judge()).toMatchObject({ 'runs wrong': 0, 'runs stuck': 0 })
      await until(async () => new Set(told).size > UPLOADS, 'the webhooks', 60_000)
      expect(server.output()).not.toMatch(/DATABASE_POOL|database does not answer/)
    } finally {
      await server?.stop()
      receiver.close()
      await model.close()
    }
  })
})
