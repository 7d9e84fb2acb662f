import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ownInstallation } from '../support/own-database.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

interface Reply {
  readonly status: number
  readonly location: string | null
  readonly body: string
}

async function send(server: ServerProcess, path: string, key: string, init: RequestInit): Promise<Reply> {
  const headers = { ...init.headers, 'idempotency-key': key }
  const reply = await fetch(`${server.url}${path}`, { method: 'POST', ...init, headers, redirect: 'manual' })
  return { status: reply.status, location: reply.headers.get('location'), body: await reply.text() }
}

const json = (body: object): RequestInit => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
function form(name: string, bytes: string): RequestInit {
  const body = new FormData()
  body.append('metadata', '{"title":"t","doc_type":"d"}')
  body.append('file', new Blob([bytes]), name)
  return { body }
}

/** Commands that would give another reply when they were done again. */
const commands: readonly [what: string, path: string, status: number, init: () => RequestInit][] = [
  ['an upload', '/api/v2/upload', 202, () => form('once.txt', 'The mill stands at the brook.')],
  [
    'a rating',
    '/api/v2/feedback',
    201,
    () => json({ user_id: 'u', session_id: 's', response_id: '7f1c3a52-0b7e-4c1e-9d0a-2f6b0d7f4c11', rating: 1 }),
  ],
  ['a prompt', '/api/v2/prompts', 200, () => json({ new_prompt_name: 'once', new_prompt_type: 'system', new_prompt_content: 'Be short.' })],
  ['a setting', '/api/v2/settings', 200, () => json({ 'llms.defaults.params.temperature': 0.3 })],
  [
    'an index',
    '/api/v2/search/indexes/from-json',
    201,
    () => json({ mode: 'create', index: { name: 'once', fields: [{ name: 'id', type: 'Edm.String', key: true }] } }),
  ],
]

describe('the key of a command', () => {
  let dir: string
  let server: ServerProcess
  const first = new Map<string, Reply>()

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-keys-'))
    server = await startProcess({ DATA_DIR: dir })
    for (const [what, path, , init] of commands) first.set(what, await send(server, path, `key of ${what}`, init()))
    await server.stop()
    server = await startProcess({ DATA_DIR: dir })
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  it.each(commands)('of %s gives the first reply again after a restart', async (what, path, status, init) => {
    expect(first.get(what)?.status).toBe(status)
    expect(await send(server, path, `key of ${what}`, init())).toEqual(first.get(what))
  })

  it('with another body is a conflict after a restart too', async () => {
    for (const [path, key, init] of [
      ['/api/v2/upload', 'key of an upload', form('once.txt', 'Another text.')],
      ['/api/v2/settings', 'key of a setting', json({ 'llms.defaults.params.temperature': 0.4 })],
    ] as const)
      expect((await send(server, path, key, init)).status).toBe(409)
  })
})

const [kafkaBrokers, databaseUrl] = [inject('kafkaBrokers'), inject('databaseUrl')]
const present = kafkaBrokers !== undefined && databaseUrl !== undefined
if (!present) console.log(`skipped: keys sent to two edges at once (${inject('skipped')})`)

describe.skipIf(!present)('a key sent to two edges at once', { timeout: 180_000 }, () => {
  let dir: string
  let edges: ServerProcess[] = []
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-keys-'))
    const env = { ...(await ownInstallation(kafkaBrokers ?? '', databaseUrl ?? '')), DATA_DIR: dir }
    edges = await Promise.all([startProcess(env, ['edge', 'projector']), startProcess(env, ['edge', 'projector'])])
  })
  afterAll(async () => {
    await Promise.all(edges.map((e) => e.stop()))
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  it.each(commands)('does %s once, and both give its reply', async (what, path, status, init) => {
    const replies = await Promise.all(Array.from({ length: 6 }, (_, i) => send(edges[i % 2]!, path, `key of ${what}`, init())))
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => status))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  })
})
