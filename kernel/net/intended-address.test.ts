import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { intendedLookup, intendedUrl } from './intended-address.ts'

test.each([
  'http://127.0.0.1:11434/v1',
  'http://localhost:1234/v1',
  'http://[::1]:8000/v1',
  'http://10.1.2.3/v1',
  'http://192.168.1.20:8080',
  'http://[fd12::7]/v1',
  'http://100.64.0.9/v1',
  'https://api.openai.com/v1',
  'http://models.internal/v1',
])('%s may be meant', (address) => {
  expect(intendedUrl(address)).toHaveProperty('url')
})

test.each([
  ['link-local', 'http://169.254.169.254/latest'],
  ['link-local as a number', 'http://2852039166/v1'],
  ['link-local in octal', 'http://0251.0376.0251.0376/v1'],
  ['link-local within IPv6', 'http://[::ffff:169.254.169.254]/v1'],
  ['link-local by NAT64', 'http://[64:ff9b::a9fe:a9fe]/v1'],
  ['link-local IPv6', 'http://[fe80::1]/v1'],
  ['metadata of AWS by IPv6', 'http://[fd00:ec2::254]/v1'],
  ['metadata of Alibaba', 'http://100.100.100.200/v1'],
  ['Azure’s platform', 'http://168.63.129.16/v1'],
  ['metadata by name', 'http://metadata.google.internal/v1'],
  ['metadata by name with a dot', 'http://METADATA.google.internal./v1'],
  ['every address', 'http://0.0.0.0/v1'],
  ['multicast', 'http://224.0.0.1/v1'],
  ['credentials', 'http://me:secret@127.0.0.1/v1'],
  ['a query', 'http://127.0.0.1/v1?key=1'],
  ['another protocol', 'file:///etc/passwd'],
  ['no address', 'ollama'],
])('%s is refused', (_what, address) => {
  expect(intendedUrl(address)).toHaveProperty('problem')
})

test('a name that leads to such an address is refused at the connection', async () => {
  const lookup = intendedLookup(((_host: string, _options: object, done: (error: null, all: object[]) => void) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ])) as never)
  const error = await new Promise((resolve) => lookup('models.test', {}, resolve))
  expect(error).toMatchObject({ code: 'EREFUSEDADDRESS' })
})

test('a server that answers is read; one that sends its callers elsewhere is not followed', async () => {
  const server = createServer((req, res) => {
    if (req.url === '/away') return void res.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"here":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://localhost:${(server.address() as AddressInfo).port}`
  expect(await (await guardedFetch(`${base}/models`)).json()).toEqual({ here: true })
  await expect(guardedFetch(`${base}/away`)).rejects.toThrow('another address')
  await expect(guardedFetch('http://169.254.169.254/')).rejects.toThrow('link-local')
})
