import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BlobServiceClient } from '@azure/storage-blob'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { AZURITE_ACCOUNT, AZURITE_KEY } from '../../../tests/support/services/azurite.ts'
import { EnvError } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Blobs } from '../blobs.ts'
import { blobsContract } from '../contract.ts'
import { azureBlobs } from './azure.ts'
import { azureName, pathOfAzureName } from './azure-names.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const connectionString = inject('azureStorage')
const log = pino({ level: 'silent' })
const MEGABYTE = 1024 * 1024

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-azure-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('every valid path has a name of its own that leads back to it, and plain names stay as they are', () => {
  const segment = fc
    .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.stringMatching(/^[~xA-F0-9.; ]{1,12}$/))
    .filter((s) => !/[/\\\0]/.test(s) && s !== '.' && s !== '..' && s.isWellFormed())
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
      const path = segments.join('/')
      const name = azureName(path)
      expect(name.split('/').every((s) => s !== '' && !s.endsWith('.') && !/\p{Cc}/u.test(s))).toBe(true)
      expect(pathOfAzureName(name)).toBe(path)
    }),
  )
  for (const name of ['a/REPORT~12.PDF', 'Größe 1%20#?.pdf', '~x', '.hidden']) expect(azureName(name)).toBe(name)
})

test('a string that is no connection string ends the start and is not repeated', async () => {
  for (const wrong of ['nonsense', 'AccountName=a', 'DefaultEndpointsProtocol=ftp;AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=x']) {
    const error = await azureBlobs({ connectionString: wrong, container: 'documents', dir, log }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(EnvError)
    expect(String(error)).toMatch(/AZURE_STORAGE_CONNECTION_STRING/)
    expect(String(error)).not.toMatch(/nonsense|c2VjcmV0/)
  }
})

/** An HTTP server that answers every request alike; for what Azurite has no way to say. */
async function answering(status: number, headers: Record<string, string>, use: (endpoint: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/account`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const withKey = (endpoint: string, name = 'account', key = AZURITE_KEY) =>
  `DefaultEndpointsProtocol=http;AccountName=${name};AccountKey=${key};BlobEndpoint=${endpoint};`

async function diagnosis(connection: string, now?: () => number): Promise<{ reason: unknown; message: string }> {
  const blobs = await azureBlobs({ connectionString: connection, container: 'documents', dir, log, now })
  const error = await blobs.ping().then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(ApiError)
  const { code, details, message, cause } = error as ApiError
  expect(code).toBe('unavailable')
  for (const shown of [message, JSON.stringify(details), String(cause)]) expect(shown).not.toContain(AZURITE_KEY.slice(0, 12))
  return { reason: details.reason, message }
}

test('names that do not resolve and ports where nothing listens are told apart', async () => {
  expect(await diagnosis(withKey('http://no-such-account.invalid/account'))).toMatchObject({
    reason: 'no_dns',
    message: expect.stringContaining('no-such-account.invalid'),
  })
  expect(await diagnosis(withKey('http://127.0.0.1:1/account'))).toMatchObject({ reason: 'refused' })
})

test('a refusal is the clock when the clocks differ, the key when they agree, else what the service says', async () => {
  const date = { date: new Date().toUTCString() }
  await answering(403, { 'x-ms-error-code': 'AuthenticationFailed', ...date }, async (endpoint) => {
    const wrongKey = await diagnosis(withKey(endpoint))
    expect(wrongKey.reason).toBe('wrong_key')
    const ahead = await diagnosis(withKey(endpoint), () => Date.now() + 40 * 60_000)
    expect(ahead).toEqual({ reason: 'clock_skew', message: expect.stringMatching(/(39|40) minutes ahead/) })
    const behind = await diagnosis(withKey(endpoint), () => Date.now() - 20 * 60_000)
    expect(behind.message).toMatch(/20 minutes behind/)
  })
  const said = { KeyBasedAuthenticationNotPermitted: 'keys_not_permitted', AuthorizationFailure: 'not_authorized' }
  for (const [word, reason] of Object.entries(said))
    await answering(403, { 'x-ms-error-code': word, ...date }, async (endpoint) =>
      expect((await diagnosis(withKey(endpoint))).reason).toBe(reason),
    )
  await answering(409, { 'x-ms-error-code': 'ContainerBeingDeleted' }, async (endpoint) =>
    expect((await diagnosis(withKey(endpoint))).reason).toBe('container_being_deleted'),
  )
})

test('a full store, a body that is too large and a blob under a policy are named', async () => {
  const cases = [
    { status: 507, word: 'InsufficientStorage', code: 'storage_full' },
    { status: 413, word: 'RequestBodyTooLarge', code: 'payload_too_large' },
    { status: 409, word: 'BlobImmutableDueToPolicy', code: 'conflict' },
  ]
  for (const { status, word, code } of cases)
    await answering(status, { 'x-ms-error-code': word }, async (endpoint) => {
      const blobs = await azureBlobs({ connectionString: withKey(endpoint), container: 'documents', dir, log })
      await expect(blobs.write('a', Buffer.from('x'))).rejects.toMatchObject({ code })
    })
})

if (connectionString) onAzurite(connectionString)
else {
  console.log(`skipped: blobs on Azure (${inject('skipped')})`)
  describe('blobs on Azure', () => test.skip('needs Azurite', () => undefined))
}

function onAzurite(connectionString: string): void {
  const service = BlobServiceClient.fromConnectionString(connectionString)
  const newContainer = () => `t${randomUUID()}`
  const drop = (container: string) => service.getContainerClient(container).deleteIfExists()

  blobsContract('Azure', async () => {
    const container = newContainer()
    const folder = await mkdtemp(join(tmpdir(), 'millrace-azure-'))
    const blobs = await azureBlobs({ connectionString, container, dir: folder, log })
    return {
      blobs,
      container,
      async close() {
        await drop(container)
        await rm(folder, { recursive: true, force: true })
      },
    }
  })

  describe('blobs on Azure', () => {
    const container = newContainer()
    let blobs: Blobs
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'millrace-azure-'))
      blobs = await azureBlobs({ connectionString, container, dir: folder, log })
    })
    afterAll(async () => {
      await drop(container)
      await rm(folder, { recursive: true, force: true })
    })

    const pattern = (bytes: number) => Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, i) => Math.imul(i, 2_654_435_761)).buffer)
    const inPieces = async function* (body: Buffer, size: number) {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    }

    test('bodies of many blocks come back as they were, at every border', async () => {
      for (const [bytes, piece] of [
        [4 * MEGABYTE, 64 * 1024],
        [4 * MEGABYTE + 4, MEGABYTE],
        [26 * MEGABYTE + 12, 5 * MEGABYTE + 1],
      ] as const) {
        const body = pattern(bytes)
        expect(await blobs.write('large.bin', inPieces(body, piece))).toEqual({ path: 'large.bin', bytes })
        expect((await buffer(await blobs.read('large.bin'))).equals(body)).toBe(true)
      }
    })

    test('a large body that fails late shows nothing, and an older blob stays', async () => {
      const failing = async function* () {
        yield* inPieces(pattern(13 * MEGABYTE), MEGABYTE)
        throw new Error('the client left')
      }
      await expect(blobs.write('late/new.bin', failing())).rejects.toThrow('the client left')
      expect(await blobs.stat('late/new.bin')).toBeUndefined()
      expect(await Array.fromAsync(blobs.list('late'))).toEqual([])
      await blobs.write('late/old.bin', Buffer.from('old'))
      await expect(blobs.write('late/old.bin', failing())).rejects.toThrow('the client left')
      expect((await buffer(await blobs.read('late/old.bin'))).toString()).toBe('old')
    })

    test('a body waits for the store instead of filling the memory', async () => {
      let ahead = 0
      const body = async function* () {
        for (let i = 0; i < 60; i++) {
          // Only what is still held counts, not what waits to be collected.
          collectGarbage()
          ahead = Math.max(ahead, process.memoryUsage().arrayBuffers)
          yield Buffer.alloc(MEGABYTE, i)
        }
      }
      collectGarbage()
      const before = process.memoryUsage().arrayBuffers
      await blobs.write('sixty.bin', body())
      expect(await blobs.stat('sixty.bin')).toEqual({ path: 'sixty.bin', bytes: 60 * MEGABYTE })
      expect(ahead - before).toBeLessThan(45 * MEGABYTE)
    })

    test('a container that was removed is made again by the next write; until then it is diagnosed', async () => {
      const name = newContainer()
      const own = await azureBlobs({ connectionString, container: name, dir, log })
      await own.ping()
      await drop(name)
      await expect(own.ping()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'container_missing' } })
      expect(await own.stat('a')).toBeUndefined()
      await expect(own.read('a')).rejects.toMatchObject({ code: 'not_found' })
      expect(await Array.fromAsync(own.list(''))).toEqual([])
      await own.write('a', Buffer.from('x'))
      await own.ping()
      await drop(name)
    })

    test('a copy for child processes goes with dispose', async () => {
      await blobs.write('copy.bin', pattern(MEGABYTE))
      const local = await blobs.localFile('copy.bin')
      expect((await readFile(local.path)).equals(pattern(MEGABYTE))).toBe(true)
      expect(await readdir(join(folder, 'blob-copies'))).toHaveLength(1)
      await local.dispose()
      await expect(blobs.localFile('absent')).rejects.toMatchObject({ code: 'not_found' })
      expect(await readdir(join(folder, 'blob-copies'))).toEqual([])
    })

    test('what the uploader noted at the blob can be read', async () => {
      await service
        .getContainerClient(container)
        .getBlockBlobClient('noted.txt')
        .upload('x', 1, { metadata: { doc_type: 'policy' } })
      expect(await blobs.metadata?.('noted.txt')).toEqual({ doc_type: 'policy' })
      expect(await blobs.metadata?.('absent.txt')).toBeUndefined()
    })

    test('a wrong key and a wrong account are diagnosed, and the address shows no secret', async () => {
      const endpoint = service.url.replace(/\/$/, '')
      const otherKey = Buffer.from('another key that fits nothing').toString('base64')
      const { reason, message } = await diagnosis(withKey(endpoint, AZURITE_ACCOUNT, otherKey))
      expect(reason).toBe('wrong_key')
      expect(message).not.toContain(otherKey)
      const elsewhere = withKey(endpoint.replace(AZURITE_ACCOUNT, 'strangers'), 'strangers')
      expect(['wrong_key', 'wrong_account']).toContain((await diagnosis(elsewhere)).reason)
      const withSas = `BlobEndpoint=${endpoint};SharedAccessSignature=sv=2024-11-04&sig=c2VjcmV0`
      const bySas = await azureBlobs({ connectionString: withSas, container, dir, log })
      expect(bySas.url('a b/ü.txt')).toBe(`${endpoint}/${container}/a%20b/%C3%BC.txt`)
      expect(blobs.url('a b/ü.txt')).toBe(`${endpoint}/${container}/a%20b/%C3%BC.txt`)
    })
  })
}
