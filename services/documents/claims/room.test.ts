import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { diskSpace, keptFree } from '../../../kernel/blobs/room.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { documentDeleted } from '../../../schemas/document.ts'
import { databaseKinds } from '../../../tests/support/databases.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { findUpload } from '../status/read-uploads.ts'
import { uploads } from '../uploads/service.ts'
import { uploadSection } from '../uploads/upload-section.ts'
import { releaseRoom, reserveRoom } from './room.ts'

const GIGABYTE = 1024 ** 3

it('of a disk 500 MB stay free, or 2 % where that is less', () => {
  const defaults = { max_documents: 0, max_mb: 0, max_documents_per_caller: 0, max_mb_per_caller: 0, min_free_mb: 500, min_free_percent: 2 }
  expect(keptFree(defaults, 1000 * GIGABYTE)).toBe(500 * 1024 * 1024)
  expect(keptFree(defaults, 10 * GIGABYTE)).toBe(Math.floor(0.2 * GIGABYTE))
  expect(keptFree({ ...defaults, min_free_mb: 0 }, GIGABYTE)).toBe(0)
})

describe('an upload', () => {
  let stack: EmbeddedStack
  let free = 100 * GIGABYTE
  beforeAll(async () => {
    stack = await embeddedStack([uploads], { SUBSCRIPTION_KEYS: 'a:key-a,b:key-b' })
    Object.assign(stack.ports.blobs, { room: async () => ({ free, total: 100 * GIGABYTE }) })
  })
  afterAll(() => stack.dispose())
  const initial = () => ({ max_documents: 0, max_mb: 0, max_documents_per_caller: 0, max_mb_per_caller: 0 })
  const limit = (limits: Partial<ReturnType<typeof initial>>) => Object.assign(stack.ports.config.storage, initial(), limits)
  afterEach(async () => {
    limit({})
    free = 100 * GIGABYTE
    for (const id of sent.splice(0)) await remove(id)
  })

  const sent: string[] = []
  const send = async (key: string, name: string, bytes = 10, headers: Record<string, string> = {}, fields: Record<string, string> = {}) => {
    const form = new FormData()
    form.append('metadata', '{"title":"t","doc_type":"d"}')
    form.append('process_mode', 'upload_only')
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const encoded = new Response(form)
    const reply = await stack.app.inject({
      method: 'POST',
      url: '/api/v2/upload',
      headers: { 'ocp-apim-subscription-key': `key-${key}`, 'content-type': encoded.headers.get('content-type') ?? '', ...headers },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    if (reply.statusCode === 201) sent.push(reply.json().upload_id)
    return reply
  }
  const status = async (...given: Parameters<typeof send>) => (await send(...given)).statusCode
  const remove = async (id: string) => {
    const state = await findUpload(stack.ports.database, id)
    if (!state?.file) return
    const { upload_id, document_id, generation, file } = state
    const gone = { index: file.index, source_file: file.source_file, removed: 0, at: new Date().toISOString() }
    await stack.publish([documentDeleted.make({ upload_id, document_id, generation, attempt: 1, ...gone })])
  }
  const blobs = async () => (await Array.fromAsync(stack.ports.blobs.list(''))).length

  it('takes a document and its bytes out of its caller’s quota, which a deletion gives back, and nothing of another one’s', async () => {
    limit({ max_documents_per_caller: 2 })
    expect([await status('a', '1.bin'), await status('a', '2.bin')]).toEqual([201, 201])
    const before = await blobs()
    const over = await send('a', '3.bin')
    expect([over.statusCode, over.headers['retry-after'], over.json().error]).toEqual([
      507,
      '30',
      expect.objectContaining({
        code: 'storage_full',
        message: '2 documents of yours are kept at most: delete what is not needed any more, then try again',
        details: { reason: 'quota', scope: 'caller', max_documents: 2, max_bytes: null },
      }),
    ])
    expect(await blobs()).toBe(before)
    expect(await status('b', 'b.bin')).toBe(201)
    // what takes another one's place takes no place more
    expect(await status('a', '2.bin', 20, {}, { replace_existing: 'true' })).toBe(201)
    await remove(sent[0]!)
    expect(await status('a', '3.bin')).toBe(201)
  })

  it('is refused while it comes in when its bytes are more than the quota, announced or not', async () => {
    limit({ max_mb_per_caller: 1.5 })
    sectionOf(stack.ports.config, uploadSection).max_file_size_mb = 50
    const before = await blobs()
    expect(await status('a', 'much.bin', 1024 * 1024)).toBe(201)
    const announced = await send('a', 'more.bin', 1024 * 1024)
    expect([announced.statusCode, announced.json().error.message]).toEqual([507, expect.stringContaining('1.5 MB of documents of yours')])
    const silent = await send('a', 'silent.bin', 20 * 1024 * 1024, { 'content-length': '', 'transfer-encoding': 'chunked' })
    expect(silent.statusCode).toBe(507)
    expect(await status('a', 'little.bin', 1000)).toBe(201)
    expect(await blobs()).toBe(before + 2)
  })

  it('counts against what all may keep together, also when many come at once', async () => {
    limit({ max_documents: 3 })
    const seen = await Promise.all(Array.from({ length: 8 }, (_, i) => status(i % 2 ? 'a' : 'b', `rush-${i}.bin`)))
    const kept = seen.filter((code) => code === 201).length
    expect(kept).toBeLessThanOrEqual(3)
    expect(seen.filter((code) => code !== 201 && code !== 507)).toEqual([])
    for (let i = kept; i < 3; i++) expect(await status('a', `after-${i}.bin`)).toBe(201)
    const over = await send('a', 'over.bin')
    expect(over.json().error.message).toMatch(/^3 documents here are kept at most/)
  })

  it('is refused where the disk would have less free than is kept, told with what to do, and taken again when there is room', async () => {
    free = 500 * 1024 * 1024
    const before = await blobs()
    const full = await send('a', 'full.bin')
    expect([full.statusCode, full.headers['retry-after'], full.json().error]).toEqual([
      507,
      '30',
      expect.objectContaining({
        message: 'the disk has 500 MB free, of which 500 MB are kept: free some space, or delete documents',
        details: { reason: 'disk', free_bytes: free, kept_free_bytes: free },
      }),
    ])
    const health = diskSpace(stack.ports.blobs, stack.ports.config)
    free -= 1
    await expect(health.check(new AbortController().signal)).rejects.toThrow('less than the 500 MB that are kept')
    expect(await blobs()).toBe(before)
    free = 100 * GIGABYTE
    await health.check(new AbortController().signal)
    expect(await status('a', 'full.bin')).toBe(201)
  })

  it('whose disk fills up while it comes in leaves nothing behind', async () => {
    const before = await blobs()
    let looks = 0
    const room = stack.ports.blobs.room
    Object.assign(stack.ports.blobs, { room: async () => ({ free: ++looks > 1 ? 0 : 50 * GIGABYTE, total: 100 * GIGABYTE }) })
    try {
      expect(await status('a', 'large.bin', 20 * 1024 * 1024)).toBe(507)
    } finally {
      Object.assign(stack.ports.blobs, { room })
    }
    expect(looks).toBe(2)
    expect(await blobs()).toBe(before)
  })

  it('that is repeated with its Idempotency-Key has its reply also when the quota is used up', async () => {
    limit({ max_documents_per_caller: 1 })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await send('a', 'once.bin', 10, headers)
    const again = await send('a', 'once.bin', 10, headers)
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()])
    expect(await status('a', 'other.bin', 10, { 'idempotency-key': crypto.randomUUID() })).toBe(507)
  })
})

describe.each(databaseKinds)('two processes on one $kind database', ({ create }) => {
  it('see one count of what is kept and of what is coming in', async () => {
    const store = await create()
    try {
      const databases = [await store.open(), await store.open()]
      await databases[0]!.migrate(uploads.migrations ?? [])
      const { ports, dispose } = await embeddedStack([])
      const config = { ...ports.config, storage: { ...ports.config.storage, max_mb_per_caller: 10 } }
      const clock = { ms: 1_900_000_000_000, now: () => clock.ms }
      const [one, two] = databases.map((database) => ({ ...ports, database, config, clock }))
      const reserve = (of: typeof one, uploadId: string, bytes: number) => reserveRoom(of!, { uploadId, owner: 'sub:x', bytes })
      await reserve(one, 'first', 8_000_000)
      await expect(reserve(two, 'second', 8_000_000)).rejects.toMatchObject({ status: 507 })
      await reserve(two, 'third', 1_000_000)
      await releaseRoom(one!, 'first')
      await reserve(two, 'second', 8_000_000)
      // an edge that died gives back what it had reserved
      clock.ms += 11 * 60_000
      await reserve(one, 'fourth', 8_000_000)
      await dispose()
    } finally {
      await store.dispose()
    }
  })
})
