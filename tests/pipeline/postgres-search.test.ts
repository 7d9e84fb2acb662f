import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendText, settled } from '../support/http-client.ts'
import { ownDatabase } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const url = inject('searchDatabaseUrl')

describe.skipIf(!url)('an index in PostgreSQL', () => {
  let dir: string
  let server: ServerProcess
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-postgres-search-'))
    server = await startProcess({ DATA_DIR: dir, SEARCH_DATABASE_URL: await ownDatabase(url ?? '') })
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })

  test('uploads are found, health names it, and a start that cannot have it says why', async () => {
    const { id } = await sendText(server.url, 'mill.txt', 'The water wheel turns the millstone.')
    await settled(server.url, id)
    const ask = async () => {
      const reply = await fetch(`${server.url}/api/v2/knowledge/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'millstone', top_k: 5 }),
      })
      return JSON.stringify(await reply.json())
    }
    expect(await ask()).toContain('water wheel')
    const health = await (await fetch(`${server.url}/admin/health/detailed`)).text()
    expect(health).toContain('"kind":"postgres"')
    await expect(startProcess({ DATA_DIR: join(dir, 'other'), SEARCH_DATABASE_URL: 'postgres://127.0.0.1:9/none' })).rejects.toThrow(
      /SEARCH_DATABASE_URL: the search database does not answer/,
    )
    await expect(
      startProcess({
        DATA_DIR: join(dir, 'other'),
        SEARCH_DATABASE_URL: 'postgres://127.0.0.1:9/none',
        SEARCH_ENDPOINT: 'https://x.example.com',
        SEARCH_API_KEY: 'k',
      }),
    ).rejects.toThrow(/SEARCH_ENDPOINT, SEARCH_DATABASE_URL: the index lies in one place/)
  }, 120_000)
})
