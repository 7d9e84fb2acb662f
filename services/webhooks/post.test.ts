import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { checkTarget, post } from './post.ts'

const signal = new AbortController().signal
const sent = (url: string, allowPrivate: boolean) => post(url, { body: '{}', headers: {}, allowPrivate, signal })
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function receiver(answer: (url: string | undefined) => { status: number; headers?: Record<string, string> }) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    const { status, headers } = answer(request.url)
    response.writeHead(status, headers).end('x'.repeat(100_000))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, asked }
}

test('only https addresses of the internet are taken, unless the operator takes all', () => {
  for (const bad of [
    'http://example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://printer.local/',
    'https://u:p@example.org/',
    'ftp://example.org/',
    'nothing',
  ])
    expect(checkTarget(bad, false), bad).toHaveProperty('problem')
  expect(checkTarget('https://example.org/hook', false)).toHaveProperty('url')
  expect(checkTarget('http://127.0.0.1:9/hook', true)).toHaveProperty('url')
  for (const bad of ['ftp://127.0.0.1/', 'http://u:p@127.0.0.1/', 'nothing']) expect(checkTarget(bad, true), bad).toHaveProperty('problem')
})

test('what leads into the own network is not connected to, however it is named', async () => {
  const { url, asked } = await receiver(() => ({ status: 200 }))
  const port = new URL(url).port
  for (const address of [url, `https://localhost:${port}/`, `https://127.0.0.1:${port}/`])
    expect((await sent(address, false)).status, address).toBeNull()
  expect(asked).toEqual([])
})

test('a redirection is a failure and is not followed; how long to wait is told', async () => {
  const { url, asked } = await receiver((path) =>
    path === '/hook' ? { status: 302, headers: { location: '/elsewhere', 'retry-after': '7' } } : { status: 200 },
  )
  expect(await sent(url, true)).toEqual({ status: 302, error: 'answered with 302', retryAfterMs: 7000 })
  expect(asked).toEqual(['/hook'])
  const good = await receiver(() => ({ status: 204 }))
  expect(await sent(good.url, true)).toEqual({ status: 204, error: null })
})

test('nobody there is a failure that names no part of this machine', async () => {
  const { url } = await receiver(() => ({ status: 200 }))
  for (const close of closing.splice(0)) close()
  expect(await sent(url, true)).toEqual({ status: null, error: expect.stringMatching(/^the connection (was refused|broke off)$/) })
})
