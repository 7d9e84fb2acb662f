import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicIp, publicUrl } from './public-address.ts'
import { leadsToPublic, publicLookup } from './public-lookup.ts'

const PRIVATE = [
  ...['127.0.0.1', '127.8.8.8', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['192.0.0.8', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ...['::', '::1', 'fe80::1', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '100::1', '2001:db8::1', '3fff::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00::', 'fe80::1%eth0'],
  ...['168.63.129.16', '::ffff:168.63.129.16'],
]

test.each(PRIVATE)('%s is no address of the internet', (address) => {
  expect(isPublicIp(address)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8'])('%s is one', (address) => {
  expect(isPublicIp(address)).toBe(true)
})

const HOSTS = [
  ...[
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '0',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'metadata.google.internal',
    'metadata.google.internal.',
    'printer.local',
    'nas.lan',
  ],
  ...['intranet', 'db.corp', 'x.home.arpa', 'ⓛocalhost', 'hidden.onion', '169.254.169.254', '[fe80::1]', '[::]', '[64:ff9b::a00:1]'],
]

test.each(HOSTS)('https://%s/ is refused', (host) => {
  expect(publicUrl(`https://${host}/a.png`)).toEqual({ problem: 'must not lead into a private network' })
})

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://256.1.1.1/',
  'https://[fe80::1%25eth0]/',
  'example.com',
  '',
])('%j is no https address', (text) => {
  expect(publicUrl(text)).toEqual({ problem: 'must be an https address' })
})

test.each([
  'https://user@example.com/',
  'https://:word@example.com/',
  'https://example.com@example.org/',
])('%s holds credentials', (text) => {
  expect(publicUrl(text)).toEqual({ problem: 'must not hold a user name or password' })
})

test('others are told as every reader reads them', () => {
  const read = (text: string) => 'url' in publicUrl(text) && (publicUrl(text) as { url: URL }).url.href
  expect(read('https://example.com/a.png?b=1')).toBe('https://example.com/a.png?b=1')
  expect(read('https://example.com\\@127.0.0.1/')).toBe('https://example.com/@127.0.0.1/')
  expect(read('https://mylocalhost.com/')).toBe('https://mylocalhost.com/')
  expect(read('https://8.8.8.8:444/')).toBe('https://8.8.8.8:444/')
})

test.each([
  [['93.184.216.34'], true],
  [['93.184.216.34', '10.0.0.1'], false],
  [['2606:4700::1111', '::1'], false],
  [[], true],
])('a name with the addresses %j may be called: %s', async (addresses, allowed) => {
  expect(await leadsToPublic(new URL('https://name.example/'), async () => addresses)).toBe(allowed)
})

test('a connection goes to what was looked up and checked, and to nothing else', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const fake = (...addresses: string[]) =>
    publicLookup(((_name: string, _options: object, done: (...args: unknown[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never)
  const failure = (lookup: ReturnType<typeof publicLookup>) =>
    new Promise((resolve) => get({ host: 'rebound.example', port, lookup, agent: false }, resolve).on('error', resolve))
  expect(await failure(fake('127.0.0.1'))).toMatchObject({ code: 'EPRIVATE' })
  expect(await failure(fake('8.8.8.8', '127.0.0.1'))).toMatchObject({ code: 'EPRIVATE' })
  expect(await failure(fake())).toMatchObject({ code: 'EPRIVATE' })
  expect(asked).toBe(0)
  const found = await new Promise((resolve) => fake('8.8.8.8', '2606:4700::1111')('a.example', { all: true }, (...args) => resolve(args)))
  expect(found).toEqual([null, [expect.objectContaining({ address: '8.8.8.8' }), expect.objectContaining({ family: 6 })]])
  const one = await new Promise((resolve) => fake('8.8.8.8')('a.example', {}, (...args) => resolve(args)))
  expect(one).toEqual([null, '8.8.8.8', 4])
  server.close()
})
