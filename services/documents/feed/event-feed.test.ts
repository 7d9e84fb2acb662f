import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'

const PATH = '/api/v2/upload/event-feed'
const account = '/subscriptions/1a2b/resourceGroups/Storage/providers/Microsoft.Storage/storageAccounts/examples'

interface Told {
  readonly path: string
  readonly id?: string
  readonly eTag?: string
  readonly container?: string
  readonly api?: string
  readonly type?: string
}

/** As https://learn.microsoft.com/azure/event-grid/event-schema-blob-storage shows it. */
const gridEvent = ({
  path,
  id = crypto.randomUUID(),
  eTag = '"0x8D4BCC2E4835CD0"',
  container = 'documents',
  api = 'PutBlockList',
  type,
}: Told) => ({
  topic: account,
  subject: `/blobServices/default/containers/${container}/blobs/${path}`,
  eventType: type ?? 'Microsoft.Storage.BlobCreated',
  eventTime: '2026-06-26T18:41:00.9584103Z',
  id,
  data: {
    api,
    clientRequestId: '6d79dbfb-0e37-4fc4-981f-442c9ca65760',
    requestId: '831e1650-001e-001b-66ab-eeb76e000000',
    eTag,
    contentType: 'text/plain',
    contentLength: 524288,
    blobType: 'BlockBlob',
    url: `https://examples.blob.core.windows.net/${container}/${encodeURI(path)}`,
    sequencer: '00000000000004420000000000028963',
    storageDiagnostics: { batchId: 'b68529f3-68cd-4744-baa4-3c0498ec19f0' },
  },
  dataVersion: '',
  metadataVersion: '1',
})

const cloudEvent = (told: Told) => {
  const { topic: source, subject, eventType: type, eventTime: time, id, data } = gridEvent(told)
  return { specversion: '1.0', source, subject, type, time, id, data }
}

