import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addIdempotency } from '../../../kernel/http/idempotency/idempotent-routes.ts'
import type { Transport } from '../../../kernel/net/open-public.ts'
import { publicLookup } from '../../../kernel/net/public-lookup.ts'
import type { Service } from '../../../kernel/service.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { registerFromUrl } from './from-url-route.ts'
import { uploads } from './service.ts'

let server: Server
let stack: EmbeddedStack
let answer: RequestListener
let asked: string[]

/** Names of the internet lead to the server of the test, and whatever is called private stays so. */
const transport: Transport = {
  request: (url, options) => {
    const call = httpRequest(new URL(url.href.replace('https:', 'http:')), options)
    if (url.hostname.startsWith('own-ca')) call.destroy(Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))
    return call
  },
  lookup: (name, options, done) => {
    const address = name.startsWith('rebound') ? '127.0.0.1' : '8.8.8.8'
    const system = ((_: string, __: object, found: (error: null, all: object[]) => void) => found(null, [{ address, family: 4 }])) as never
    publicLookup(system)(name, options, (error) => {
      if (error) return done(error, '')
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
      else done(null, '127.0.0.1', 4)
    })
  },
}

beforeEach(async () => {
  asked = []
  server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    answer(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // the same service, with another way to the internet
  const { routes: _, ...others } = uploads
  const service: Service = {
    ...others,
    routes(app, ctx) {
      addIdempotency(app, ctx.ports)
      registerFromUrl(app, ctx, { http: true }, transport)
    },
  }
  stack = await embeddedStack([service])
})
afterEach(async () => {
  await stack.dispose()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const at = (path: string, host = 'files.example.org') => `https://${host}:${(server.address() as AddressInfo).port}${path}`
const metadata = { title: 'Tides', doc_type: 'note' }
const send = async (body: object, headers: Record<string, string> = {}) => {
  const reply = await stack.app.inject({ method: 'POST', url: '/api/v2/upload/from-url', payload: { metadata, ...body }, headers })
  return { status: reply.statusCode, location: reply.headers.location, body: reply.json() as Record<string, unknown>, said: reply.body }
}
const blobs = async () => (await Array.fromAsync(stack.ports.blobs.list(''))).map(({ path }) => path)
const receivedSchema = z.object({
  file: z.object({ source_file: z.string(), size_bytes: z.number(), content_type: z.string(), blob: z.string() }),
})
const received = async () => {
  const parts = await stack.ports.broker.partitions('document.received')
  const found = []
  for (const { partition } of parts)
    for await (const record of stack.ports.broker.read({ topic: 'document.received', partition, from: 'beginning' }))
      found.push(receivedSchema.parse(JSON.parse(Buffer.from(record.value).toString())).file)
  return found
}

test('a certificate that is not trusted is told, with how to trust it', async () => {
  expect(await send({ url: at('/a.txt', 'own-ca.example.org') })).toMatchObject({
    status: 502,
    said: expect.stringMatching(/own-ca\.example\.org.* no certificate that this server trusts .NODE_EXTRA_CA_CERTS/),
  })
})

test('a file comes in as if it had been uploaded', async () => {
  answer = (_, reply) =>
    reply
      .writeHead(200, { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="tides.txt"' })
      .end('High water at six.')
  const { status, location, body } = await send({ url: at('/get?id=1') })
  expect([status, location, body.status]).toEqual([202, `/api/v2/upload/status/${body.upload_id}`, 'queued'])
  const [file] = await received()
  expect(file).toMatchObject({ source_file: 'tides.txt', size_bytes: 18, content_type: 'text/plain' })
  expect(await blobs()).toEqual([file?.blob])
  // the name is taken now, and nothing of the second one stays
  expect((await send({ url: at('/get?id=2') })).status).toBe(409)
  expect(await blobs()).toHaveLength(1)
  expect((await send({ url: at('/get?id=2'), replace_existing: true })).status).toBe(202)
})

test('the same Idempotency-Key fetches once', async () => {
  answer = (_, reply) => reply.end('text')
  const first = await send({ url: at('/a.txt') }, { 'idempotency-key': 'k' })
  const again = await send({ url: at('/a.txt') }, { 'idempotency-key': 'k' })
  expect(again).toEqual(first)
  expect(asked).toEqual(['/a.txt'])
  expect((await send({ url: at('/b.txt') }, { 'idempotency-key': 'k' })).status).toBe(409)
})

test('redirections are followed, each to an address of the internet alone', async () => {
  answer = ({ url }, reply) => {
    if (url === '/moved') return void reply.writeHead(302, { location: '/b.txt' }).end()
    if (url === '/home') return void reply.writeHead(302, { location: 'https://127.0.0.1/secret' }).end()
    if (url === '/meta') return void reply.writeHead(302, { location: 'https://169.254.169.254/latest' }).end()
    if (url === '/plain') return void reply.writeHead(302, { location: 'http://example.org/' }).end()
    if (url === '/rebound') return void reply.writeHead(302, { location: at('/x', 'rebound.example.org') }).end()
    if (url === '/round') return void reply.writeHead(302, { location: '/round' }).end()
    reply.end('text')
  }
  expect((await send({ url: at('/moved') })).status).toBe(202)
  expect((await received())[0]?.source_file).toBe('b.txt')
  for (const path of ['/home', '/meta', '/plain', '/rebound']) expect([path, (await send({ url: at(path) })).status]).toEqual([path, 400])
  expect((await send({ url: at('/round') })).status).toBe(502)
  answer = (_, reply) => reply.writeHead(404).end()
  expect(await send({ url: at('/gone') })).toMatchObject({
    status: 502,
    body: { error: { message: expect.stringMatching(/^url: \S+ answered with 404: look whether the address is whole$/) } },
  })
  expect(await blobs()).toHaveLength(1)
})

describe('refused is', () => {
  test.each([
    'http://example.org/a.txt',
    'https://127.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://user:secret@example.org/',
    'file:///etc/passwd',
    'nothing',
  ])('%s before anything is fetched', async (url) => {
    const { status, body } = await send({ url })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('url: must')])
    expect(asked).toEqual([])
  })

  test('a name that leads into a private network', async () => {
    expect(await send({ url: at('/a.txt', 'rebound.example.org') })).toMatchObject({ status: 400 })
    expect(asked).toEqual([])
  })

  test('what is too large, announced or not, packed or not', async () => {
    const large = Buffer.alloc(1024 * 1024 + 1, 'x')
    answer = ({ url }, reply) => {
      if (url === '/announced.txt') reply.writeHead(200, { 'content-length': large.length }).end(large)
      else if (url === '/packed.txt') reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))
      else for (let i = 0; i < 2; i++) i === 0 ? reply.write(large) : reply.end()
    }
    for (const path of ['/announced.txt', '/chunked.txt', '/packed.txt'])
      expect([path, (await send({ url: at(path) })).status]).toEqual([path, 413])
    expect(await blobs()).toEqual([])
  })

  test('what is no file: a failure, nothing, half of one, a coding that nobody reads', async () => {
    answer = ({ url }, reply) => {
      if (url === '/gone') return void reply.writeHead(404).end('no')
      if (url === '/empty.txt') return void reply.end()
      if (url === '/coded.txt') return void reply.writeHead(200, { 'content-encoding': 'zstd-x' }).end('text')
      reply.writeHead(200, { 'content-length': 100 }).write('half')
      setImmediate(() => reply.destroy())
    }
    const statuses = []
    for (const path of ['/gone', '/empty.txt', '/coded.txt', '/half.txt']) statuses.push((await send({ url: at(path) })).status)
    expect(statuses).toEqual([502, 400, 502, 502])
    expect(await blobs()).toEqual([])
  })

  test('a body that does not fit, by its field', async () => {
    expect((await send({ url: at('/a'), metadata: { title: 'x' } })).said).toContain('doc_type')
    expect((await send({ url: at('/a'), target_index: 'nowhere' })).said).toContain('target_index')
    expect((await send({ url: at('/a'), index: 'documents' })).said).toContain('the field index is not known; did you mean target_index?')
    expect((await send({ url: at('/a'), metdata: metadata, metadata: undefined })).said).toContain('did you mean metadata?')
    for (const filename of ['a\u0000b', '../a.txt', 'notes/a.txt', 'notes\\a.txt'])
      expect([filename, (await send({ url: at('/a'), filename })).status]).toEqual([filename, 400])
    const large = await send({ url: at('/a'), metadata: { ...metadata, more: 'x'.repeat(70_000) } })
    expect([large.status, large.said]).toEqual([413, expect.stringContaining('"field":"metadata"')])
    expect(asked).toEqual([])
  })
})

test('a packed file is kept as it was, and the caller may name it', async () => {
  answer = (_, reply) =>
    reply.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(gzipSync('High water at six.'))
  expect((await send({ url: at('/x'), filename: 'tides.md', process_mode: 'upload_only' })).status).toBe(201)
  expect(await received()).toMatchObject([{ source_file: 'tides.md', size_bytes: 18 }])
})

test('no more than four at a time are fetched for a caller', async () => {
  const held: (() => void)[] = []
  answer = ({ url }, reply) => void held.push(() => reply.end(`text of ${url}`))
  const all = ['/1.txt', '/2.txt', '/3.txt', '/4.txt'].map((path) => send({ url: at(path) }))
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(4)
  expect(await send({ url: at('/5.txt') })).toMatchObject({ status: 429 })
  for (const go of held) go()
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([202, 202, 202, 202])
  held.length = 0
  const next = send({ url: at('/5.txt') })
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(1)
  held[0]?.()
  expect((await next).status).toBe(202)
})

test('metadata that lack what every document needs are answered with what would do, named by the address', async () => {
  const { status, body } = await send({ url: 'https://example.org/plans/Travel%20policy.pdf', metadata: undefined })
  expect([status, body]).toMatchObject([
    400,
    {
      error: {
        code: 'invalid_request',
        message: 'metadata: is missing; give an object. This would do: "metadata": {"title":"Travel policy","doc_type":"pdf"}',
        details: { example: { metadata: { title: 'Travel policy', doc_type: 'pdf' } } },
      },
    },
  ])
  expect((await send({ url: 7, metadata: { title: 'x' } })).said).toContain('metadata.doc_type')
})
