import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeRecord } from '../../kernel/broker/codec.ts'
import { nameId, newId } from '../../kernel/runtime/ids.ts'
import { documentIndexed } from '../../schemas/document.ts'
import { giveWay } from '../../services/documents/kept/sweep-ended.ts'
import { makeMail } from '../../services/documents/parse/testing/make-mail.ts'
import { type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'

let stack: PipelineStack
beforeEach(async () => {
  stack = await pipelineStack()
})
afterEach(() => stack.dispose())

interface Status {
  upload_id: string
  document_id: string
  filename: string
  status: string
  processing_stage: string
  message: string
  metadata: Record<string, unknown>
  attached_to: { upload_id: string; filename: string } | null
  attachments: { upload_id: string; document_id: string; filename: string }[]
}

async function send(name: string, content: string, metadata: object = {}, more: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  form.set('file', new File([content], name))
  form.set('metadata', JSON.stringify({ title: name, doc_type: 'mail', ...metadata }))
  for (const [field, value] of Object.entries(more)) form.set(field, value)
  const reply = await fetch(`${stack.url}/api/v2/upload`, { method: 'POST', body: form })
  expect([201, 202]).toContain(reply.status)
  const { upload_id } = (await reply.json()) as { upload_id: string }
  await stack.quiet()
  return upload_id
}
const get = async <T>(path: string): Promise<T> => (await (await fetch(`${stack.url}/api/v2${path}`)).json()) as T
const statusOf = (id: string) => get<Status>(`/upload/status/${id}`)
const listed = async () => (await get<Status[]>('/upload/list')).map(({ filename }) => filename).sort()
const found = async (query: string) => {
  const reply = await fetch(`${stack.url}/api/v2/knowledge/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, top_k: 20 }),
  })
  return ((await reply.json()) as { results: { source_file: string }[] }).results.map((result) => result.source_file)
}
const FILES = [
  { name: 'fees.csv', type: 'text/csv', content: 'boat,fee\ndinghy,twelve\n' },
  { name: 'film.mp4', type: 'video/mp4', content: 'no reader' },
  {
    name: 'inner.eml',
    type: 'message/rfc822',
    content: makeMail('Inner', 'The keel is oaken.', [{ name: 'crew.txt', type: 'text/plain', content: 'The helmsman is Bertha.' }]),
  },
]

test('files of a mail become documents that name it, have its labels, and go with it', async () => {
  const id = await send('plans.eml', makeMail('Plans', 'See the files.', FILES), { confidentiality: 'board', tags: ['boats'] })
  const mail = await statusOf(id)
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([
    'plans.eml - fees.csv',
    'plans.eml - film.mp4',
    'plans.eml - inner.eml',
  ])
  const [fees, film, inner] = await Promise.all(mail.attachments.map(({ upload_id }) => statusOf(upload_id)))
  const named = { document_id: mail.document_id, upload_id: id, filename: 'plans.eml' }
  expect(fees).toMatchObject({
    status: 'complete',
    processing_stage: 'indexed',
    attached_to: named,
    metadata: { title: 'fees.csv', doc_type: 'mail', confidentiality: 'board', tags: ['boats'], attached_to: named },
  })
  expect(film).toMatchObject({ status: 'complete', processing_stage: 'stored', message: expect.stringContaining('no reader') })
  expect(inner?.attachments.map(({ filename }) => filename)).toEqual(['plans.eml - inner.eml - crew.txt'])
  expect(await found('helmsman Bertha')).toContain('plans.eml - inner.eml - crew.txt')

  await fetch(`${stack.url}/api/v2/upload/${id}`, { method: 'DELETE' })
  await stack.quiet()
  expect(await listed()).toEqual([])
  expect(await found('helmsman Bertha')).toEqual([])
  // Their files are kept for a while, and then nothing is left.
  const left = async () => {
    await giveWay(stack.ports, Number.MAX_SAFE_INTEGER)
    return Array.fromAsync(stack.ports.blobs.list(''))
  }
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
})

test('a newer mail brings its own files and takes the older ones away; a name of one is not taken', async () => {
  await send('plans.eml', makeMail('Plans', 'First.', FILES.slice(0, 1)))
  await send(
    'plans.eml',
    makeMail('Plans', 'Second.', [{ name: 'crew.txt', type: 'text/plain', content: 'The cook is Ernst.' }]),
    {},
    { replace_existing: 'true' },
  )
  expect(await found('dinghy twelve')).toEqual([])
  expect(await found('cook Ernst')).toContain('plans.eml - crew.txt')
  expect(await listed()).not.toContain('plans.eml - fees.csv')
  // who brings a file of that name has a document of their own
  await send('plans.eml - crew.txt', 'A file of this name.')
  expect((await listed()).filter((name) => name === 'plans.eml - crew.txt')).toHaveLength(2)
})

test('whoever deletes a later upload of a mail, which was never searchable, deletes the files of the one that was', async () => {
  await send('plans.eml', makeMail('Plans', 'First.', FILES.slice(0, 1)))
  expect(await found('dinghy twelve')).toContain('plans.eml - fees.csv')
  const kept = await send('plans.eml', makeMail('Plans', 'Second.', []), {}, { replace_existing: 'true', process_mode: 'upload_only' })
  expect(await found('dinghy twelve')).toContain('plans.eml - fees.csv')
  await fetch(`${stack.url}/api/v2/upload/${kept}`, { method: 'DELETE' })
  await stack.quiet()
  expect(await found('First')).toEqual([])
  expect(await found('dinghy twelve')).toEqual([])
  expect(await listed()).not.toContain('plans.eml - fees.csv')
})

test('a mail whose end is told again makes no second copy, also after a death', async () => {
  const id = await send('plans.eml', makeMail('Plans', 'See the files.', FILES))
  const before = await listed()
  const steps = await get<{ items: { event_type: string; details: object }[] }>(`/upload/${id}/timeline`)
  const indexed = steps.items.find(({ event_type }) => event_type === 'document.indexed')
  expect(indexed).toBeDefined()
  const mail = await statusOf(id)
  const file = {
    index: 'documents',
    source_file: 'plans.eml',
    file_type: 'eml',
    size_bytes: 1,
    content_type: '',
    blob: 'x',
    received_at: new Date().toISOString(),
  }
  const again = documentIndexed.make({
    ...{ upload_id: id, document_id: mail.document_id, generation: 1, attempt: 1 },
    ...{ chunks: 1, removed: 0, characters: 1, tokens: 1, at: new Date().toISOString() },
    file: { ...file, metadata: { title: 'plans.eml', doc_type: 'mail' } },
  })
  await stack.crash()
  await stack.ports.broker.publish([
    encodeRecord(again, { id: nameId('again', id), source: '/test', requestId: newId(), time: Date.now() }),
  ])
  await stack.quiet()
  expect(await listed()).toEqual(before)
})
