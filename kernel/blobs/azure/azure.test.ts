import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobServiceClient } from '@azure/storage-blob'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { AZURITE_ACCOUNT, AZURITE_KEY } from '../../../tests/support/services/azurite.ts'
import { EnvError } from '../../runtime/env.ts'
import { ApiError } from '../../runtime/errors.ts'
import { blobsContract } from '../contract.ts'
import { remoteBlobsContract } from '../remote-contract.ts'
import { azureBlobs } from './azure.ts'
import { azureName, pathOfAzureName } from './azure-names.ts'

const connectionString = inject('azureStorage')
const log = pino({ level: 'silent' })

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

test('a store that falls silent is unavailable when its patience is over, whatever is asked of it', async () => {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.includes('restype=container')) response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account`
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=account;AccountKey=c2VjcmV0;BlobEndpoint=${endpoint};`
  try {
    const blobs = await azureBlobs({ connectionString, container: 'documents', dir, log, patienceMs: 150 })
    for (const ask of [() => blobs.write('a', Buffer.from('x')), () => blobs.stat('a'), () => blobs.remove('a')])
      await expect(ask()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

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

  const openStore = async () => {
    const container = newContainer()
    const dir = await mkdtemp(join(tmpdir(), 'millrace-azure-'))
    const blobs = await azureBlobs({ connectionString, container, dir, log })
    return {
      blobs,
      dir,
      container,
      drop: async () => void (await drop(container)),
      async note(path: string, text: string, metadata: Record<string, string>) {
        await service.getContainerClient(container).getBlockBlobClient(path).upload(text, text.length, { metadata })
      },
      async close() {
        await drop(container)
        await rm(dir, { recursive: true, force: true })
      },
    }
  }
  blobsContract('Azure', openStore)
  remoteBlobsContract('Azure', 4 * 1024 * 1024, openStore)

  describe('blobs on Azure', () => {
    let store: Awaited<ReturnType<typeof openStore>>
    beforeAll(async () => {
      store = await openStore()
    })
    afterAll(() => store.close())

    test('a wrong key and a wrong account are diagnosed, and the address shows no secret', async () => {
      const endpoint = service.url.replace(/\/$/, '')
      const otherKey = Buffer.from('another key that fits nothing').toString('base64')
      const { reason, message } = await diagnosis(withKey(endpoint, AZURITE_ACCOUNT, otherKey))
      expect(reason).toBe('wrong_key')
      expect(message).not.toContain(otherKey)
      const elsewhere = withKey(endpoint.replace(AZURITE_ACCOUNT, 'strangers'), 'strangers')
      expect(['wrong_key', 'wrong_account']).toContain((await diagnosis(elsewhere)).reason)
      const withSas = `BlobEndpoint=${endpoint};SharedAccessSignature=sv=2024-11-04&sig=c2VjcmV0`
      const { blobs, container } = store
      const bySas = await azureBlobs({ connectionString: withSas, container, dir, log })
      expect(bySas.url('a b/ü.txt')).toBe(`${endpoint}/${container}/a%20b/%C3%BC.txt`)
      expect(blobs.url('a b/ü.txt')).toBe(`${endpoint}/${container}/a%20b/%C3%BC.txt`)
    })
  })
}
