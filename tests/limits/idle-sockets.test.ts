import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

/** Far below what the test opens; what is left to the process must do for its stores and its parsers. */
const OPEN_FILES = 400

let dir: string
let server: ServerProcess
const sockets: Socket[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-sockets-'))
  server = await startProcess({ DATA_DIR: dir }, [], { openFiles: OPEN_FILES })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

const openIdle = (from: string) =>
  new Promise<void>((resolve) => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress: from }, resolve)
    sockets.push(socket.on('error', () => resolve()))
  })

test.runIf(process.platform === 'linux')(
  'more idle sockets than the process may have files, from two addresses, leave the edge at work for a third',
  async () => {
    for (let i = 0; i < 2 * OPEN_FILES; i++) await openIdle(`127.0.0.${2 + (i % 2)}`)
    const reply = await sendText(server.url, 'wheel.txt', 'The wheel turns.')
    expect(reply.code).toBe(202)
    expect(await settled(server.url, reply.id)).toMatchObject({ status: 'complete', chunks: 1 })
    const health = await fetch(`${server.url}/api/health/check`)
    expect(await health.json()).toMatchObject({ status: 'healthy', dependencies: { configuration: { status: 'healthy' } } })
    expect(server.output()).toContain('connections were refused')
    expect(server.output()).not.toMatch(/EMFILE|too many files open|broken/)
  },
)
