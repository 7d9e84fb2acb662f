import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen, testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { readUpload } from './multipart.ts'

const MAX = 200_000
let app: App
let base: string
let folder: string
let sinkFailed: (error: unknown) => void = () => {}
let discarded: string[] = []

/** A sink as a careful caller writes it: a file that is there whole or not at all. */
async function toFile(stream: Readable): Promise<string> {
  const path = join(folder, `f-${Math.random().toString(36).slice(2)}`)
  try {
    await pipeline(stream, createWriteStream(path))
    return path
  } catch (error) {
    await rm(path, { force: true })
    sinkFailed(error)
    throw error
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'multipart-'))
  ;({ app } = await testApp())
  app.post('/up', { config: { access: 'open' } }, async (request) => {
    const { fields, file } = await readUpload(request, {
      maxFileBytes: MAX,
      onFile: toFile,
      discard: async (path) => {
        discarded.push(path)
        await rm(path)
      },
    })
    return { fields, file: file && { filename: file.filename, mimetype: file.mimetype, bytes: file.bytes } }
  })
  app.post('/refusing', { config: { access: 'open' } }, async (request) =>
    readUpload(request, {
      maxFileBytes: MAX,
      onFile: async () => {
        throw new Error('canary: the disk is full')
      },
    }),
  )
  app.post('/late', { config: { access: 'open' } }, async (request) =>
    readUpload(request, {
      maxFileBytes: MAX,
      onFile: async (stream) => {
        await new Promise((pumped) => stream.once('prefinish', pumped))
        throw new Error('the folder is gone')
      },
    }),
  )
  base = await listen(app)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  discarded = []
  for (const name of await readdir(folder)) await rm(join(folder, name))
})

const part = (head: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
const filePart = (name: string, body: string | Buffer, field = 'file') =>
  part(`name="${field}"; filename="${name}"\r\nContent-Type: text/plain`, body)
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')])
const type = { 'content-type': 'multipart/form-data; boundary=b' }
async function send(body: Buffer, url = '/up', headers: Record<string, string> = type) {
  const reply = await app.inject({ method: 'POST', url, payload: body, headers })
  return { status: reply.statusCode, body: reply.json() }
}
const left = () => readdir(folder)

it('takes the file and the fields before and after it', async () => {
  const { status, body } = await send(
    form(part('name="before"', '1'), filePart('Übersicht 日本.txt', 'häh'), part('name="after"', '{"a":1}')),
  )
  expect(status).toBe(200)
  expect(body).toEqual({
    fields: { before: '1', after: '{"a":1}' },
    file: { filename: 'Übersicht 日本.txt', mimetype: 'text/plain', bytes: 4 },
  })
  expect(await left()).toHaveLength(1)
})

it('gives a field that is announced as JSON as its text', async () => {
  const { body } = await send(form(part('name="metadata"\r\nContent-Type: application/json', '{"title": "x"}'), filePart('a.txt', 'x')))
  expect(JSON.parse(body.fields.metadata)).toEqual({ title: 'x' })
  expect((await send(form(part('name="metadata"\r\nContent-Type: application/json', '{"title'), filePart('a.txt', 'x')))).status).toBe(400)
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  expect((await send(form(part('name="metadata"\r\nContent-Type: application/json', deep), filePart('a.txt', 'x')))).status).toBe(400)
})

it('refuses a file name that is no UTF-8, by its field', async () => {
  const [before, after] = filePart('#', 'x').toString().split('#')
  for (const bytes of [[0xe4], [0xed, 0xa0, 0x80], [0xc3]]) {
    const named = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(`.txt${after}`)])
    const { status, body } = await send(form(named))
    expect([status, body.error.message]).toEqual([400, 'the file name in the field file is not valid UTF-8; send it encoded as UTF-8'])
  }
  expect(await left()).toEqual([])
})

it('hands the name over as it was sent, for the caller to judge', async () => {
  for (const name of ['../../etc/passwd.txt', '..\\..\\boot.txt'])
    expect((await send(form(filePart(name, 'x')))).body.file.filename).toBe(name)
})

