import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { S3_CREDENTIALS } from '../../../tests/support/services/s3.ts'
import { ApiError } from '../../runtime/errors.ts'
import { blobsContract } from '../contract.ts'
import { remoteBlobsContract } from '../remote-contract.ts'
import { s3Blobs } from './s3.ts'

const credentials = S3_CREDENTIALS
const SECRET = credentials.secretAccessKey
const region = 'us-east-1'
const log = pino({ level: 'silent' })
const endpoint = inject('s3Endpoint')

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-s3-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** An HTTP server for what the real one has no way to say. */
async function answering(listener: RequestListener, use: (endpoint: string) => Promise<void>): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const refusing =
  (status: number, word: string, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume()
    const body = request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${word}</Code><Message>${SECRET}</Message></Error>`
    response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body)
  }

const open = (at: string, now?: () => number) =>
  s3Blobs({ endpoint: at, region, bucket: 'documents', credentials, dir, log, ...(now ? { now } : {}) })

async function failure(at: string, now?: () => number): Promise<ApiError> {
  const error = await (await open(at, now)).write('a', Buffer.from('x')).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(ApiError)
  const { details, message, cause } = error as ApiError
  for (const shown of [message, JSON.stringify(details), String(cause)]) expect(shown).not.toContain(SECRET)
  return error as ApiError
}

test('names that do not resolve and ports where nothing listens are told apart', async () => {
  expect(await failure('http://no-such-store.invalid')).toMatchObject({ code: 'unavailable', details: { reason: 'no_dns' } })
  expect(await failure('http://127.0.0.1:1')).toMatchObject({ code: 'unavailable', details: { reason: 'refused' } })
})

test('a refusal is the clock when the clocks differ, the key or the permission when they agree', async () => {
  await answering(refusing(403, 'SignatureDoesNotMatch'), async (at) => {
    expect(await failure(at)).toMatchObject({ details: { reason: 'wrong_key' } })
    const skewed = await failure(at, () => Date.now() + 40 * 60_000)
    expect(skewed).toMatchObject({ details: { reason: 'clock_skew' }, message: expect.stringMatching(/(39|40) minutes ahead/) })
  })
  await answering(refusing(403, 'AccessDenied'), async (at) =>
    expect(await failure(at)).toMatchObject({ details: { reason: 'not_authorized' } }),
  )
})

test('a full store, a body that is too large, a locked object and a store in trouble are named', async () => {
  const cases = [
    [507, 'XMinioStorageFull', 'storage_full'],
    [400, 'EntityTooLarge', 'payload_too_large'],
    [412, 'PreconditionFailed', 'conflict'],
    [501, 'NotImplemented', 'unavailable'],
  ] as const
  for (const [status, word, code] of cases)
    await answering(refusing(status, word), async (at) => expect(await failure(at)).toMatchObject({ code }))
})

test('a store that falls silent is unavailable when its patience is over, whatever is asked of it', async () => {
  const silent: RequestListener = (request, response) => {
    request.resume()
    if (request.method === 'HEAD' && request.url === '/documents') response.writeHead(200).end()
  }
  await answering(silent, async (at) => {
    const blobs = await s3Blobs({ endpoint: at, region, bucket: 'documents', credentials, dir, log, patienceMs: 150 })
    for (const ask of [
      () => blobs.write('a', Buffer.from('x')),
      () => blobs.write('b', largeBody()),
      () => blobs.stat('a'),
      () => blobs.remove('a'),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })
})

async function* largeBody() {
  for (let i = 0; i < 12; i++) yield Buffer.alloc(1024 * 1024)
}

test('a download that breaks off goes on behind what came, of the same object alone', async () => {
  const body = Buffer.from('0123456789'.repeat(20_000))
  const asked: { range: string | undefined; ifMatch: string | undefined }[] = []
  const breaking: RequestListener = (request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(200).end()
    const { range, 'if-match': ifMatch } = request.headers
    asked.push({ range, ifMatch })
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    response.writeHead(range ? 206 : 200, { 'content-length': String(body.length - from), etag: '"v1"' })
    if (asked.length > 3) return void response.end(body.subarray(from))
    response.write(body.subarray(from, from + 50_000), () => response.destroy())
  }
  await answering(breaking, async (at) => {
    const blobs = await open(at)
    expect((await buffer(await blobs.read('large.bin'))).equals(body)).toBe(true)
  })
  expect(asked).toHaveLength(4)
  expect(asked[0]).toEqual({ range: undefined, ifMatch: undefined })
  expect(asked.slice(1).every(({ range, ifMatch }) => /^bytes=[1-9]\d*-$/.test(range ?? '') && ifMatch === '"v1"')).toBe(true)
})

if (endpoint) onS3(endpoint)
else {
  console.log(`skipped: blobs on S3 (${inject('skipped')})`)
  describe('blobs on S3', () => test.skip('needs an S3 service', () => undefined))
}

function onS3(endpoint: string): void {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  const openStore = async () => {
    const container = `t${randomUUID()}`
    const folder = await mkdtemp(join(tmpdir(), 'millrace-s3-'))
    const drop = async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: container }))
      for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket: container, Key }))
      await client.send(new DeleteBucketCommand({ Bucket: container }))
    }
    return {
      blobs: await s3Blobs({ endpoint, region, bucket: container, credentials, dir: folder, log }),
      dir: folder,
      container,
      drop,
      async note(path: string, text: string, metadata: Record<string, string>) {
        await client.send(new PutObjectCommand({ Bucket: container, Key: path, Body: text, Metadata: metadata }))
      },
      close: () => rm(folder, { recursive: true, force: true }),
    }
  }
  blobsContract('S3', openStore, 1024)
  remoteBlobsContract('S3', 5 * 1024 * 1024, openStore)
}
