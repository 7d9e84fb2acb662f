import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rebuildSchema, startedSchema } from '../../services/documents/rebuilds/reply.ts'
import { sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

// One process with everything embedded, which is killed in the middle of a rebuild and started again.
const WAIT = { timeout: 60_000, interval: 50 }
const DOCUMENTS = 12
const SMALL = { chunking: { max_tokens: 60, overlap_tokens: 0 } }
let dir: string
let server: ServerProcess
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-rebuilds-'))
  server = await startProcess({ DATA_DIR: dir })
})
afterAll(async () => {
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

const REBUILDS = '/admin/rebuilds'
async function call(method: string, path: string, body?: object) {
  const sent: RequestInit = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const reply = await fetch(server.url + path, { method, ...sent })
  return { status: reply.status, body: (await reply.json()) as unknown }
}
const rebuildOf = async (id: string) => rebuildSchema.parse((await call('GET', `${REBUILDS}/${id}`)).body)
const begun = ({ body }: { body: unknown }): string => startedSchema.parse(body).runId ?? ''
const step = (id: string, name: string, body?: object) => call('POST', `${REBUILDS}/${id}/${name}`, body)
const untilBuilt = (id: string) => expect.poll(async () => (await rebuildOf(id)).status, WAIT).toBe('built')

const textOf = (name: string) =>
  Array.from(
    { length: 30 },
    (_, i) => `Paragraph ${i} of ${name} tells of the wheel and of matter ${(i * 7919) % 9973} in plain words.`,
  ).join('\n\n')
const nameOf = (i: number) => `note-${i}.txt`

async function upload(name: string, text = textOf(name), fields: Record<string, string> = {}): Promise<string> {
  const { id } = await sendText(server.url, name, text, fields)
  await settled(server.url, id)
  return id
}
const chunksSchema = z.object({ items: z.array(z.looseObject({ text: z.string(), upload_id: z.string(), ingested_at: z.string() })) })
async function chunksOf(name: string) {
  const { status, body } = await call('GET', `/api/v2/knowledge/file/${name}/chunks?index=documents&page_size=100`)
  return status === 404 ? [] : chunksSchema.parse(body).items
}
const everything = async (names: readonly string[]) =>
  Object.fromEntries(await Promise.all(names.map(async (n) => [n, await chunksOf(n)] as const)))

test('an index is built anew with other chunks while uploads go on and the process dies; cut over, rolled back, nothing missing', async () => {
  const names = Array.from({ length: DOCUMENTS }, (_, i) => nameOf(i))
  const ids = await Promise.all(names.map((name) => upload(name)))
  const before = await everything(names)
  const timelines = () => Promise.all(ids.map(async (id) => (await call('GET', `/api/v2/upload/${id}/timeline`)).body))
  const history = await timelines()

  const dry = await call('POST', REBUILDS, { index: 'default', from: 'parsed', config: SMALL, dry_run: true })
  const kept = { texts: DOCUMENTS, chunks: 0, vectors: 0 }
  expect(dry).toMatchObject({
    status: 200,
    body: { index: 'documents', estimate: { documents: DOCUMENTS, kept, embeddings: { calls: 0, cost: 0 } } },
  })
  const uncut = startedSchema.parse((await call('POST', REBUILDS, { index: 'default', from: 'parsed', dry_run: true })).body)
  expect(uncut.estimate.chunks).toBe(Object.values(before).flat().length)

  const queries = [{ query: 'paragraph of the wheel', relevant: [nameOf(3)] }, { query: 'matter' }]
  const started = await call('POST', REBUILDS, { index: 'default', from: 'parsed', config: SMALL, rate: 60, queries })
  expect(started.status).toBe(202)
  const id = begun(started)
  expect(await call('POST', REBUILDS, { index: 'documents', from: 'parsed' })).toMatchObject({
    status: 409,
    body: { error: { details: { run_id: id } } },
  })
  await expect.poll(async () => (await rebuildOf(id)).written, WAIT).toBeGreaterThan(0)
  for (const name of ['cut-over', 'roll-back', 'discard']) expect([name, (await step(id, name)).status]).toEqual([name, 409])

  // Killed in the middle; what was built stays, and it goes on by itself.
  await server.kill()
  server = await startProcess({ DATA_DIR: dir })
  const { written } = await rebuildOf(id)
  expect(written).toBeLessThan(DOCUMENTS)
  expect((await step(id, 'pause')).body).toMatchObject({ status: 'running', paused: true })

  // Uploads, replacements and deletions go to both builds.
  const late = await upload('late.txt')
  const replaced = await upload(nameOf(1), textOf('another').repeat(2), { replace_existing: 'true' })
  expect((await call('DELETE', `/api/v2/upload/${ids[2]}`)).status).toBeLessThan(300)
  await expect.poll(() => chunksOf(nameOf(2)), WAIT).toEqual([])
  expect((await step(id, 'throttle', { rate: null })).body).toMatchObject({ rate: null })
  await step(id, 'resume')
  await untilBuilt(id)
  const built = await rebuildOf(id)
  expect(built).toMatchObject({ failed: 0, compare: { documents: { old: DOCUMENTS, new: DOCUMENTS }, missing: 0, extra: 0, queries: 2 } })
  expect(built.compare?.chunks.new).toBeGreaterThan(built.compare?.chunks.old ?? Infinity)
  expect(built.compare?.ndcg?.interval).toHaveLength(2)
  expect(built.compare?.examples?.[0]).toMatchObject({ old: expect.any(Array), new: expect.any(Array) })
  expect(await chunksOf(nameOf(0))).toEqual(before[nameOf(0)])

  expect((await step(id, 'cut-over', {})).body).toMatchObject({ status: 'live' })
  const rest = names.filter((name) => name !== nameOf(2))
  for (const name of rest)
    expect([name, (await chunksOf(name)).length]).toEqual([name, expect.toSatisfy((n) => n > (before[name]?.length ?? 0))])
  const cut = await chunksOf(nameOf(0))
  expect(new Set(cut.map((c) => [c.upload_id, c.ingested_at].join()))).toEqual(
    new Set((before[nameOf(0)] ?? []).map((c) => [c.upload_id, c.ingested_at].join())),
  )
  expect(new Set((await chunksOf('late.txt')).map((c) => c.upload_id))).toEqual(new Set([late]))
  expect(new Set((await chunksOf(nameOf(1))).map((c) => c.upload_id))).toEqual(new Set([replaced]))
  expect(await chunksOf(nameOf(2))).toEqual([])

  // After the cut uploads go to both, each cut by its own settings.
  await upload('after.txt', textOf(nameOf(0)))
  const small = (await chunksOf('after.txt')).length
  expect(small).toBe(cut.length)
  expect((await step(id, 'roll-back', {})).body).toMatchObject({ status: 'rolled_back' })
  expect(await everything(rest.filter((n) => n !== nameOf(1)))).toEqual(
    Object.fromEntries(Object.entries(before).filter(([n]) => n !== nameOf(1) && n !== nameOf(2))),
  )
  expect((await chunksOf('after.txt')).length).toBe(before[nameOf(0)]?.length)
  expect(await chunksOf(nameOf(2))).toEqual([])

  // Forward again, and the old build goes: from then on uploads are cut as the new one is, and so is what is embedded anew.
  expect((await step(id, 'cut-over', {})).body).toMatchObject({ status: 'live' })
  expect((await step(id, 'discard')).body).toMatchObject({ status: 'live', builds: { old: null } })
  expect((await step(id, 'roll-back', {})).status).toBe(409)
  await upload('last.txt', textOf(nameOf(0)))
  expect((await chunksOf('last.txt')).length).toBe(small)
  const unchanged = (all: unknown[]) => all.filter((_, i) => i !== 1 && i !== 2)
  expect(unchanged(await timelines())).toEqual(unchanged(history))
  const audited = async () => JSON.stringify((await call('GET', '/admin/audit?page_size=100')).body)
  for (const what of ['started', 'pause', 'throttle', 'resume', 'cut-over', 'roll-back', 'discard'])
    await expect.poll(audited, WAIT).toContain(`"rebuilds.${what}"`)
}, 180_000)

test('a rebuild from vectors keeps what the live build has, and one that is cancelled leaves nothing behind', async () => {
  const before = await chunksOf('last.txt')
  const started = await call('POST', REBUILDS, { index: 'documents', from: 'embedded' })
  expect(started).toMatchObject({
    status: 202,
    body: {
      estimate: {
        basis: 'assumed',
        kept: { texts: DOCUMENTS + 2, vectors: expect.any(Number) },
        embeddings: { texts: 0, tokens: 0, cost: 0 },
      },
    },
  })
  const id = begun(started)
  await untilBuilt(id)
  expect((await step(id, 'cut-over', {})).status).toBe(200)
  expect(await chunksOf('last.txt')).toEqual(before)
  expect((await step(id, 'discard')).status).toBe(200)

  const again = begun(await call('POST', REBUILDS, { index: 'documents', from: 'received', rate: 1 }))
  await expect.poll(async () => (await rebuildOf(again)).total, WAIT).toBeGreaterThan(0)
  expect(await step(again, 'cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  for (const name of ['cut-over', 'roll-back', 'discard', 'cancel', 'pause'])
    expect([name, (await step(again, name)).status]).toEqual([name, 409])
  const next = await call('POST', REBUILDS, { index: 'documents', from: 'received' })
  expect(next.status).toBe(202)
  await untilBuilt(begun(next))
  expect((await step(begun(next), 'discard')).body).toMatchObject({ status: 'discarded' })
  for (const [from, basis] of Object.entries({ received: 'last_rebuild', chunked: 'assumed' }))
    expect((await call('POST', REBUILDS, { index: 'documents', from, dry_run: true })).body).toMatchObject({ estimate: { basis } })
  expect(await chunksOf('last.txt')).toEqual(before)
}, 120_000)

const queryReply = z.object({ results: z.array(z.object({ source_file: z.string(), snippet: z.string() })) })
const found = async (query: string) => {
  const { body } = await call('POST', '/api/v2/knowledge/query', { query, index: 'documents', top_k: 50 })
  return [...new Set(queryReply.parse(body).results.map((r) => r.source_file))].sort()
}

test('an index is built as of a time and as of an offset: what was replaced or deleted since is there, what came is not', async () => {
  const first = 'The heron of spring stands in the pond.'
  await upload('replaced.txt', first)
  const deleted = await upload('deleted.txt', `${first} Its nest is dry.`)
  const at = new Date().toISOString()
  const offsets = await indexedEnds()
  await upload('replaced.txt', 'A tractor crosses the field.', { replace_existing: 'true' })
  expect((await call('DELETE', `/api/v2/upload/${deleted}`)).status).toBe(200)
  await upload('since.txt', 'The heron of autumn has flown.')
  expect(await found('heron')).toEqual(['since.txt'])

  const dry = await call('POST', REBUILDS, { index: 'documents', from: 'parsed', as_of: at, dry_run: true })
  expect(dry).toMatchObject({ status: 200, body: { as_of: { at, kept_since: null }, estimate: { documents: expect.any(Number) } } })
  for (const [as_of, mode, missing] of [
    [at, 'parsed', 2],
    [{ 'document.indexed': offsets }, 'received', 3],
  ] as const) {
    const id = begun(await call('POST', REBUILDS, { index: 'documents', from: mode, as_of }))
    await untilBuilt(id)
    expect(await rebuildOf(id)).toMatchObject({ failed: 0, compare: { missing, extra: 1 } })
    // What comes while both stand side by side comes into both.
    await upload(`meanwhile-${mode}.txt`, 'The kingfisher dives.')
    expect((await step(id, 'cut-over', {})).body).toMatchObject({ status: 'live' })
    expect(await found('heron')).toEqual(['deleted.txt', 'replaced.txt'])
    expect(await found('tractor')).toEqual([])
    expect(await found('kingfisher')).toContain(`meanwhile-${mode}.txt`)
    expect((await step(id, 'roll-back', {})).body).toMatchObject({ status: 'rolled_back' })
    expect([await found('heron'), await found('tractor')]).toEqual([['since.txt'], ['replaced.txt']])
    expect(await found('kingfisher')).toContain(`meanwhile-${mode}.txt`)
    if (mode === 'parsed') expect((await step(id, 'discard')).status).toBe(200)
    else expect((await step(id, 'cut-over', {})).status).toBe(200)
  }
  // A deleted document that is shown again can be deleted again.
  expect((await call('DELETE', `/api/v2/upload/${deleted}`)).status).toBe(202)
  await expect.poll(() => found('heron'), WAIT).toEqual(['replaced.txt'])
}, 180_000)

const fieldsSchema = z.object({ fields: z.array(z.looseObject({ name: z.string() })) })
const filtered = (filters: object) => call('POST', '/api/v2/knowledge/query', { query: 'matter', filters, index: 'documents', top_k: 5 })

test('an index gets other fields while it answers, and its old ones back', async () => {
  const before = fieldsSchema.parse((await call('GET', '/api/v2/search/indexes/documents')).body).fields
  const fields = [...before.filter(({ name }) => name !== 'speaker'), { name: 'prefix_length', type: 'Edm.Int32' }]
  const body = { index: 'documents', from: 'embedded', config: { index: { fields } } }
  const told = { added: ['prefix_length'], removed: ['speaker'], changed: [], never_filled: [] }
  expect(await call('POST', REBUILDS, { ...body, dry_run: true })).toMatchObject({ status: 200, body: { fields: told } })
  expect((await filtered({ prefix_length: 0 })).status).toBe(400)
  const { items } = z.object({ items: z.array(rebuildSchema) }).parse((await call('GET', REBUILDS)).body)
  for (const { runId, builds } of items) if (builds.old !== null && builds.new !== null) await step(runId, 'discard')

  const id = begun(await call('POST', REBUILDS, body))
  await untilBuilt(id)
  await upload('fields.txt', 'The otter came while both stood side by side.')
  expect((await step(id, 'cut-over', {})).body).toMatchObject({ status: 'live' })
  expect(await filtered({ prefix_length: 0 })).toMatchObject({
    status: 200,
    body: { results: expect.arrayContaining([expect.anything()]) },
  })
  expect((await filtered({ speaker: 'x' })).status).toBe(400)
  expect(await found('otter')).toEqual(['fields.txt'])
  expect((await step(id, 'roll-back', {})).body).toMatchObject({ status: 'rolled_back' })
  expect((await filtered({ speaker: 'x' })).status).toBe(200)
  expect(await found('otter')).toEqual(['fields.txt'])
  expect((await step(id, 'discard')).status).toBe(200)
}, 120_000)

/** Where each partition of document.indexed ends. */
async function indexedEnds(): Promise<Record<string, number>> {
  const partitions = z.array(z.object({ partition: z.number(), latest: z.number() }))
  const topics = z.object({ items: z.array(z.object({ name: z.string(), groups: z.array(z.object({ partitions })) })) })
  const { items } = topics.parse((await call('GET', '/admin/topics')).body)
  const group = items.find(({ name }) => name === 'document.indexed')?.groups[0]
  return Object.fromEntries((group?.partitions ?? []).map(({ partition, latest }) => [partition, latest]))
}

test.each([
  [{ index: 'documents', from: 'chunked', config: SMALL }, 'config.chunking.max_tokens'],
  [{ index: 'documents', from: 'parsed', config: { chunking: { max_tokens: 60, overlap_tokens: 60 } } }, 'config.chunking.overlap_tokens'],
  [{ index: 'documents', from: 'parsed', config: { retrieval: { top_k: 3 } } }, 'retrieval'],
  [
    { index: 'documents', from: 'parsed', config: { index: { fields: [{ name: 'id', type: 'Edm.String', key: true }] } } },
    'config.index.fields',
  ],
  [{ index: 'documents' }, 'from'],
  [{ index: 'documents', from: 'parsed', as_of: '2999-01-01T00:00:00Z' }, 'yet to come'],
  [{ index: 'documents', from: 'parsed', as_of: { 'chat.completed': { 0: 1 } } }, 'does not tell of documents'],
  [{ index: 'documents', from: 'parsed', as_of: { 'document.indexed': { 99: 0 } } }, 'no partition 99'],
  [{ index: 'documents', from: 'parsed', as_of: { 'document.indexed': { 0: 999_999 } } }, 'beyond its end'],
  [{ index: 'documents', from: 'parsed', as_of: {} }, 'names no offset'],
  [{ index: 'documents', from: 'parsed', as_of: 'yesterday' }, 'as_of'],
])('%j is refused with the name of its fault', async (body, named) => {
  const reply = await call('POST', REBUILDS, body)
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain(named)
})