describe('events of the blob store', () => {
  let stack: EmbeddedStack
  const post = (body: unknown, type = 'application/json', headers: Record<string, string> = {}) =>
    stack.app.inject({ method: 'POST', url: PATH, headers: { 'content-type': type, ...headers }, payload: JSON.stringify(body) })
  const results = async (body: unknown, type?: string) => {
    const reply = await post(body, type)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().results
  }
  const status = async (id: string) => (await stack.app.inject(`/api/v2/upload/status/${id}`)).json()
  const put = (path: string, text = 'some text') => stack.ports.blobs.write(path, Buffer.from(text))
  const count = async () => (await stack.app.inject('/api/v2/upload/list?limit=500')).json().length

  beforeAll(async () => {
    stack = await embeddedStack([uploads])
  })
  afterAll(() => stack.dispose())

  it('accepts a blob of others where it lies, in both schemas and in batches', async () => {
    for (const path of ['in/grid.txt', 'in/cloud.txt', 'in/batch one.txt', 'in/batch two.txt']) await put(path)
    const [first] = await results([gridEvent({ path: 'in/grid.txt' })])
    expect(first).toMatchObject({ status: 'accepted', upload_id: expect.any(String), document_id: expect.any(String) })
    const entity = await status(first.upload_id)
    expect(entity).toMatchObject({ filename: 'grid.txt', status: 'queued' })
    expect(entity.metadata).toMatchObject({ title: 'grid.txt', doc_type: 'unknown' })
    expect((await results(cloudEvent({ path: 'in/cloud.txt' }), 'application/cloudevents+json'))[0].status).toBe('accepted')
    const batch = [cloudEvent({ path: 'in/batch one.txt' }), cloudEvent({ path: 'in/batch%20two.txt' })]
    const both = await results(batch, 'application/cloudevents-batch+json; charset=utf-8')
    expect(both.map((r: { status: string }) => r.status)).toEqual(['accepted', 'accepted'])
    expect((await status(both[1].upload_id)).filename).toBe('batch two.txt')
    const timeline = (await stack.app.inject(`/api/v2/upload/${first.upload_id}/timeline`)).json()
    expect(timeline.items[0]).toMatchObject({ event_type: 'document.received' })
  })

  it('is one upload however often and by whichever id the same content is told, also at once', async () => {
    await put('twice.txt')
    const before = await count()
    const event = gridEvent({ path: 'twice.txt' })
    const replies = await Promise.all(Array.from({ length: 6 }, () => results([event])))
    const outcomes = replies.map(([r]) => r)
    expect(outcomes.filter((r) => r.status === 'accepted')).toHaveLength(1)
    expect(new Set(outcomes.map((r) => r.upload_id)).size).toBe(1)
    expect((await results([gridEvent({ path: 'twice.txt' })]))[0]).toMatchObject({ status: 'duplicate', upload_id: outcomes[0].upload_id })
    expect(await count()).toBe(before + 1)
  })

  it('a changed blob replaces its own document; another file of the same name does not', async () => {
    await put('a/report.txt')
    const [first] = await results([gridEvent({ path: 'a/report.txt', eTag: '"1"' })])
    await put('a/report.txt', 'changed')
    const [second] = await results([gridEvent({ path: 'a/report.txt', eTag: '"2"' })])
    expect(second).toMatchObject({ status: 'accepted', document_id: first.document_id })
    expect(second.upload_id).not.toBe(first.upload_id)
    await put('b/report.txt')
    expect((await results([gridEvent({ path: 'b/report.txt', eTag: '"3"' })]))[0]).toMatchObject({
      status: 'ignored',
      reason: expect.stringContaining('report.txt is already in'),
    })
  })

  it('says why it ignores an event', async () => {
    await put('empty.txt', '')
    await put('large.txt', 'x'.repeat(1024 * 1024 + 1))
    const own = 'pdf/raw/0f8fad5b-d9cb-469f-a165-70867728950e/a.pdf'
    await put(own)
    const reasons = async (told: Told) => (await results([gridEvent(told)]))[0]
    expect(await reasons({ path: 'x.txt', container: 'others' })).toMatchObject({
      status: 'ignored',
      reason: expect.stringContaining('others'),
    })
    expect((await reasons({ path: own })).reason).toMatch(/platform stored/)
    expect((await reasons({ path: 'artifacts/x/1/parsed.ndjson' })).reason).toMatch(/platform stored/)
    expect((await reasons({ path: 'x.txt', type: 'Microsoft.Storage.BlobDeleted' })).reason).toMatch(/BlobDeleted/)
    expect((await reasons({ path: 'x.txt', api: 'CreateFile' })).reason).toMatch(/not complete/)
    expect((await reasons({ path: 'empty.txt' })).reason).toMatch(/empty/)
    expect((await reasons({ path: 'large.txt' })).reason).toMatch(/larger than 1 MB/)
    expect((await reasons({ path: '../../etc/passwd' })).reason).toMatch(/path is not valid/)
    expect(await reasons({ path: 'nowhere.txt' })).toMatchObject({ status: 'missing' })
  })

  it('reads nothing that the platform keeps, however its path is spelled', async () => {
    const own = ['artifacts/x/1/parsed.ndjson', 'transcripts/raw/0f8fad5b-d9cb-469f-a165-70867728950e/a.txt', 'prompts/manifest.json']
    for (const path of own) await put(path)
    const before = await count()
    const encoded = own.flatMap((path) => [
      path,
      path.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`),
      path.replaceAll('/', '%2F'),
      encodeURIComponent(path),
      path.replace(/^./, (c) => c.toUpperCase()),
    ])
    for (const path of encoded)
      expect([path, (await results([gridEvent({ path })]))[0].reason]).toEqual([path, 'the platform stored this blob itself'])
    expect(await count()).toBe(before)
  })

  it('keeps the labels of the document that a changed blob replaces, and takes those that are noted at the blob', async () => {
    const noting = (noted: Record<string, string> | undefined) =>
      Object.assign(stack.ports.blobs, { metadata: noted && (async () => noted) })
    const labelled = async (eTag: string) => {
      const [outcome] = await results([gridEvent({ path: 'labelled.txt', eTag })])
      return outcome.status === 'accepted' ? (await status(outcome.upload_id)).metadata : outcome
    }
    await put('labelled.txt')
    noting({ confidentiality: 'secret', business_unit: 'north' })
    expect(await labelled('"1"')).toMatchObject({ confidentiality: 'secret', business_unit: 'north' })
    noting(undefined)
    await put('labelled.txt', 'changed')
    expect(await labelled('"2"')).toMatchObject({ confidentiality: 'secret', business_unit: 'north' })
    noting({ confidentiality: 'a\u0000b' })
    expect(await labelled('"3"')).toMatchObject({ status: 'ignored', reason: expect.stringContaining('label') })
    noting(undefined)
  })

  it('takes the document type that the uploader noted at the blob', async () => {
    await put('noted.txt')
    Object.assign(stack.ports.blobs, { metadata: async () => ({ doc_type: 'policy' }) })
    const [noted] = await results([gridEvent({ path: 'noted.txt' })])
    Object.assign(stack.ports.blobs, { metadata: undefined })
    expect((await status(noted.upload_id)).metadata.doc_type).toBe('policy')
  })

  it('asks for the event again when the store is away, and takes it then', async () => {
    await put('later.txt')
    const event = gridEvent({ path: 'later.txt' })
    const { stat } = stack.ports.blobs
    const away = () => Promise.reject(new ApiError('unavailable', 'the store does not answer', { headers: { 'retry-after': '5' } }))
    Object.assign(stack.ports.blobs, { stat: away })
    expect((await post([event])).statusCode).toBe(503)
    Object.assign(stack.ports.blobs, { stat })
    expect((await results([event]))[0].status).toBe('accepted')
  })

  it('answers the validation of a subscription', async () => {
    const event = {
      id: '2d1781af-3a4c-4d7c-bd0c-e34b19da4e66',
      topic: account,
      subject: '',
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      eventTime: '2026-01-25T22:12:19.4556811Z',
      data: { validationCode: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6', validationUrl: 'https://rp-eastus2.eventgrid.azure.net/validate' },
      dataVersion: '1',
      metadataVersion: '1',
    }
    const reply = await post([event], 'application/json', { 'aeg-event-type': 'SubscriptionValidation' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ validationResponse: '512d38b6-c7b8-40c8-89fe-f46f9e9622b6' })
    expect((await post([{ ...event, data: {} }])).statusCode).toBe(400)
  })

  it('answers the handshake of CloudEvents, and OPTIONS without one', async () => {
    const ask = (headers: Record<string, string>) => stack.app.inject({ method: 'OPTIONS', url: PATH, headers })
    const granted = await ask({ 'webhook-request-origin': 'eventgrid.azure.net', 'webhook-request-rate': '120' })
    expect(granted.statusCode).toBe(200)
    expect(granted.headers).toMatchObject({
      'webhook-allowed-origin': 'eventgrid.azure.net',
      'webhook-allowed-rate': '120',
      allow: 'OPTIONS, POST',
    })
    expect((await ask({})).statusCode).toBe(204)
    expect((await ask({ 'webhook-request-origin': 'a b\u00fc' })).headers['webhook-allowed-origin']).toBeUndefined()
    expect((await stack.app.inject({ method: 'GET', url: PATH })).statusCode).toBe(405)
  })

  it('refuses what is no event', async () => {
    for (const body of [[], {}, [{ id: 'x' }], 'text', { ...cloudEvent({ path: 'x' }), specversion: '0.3' }])
      expect((await post(body)).statusCode, JSON.stringify(body)).toBe(400)
  })
})

describe('with subscription keys', () => {
  it('events need the key, the handshake does not', async () => {
    const stack = await embeddedStack([uploads], { SUBSCRIPTION_KEYS: 'grid:secret' })
    const call = (method: 'POST' | 'OPTIONS', headers: Record<string, string>) =>
      stack.app.inject({
        method,
        url: PATH,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'POST' ? { payload: JSON.stringify([gridEvent({ path: 'x.txt' })]) } : {}),
      })
    try {
      expect((await call('POST', {})).statusCode).toBe(401)
      expect((await call('POST', { 'ocp-apim-subscription-key': 'secret' })).statusCode).toBe(200)
      expect((await call('OPTIONS', { 'webhook-request-origin': 'eventgrid.azure.net' })).statusCode).toBe(200)
    } finally {
      await stack.dispose()
    }
  })
})
