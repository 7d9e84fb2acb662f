import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../app/app.fixture.ts'

test('downloads that nobody reads and forms that do not end leave files to others', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-files-'))
  const path = join(dir, 'large.bin')
  await writeFile(path, Buffer.alloc(20_000_000))
  const { app } = await testApp(
    { SUBSCRIPTION_KEYS: 'ada:key-a,eve:key-e' },
    { connections: { all: 60, perAddress: 50, crowded: 55, files: 6 } },
  )
  app.get('/api/file', { config: { access: 'api', opensFile: true } }, async (_, reply) =>
    reply.send((await open(path)).createReadStream() as never),
  )
  app.get('/api/list', { config: { access: 'api' } }, async () => 'a list')
  app.post('/api/form', { config: { access: 'api' } }, async (call) => call.file().then(() => 'taken'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const as = (key: string, more = {}) => ({ port, agent: false, headers: { 'ocp-apim-subscription-key': key, ...more } })
  const opened = async (call: ReturnType<typeof request>) => {
    call.on('error', () => undefined)
    const [reply] = await once(call, 'response')
    return { call, reply, status: reply.statusCode as number }
  }
  const get = (key: string, what: string) => {
    const call = request({ ...as(key), path: `/api/${what}` })
    call.end()
    return opened(call)
  }
  const form = { 'content-type': 'Multipart/Form-Data; boundary=x', 'content-length': 1000 }
  const drip = () => {
    const call = request({ ...as('key-e', form), path: '/api/form', method: 'POST' })
    call.on('error', () => undefined).write('--x\r\n')
    return call
  }
  const unread = [await get('key-e', 'file'), await get('key-e', 'file')]
  const slow = drip()
  try {
    expect(unread.map(({ status }) => status)).toEqual([200, 200])
    await expect.poll(async () => (await get('key-e', 'file')).status).toBe(429)
    expect((await get('key-e', 'list')).status).toBe(200)
    expect((await get('key-a', 'file')).status).toBe(200)
    slow.destroy()
    unread[0]?.call.destroy()
    await expect.poll(async () => (await get('key-e', 'file')).status).toBe(200)
  } finally {
    for (const { call } of unread) call.destroy()
    await app.close()
    await rm(dir, { recursive: true })
  }
})

test('large replies that nobody takes are few', async () => {
  const { app } = await testApp()
  app.get('/whole', { config: { access: 'open', wholeReply: true } }, async () => 'x'.repeat(20_000_000))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const get = async () => {
    const call = request({ port, agent: false, path: '/whole' }).on('error', () => undefined)
    call.end()
    const [reply] = await once(call, 'response')
    return { call, status: reply.statusCode as number }
  }
  const unread = [await get(), await get(), await get(), await get()]
  const over = await get()
  expect([...unread, over].map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  for (const { call } of [...unread, over]) call.destroy()
  await expect
    .poll(async () => {
      const { call, status } = await get()
      call.destroy()
      return status
    })
    .toBe(200)
  await app.close()
})