it('reads a percent-encoded UTF-8 name', async () => {
  const { body } = await send(form(part(`name="file"; filename*=UTF-8''na%C3%AFve.txt\r\nContent-Type: text/plain`, 'x')))
  expect(body.file.filename).toBe('naïve.txt')
})

it('reports a form without a file, also when the browser sends an empty choice', async () => {
  for (const parts of [
    [part('name="a"', '1')],
    [part('name="a"', '1'), part('name="file"; filename=""\r\nContent-Type: application/octet-stream', '')],
  ]) {
    const { status, body } = await send(form(...parts))
    expect([status, body.file, body.fields]).toEqual([200, undefined, { a: '1' }])
  }
  expect((await send(form(part('name="file"; filename=""\r\nContent-Type: application/octet-stream', 'content')))).status).toBe(400)
})

it('takes a file of exactly the limit and refuses one byte more', async () => {
  expect((await send(form(filePart('a.txt', Buffer.alloc(MAX, 'a'))))).status).toBe(200)
  await rm(join(folder, (await left())[0]!))
  const { status, body } = await send(form(filePart('a.txt', Buffer.alloc(MAX + 1, 'a'))))
  expect([status, body.error]).toMatchObject([
    413,
    { code: 'payload_too_large', message: 'the file is larger than 200000 bytes', details: { max_bytes: MAX } },
  ])
  expect(await left()).toEqual([])
})

it('takes 50 parts, and a field of 64 kB under a name of 100 characters', async () => {
  expect((await send(form(filePart('a.txt', 'a'), ...many(49)))).status).toBe(200)
  const { status, body } = await send(form(filePart('a.txt', 'a'), part(`name="${'n'.repeat(100)}"`, 'y'.repeat(65_536))))
  expect([status, body.fields['n'.repeat(100)].length]).toEqual([200, 65_536])
})

it('reads 16 kB of headers of a part, and no more', async () => {
  const padded = async (bytes: number) => {
    const pad = `X-Pad: ${'p'.repeat(bytes)}\r\n`
    const field = Buffer.from(`--b\r\n${pad}Content-Disposition: form-data; name="late"\r\n\r\n1\r\n`)
    return (await send(form(filePart('a.txt', 'a'), field))).body.fields
  }
  expect([await padded(16_000), await padded(16_384)]).toEqual([{ late: '1' }, {}])
})

const many = (n: number) => Array.from({ length: n }, (_, i) => part(`name="f${i}"`, 'x'))
const refusals: [string, Buffer, number][] = [
  ['two files', form(filePart('a.txt', 'a'), filePart('b.txt', 'b')), 400],
  ['a file in another field', form(filePart('a.txt', 'a', 'attachment')), 400],
  ['a field named __proto__', form(filePart('a.txt', 'a'), part('name="__proto__"', 'x')), 400],
  ['a file named __proto__', form(filePart('a.txt', 'a', '__proto__')), 400],
  ['a field named constructor', form(filePart('a.txt', 'a'), part('name="constructor"', 'x')), 400],
  ['a repeated field', form(filePart('a.txt', 'a'), part('name="x"', '1'), part('name="x"', '2')), 400],
  ['a field over 64 kB', form(filePart('a.txt', 'a'), part('name="x"', 'y'.repeat(65_537))), 413],
  ['a field name of 101 characters', form(filePart('a.txt', 'a'), part(`name="${'n'.repeat(101)}"`, 'y')), 413],
  ['51 parts', form(filePart('a.txt', 'a'), ...many(50)), 413],
  ['1,001 parts', form(...many(1000), filePart('a.txt', 'a')), 413],
  ['no end', form(filePart('a.txt', 'a')).subarray(0, -9), 400],
  ['nothing', Buffer.from('nonsense'), 400],
]
for (const [what, body, status] of refusals)
  it(`refuses ${what} and leaves nothing behind`, async () => {
    const reply = await send(body)
    expect([reply.status, reply.body.status_code]).toEqual([status, status])
    expect(await left()).toEqual([])
  })

