import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendText, settled, until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

/** A disk of its own in a mount namespace, which only an administrator may make. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['-m', 'true']).status === 0

let dir: string
let server: ServerProcess
beforeAll(async () => {
  if (!canMount) return
  dir = mkdtempSync(join(tmpdir(), 'millrace-full-disk-'))
  const before = ['unshare', '-m', 'sh', '-c', `mount -t tmpfs -o size=48m tmpfs ${dir} && exec "$@"`, 'sh']
  server = await startProcess({ DATA_DIR: join(dir, 'data') }, [], { before })
})
afterAll(async () => {
  await server?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

/** The disk as the server sees it. */
const inside = (name: string) => join(`/proc/${server.pid}/root${dir}`, name)

function fill(): void {
  const file = openSync(inside('fill'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
}

const ready = async () => (await fetch(`${server.url}/api/health/ready`)).status
const call = (method: string, path: string, body: object) =>
  fetch(`${server.url}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe.runIf(canMount)('a disk that is full', () => {
  test('is told by replies, health and readiness, and everything goes on by itself when there is room', async () => {
    expect((await settled(server.url, (await sendText(server.url, 'first.txt', 'The first wheel turns.')).id)).status).toBe('complete')
    expect(await ready()).toBe(200)
    const under = await sendText(server.url, 'under-way.txt', 'The second wheel turns.')
    fill()
    const refused = await sendText(server.url, 'third.txt', 'The third wheel turns.')
    expect([refused.code, refused.text]).toEqual([507, expect.stringContaining('"code":"storage_full"')])
    const setting = await call('POST', '/api/v2/settings', { 'retrieval.top_k': 7 })
    expect([setting.status, setting.headers.get('retry-after')]).toEqual([507, '30'])
    await expect.poll(ready, { timeout: 30_000 }).toBe(503)
    const health = await fetch(`${server.url}/api/health/check`)
    const state = { status: 'unhealthy' }
    expect([health.status, await health.json()]).toMatchObject([503, { dependencies: { storage: state, disk_space: state } }])
    expect((await call('POST', '/api/v2/knowledge/query', { query: 'first wheel' })).status).toBe(200)
    rmSync(inside('fill'))
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    const again = await until(async () => {
      const reply = await sendText(server.url, 'third.txt', 'The third wheel turns.')
      return reply.code === 202 && reply
    }, 'accepting the third')
    for (const { id } of [under, again]) expect((await settled(server.url, id, 90_000)).status).toBe('complete')
    expect(server.alive()).toBe(true)
  })
})