it('takes a stored file back when a later part is refused', async () => {
  await send(form(filePart('a.txt', 'a'), part('name="__proto__"', 'x')))
  expect(discarded).toHaveLength(1)
})

it('is 415 for what is no form, 400 without a boundary', async () => {
  expect((await send(Buffer.from('{}'), '/up', { 'content-type': 'application/json' })).status).toBe(415)
  expect((await send(Buffer.from(''), '/up', {})).status).toBe(415)
  expect((await send(form(filePart('a.txt', 'a')), '/up', { 'content-type': 'multipart/form-data' })).status).toBe(400)
})

it('answers when the sink fails, also for a large file', async () => {
  for (const size of [10, MAX]) {
    const reply = await send(form(filePart('a.txt', Buffer.alloc(size))), '/refusing')
    expect(reply.status).toBe(500)
    expect(JSON.stringify(reply.body)).not.toContain('canary')
  }
})

it('goes on when a sink fails before it reads, and the file has come by then', async () => {
  const unheard: unknown[] = []
  const note = (error: unknown) => unheard.push(error)
  process.prependListener('uncaughtException', note)
  for (const size of [1, 70_000]) {
    const body = new FormData()
    body.append('file', new Blob([Buffer.alloc(size)]), 'a.txt')
    expect((await fetch(`${base}/late`, { method: 'POST', body })).status).toBe(500)
  }
  expect((await send(form(filePart('a.txt', 'a')))).status).toBe(200)
  process.off('uncaughtException', note)
  expect(unheard).toEqual([])
})

it('answers 413 while the client is still sending, and does not wait for the rest', async () => {
  const head = filePart('big.txt', '').subarray(0, -2)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(sent === 0 ? head : new Uint8Array(65_536))
      sent += 65_536
    },
  })
  const started = performance.now()
  const reply = await fetch(`${base}/up`, { method: 'POST', body, duplex: 'half', headers: type } as RequestInit)
  expect(reply.status).toBe(413)
  expect(((await reply.json()) as { error: { code: string } }).error.code).toBe('payload_too_large')
  expect(performance.now() - started).toBeLessThan(5000)
  expect(await left()).toEqual([])
})

it('answers a client that sends everything before it reads', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  const body = form(filePart('big.txt', Buffer.alloc(30_000_000, 'x')))
  socket.write(`POST /up HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) =>
    socket
      .pause()
      .once('error', reject)
      .write(body, () => resolve()),
  )
  let answer = ''
  for await (const text of socket.setEncoding('utf8')) answer += text
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!).error.code).toBe('payload_too_large')
})

it('refuses an announced size that cannot fit before it is sent', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () =>
      socket.write(`POST /up HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type['content-type']}\r\ncontent-length: 500000000\r\n\r\n`),
    )
    socket.setEncoding('utf8').once('data', (text: unknown) => {
      socket.destroy()
      resolve(String(text))
    })
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})

it('a client that leaves in the middle fails the sink, and nothing stays', async () => {
  const failed = new Promise<unknown>((resolve) => (sinkFailed = resolve))
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST /up HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type['content-type']}\r\ncontent-length: 150000\r\n\r\n`)
  socket.write(filePart('cut.txt', Buffer.alloc(100_000, 'x')))
  await expect.poll(left).toHaveLength(1)
  socket.destroy()
  expect(await failed).toBeInstanceOf(Error)
  expect(await left()).toEqual([])
})

it('a form that is refused in the middle of a long field is answered, and the connection goes on', async () => {
  for (const name of ['x'.repeat(150), 'long']) {
    const form = new FormData()
    form.set(name, '('.repeat(MAX * 5))
    const reply = await fetch(`${base}/up`, { method: 'POST', body: form, signal: AbortSignal.timeout(10_000) })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ error: { code: 'payload_too_large' } })
  }
})
