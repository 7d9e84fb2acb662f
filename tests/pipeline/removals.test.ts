import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { artifactPath, writeLines } from '../../kernel/blobs/artifacts.ts'
import type { LogRecord } from '../../kernel/broker/broker.ts'
import { documentProcessed, documentRemoved } from '../../schemas/document-public.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import { sendText, settled } from '../support/http-client.ts'
import { ownDatabase } from '../support/own-database.ts'
import { type External, type PipelineStack, pipelineStack } from '../support/pipeline-stack.ts'
import { idOf, remove } from '../support/races-actions.ts'

const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')
const external = kafkaBrokers && databaseUrl ? { kafkaBrokers, databaseUrl } : undefined
if (!external) console.log(`skipped: removals on Kafka and PostgreSQL (${inject('skipped')})`)

const kinds: [string, () => Promise<External | undefined>][] = [['embedded', async () => undefined]]
if (external) kinds.push(['on Kafka and PostgreSQL', async () => ({ ...external, databaseUrl: await ownDatabase(external.databaseUrl) })])

describe.each(kinds)('removals, %s', { timeout: 120_000 }, (_, externalOf) => {
  let stack: PipelineStack
  beforeAll(async () => {
    stack = await pipelineStack(await externalOf())
  }, 60_000)
  afterAll(() => stack?.dispose(), 60_000)

  const upload = async (name: string): Promise<string> => {
    const { id } = await sendText(stack.url, name, `What ${name} says.`, { replace_existing: 'true' })
    expect((await settled(stack.url, id)).status).toBe('complete')
    return id
  }
  async function recordsOf(topic: string): Promise<LogRecord[]> {
    const all: LogRecord[] = []
    for (const { partition } of await stack.ports.broker.partitions(topic))
      all.push(...(await Array.fromAsync(stack.ports.broker.read({ topic, partition, from: 'beginning' }))))
    return all
  }
  const bodyOf = (record: LogRecord) => Buffer.from(record.value).toString()

  /** What was told of each removal, once for each event's id; what came again has the same body. */
  async function removals(): Promise<PayloadOf<typeof documentRemoved>[]> {
    const bodies = new Map<string, string>()
    for (const record of await recordsOf('document.removed')) {
      const id = record.headers.ce_id ?? ''
      expect(bodies.get(id) ?? bodyOf(record)).toBe(bodyOf(record))
      bodies.set(id, bodyOf(record))
    }
    return [...bodies.values()].map((body) => documentRemoved.schema.parse(JSON.parse(body)))
  }
  const short = (all: readonly PayloadOf<typeof documentRemoved>[]) => all.map((r) => `${r.source_file} ${r.generation} ${r.reason}`).sort()
  /** What is said of this record holds when its process dies, so that the record comes again. */
  async function dieAnnouncing(topic: string, key: string, act: () => Promise<unknown>): Promise<void> {
    const held = stack.gates.hold({ consumer: 'announce-removed', topic, documentId: key, boundary: 'after-publish' })
    await act()
    await held.reached
    await stack.crash()
    await stack.quiet()
  }

  test('a deletion is told once, a replacement never, and the upload that was replaced adds nothing', async () => {
    const [first, second] = [await upload('replaced.txt'), await upload('replaced.txt')]
    const gone = await upload('gone.txt')
    await stack.quiet()
    expect(await removals()).toEqual([])
    await dieAnnouncing('document.deleted', idOf('gone.txt'), () => remove(stack, gone))
    expect(await recordsOf('document.removed')).toHaveLength(1)
    expect(await removals()).toEqual([
      {
        event: 'document.removed',
        document_id: idOf('gone.txt'),
        upload_id: gone,
        generation: 1,
        source_file: 'gone.txt',
        index: 'documents',
        reason: 'deleted',
        timestamp: expect.stringMatching(/Z$/),
        webhook_id: null,
      },
    ])
    expect(await remove(stack, first)).toBe(200)
    await stack.quiet()
    expect(short(await removals())).toEqual(['gone.txt 1 deleted'])
    expect(await remove(stack, second)).toBe(200)
    await stack.quiet()
    expect(short(await removals())).toEqual(['gone.txt 1 deleted', 'replaced.txt 2 deleted'])
  })

  test('a clearing tells of every document that was searchable, once whatever follows; what comes later is not told', async () => {
    const before = short(await removals())
    const kept = await upload('cleared.txt')
    await upload('newer.txt')
    await upload('newer.txt')
    await sendText(stack.url, 'stored.mp4', 'not searchable')
    await stack.quiet()
    await dieAnnouncing('index.cleared', 'documents', () =>
      fetch(`${stack.url}/api/v2/search/indexes/clear/documents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    const cleared = ['cleared.txt 1 cleared', 'newer.txt 2 cleared']
    expect(short(await removals())).toEqual([...before, ...cleared].sort())
    await upload('newer.txt')
    expect(await remove(stack, kept)).toBe(200)
    await stack.quiet()
    expect(short(await removals())).toEqual([...before, ...cleared].sort())
  })

  test('a clearing tells of a document, too, that could not be embedded anew and was searchable all the same', async () => {
    const before = short(await removals())
    const id = await upload('embedded once.txt')
    const chunks = artifactPath({ document_id: idOf('embedded once.txt'), generation: 1, stage: 'chunks' })
    await writeLines(stack.ports.blobs, chunks, ['no chunk'])
    const post = (path: string, body: object) =>
      fetch(stack.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    expect((await post('/api/v2/upload/embed-again', { index: 'documents' })).status).toBe(202)
    await stack.quiet()
    expect(await settled(stack.url, id)).toMatchObject({ status: 'error', attempt: 2 })
    expect((await post('/api/v2/search/indexes/clear/documents', {})).status).toBe(200)
    await stack.quiet()
    expect(short(await removals()).filter((one) => !before.includes(one))).toContain('embedded once.txt 1 cleared')
  })

  test('the end of an upload tells its generation and attempt, by which a mirror orders it among removals', async () => {
    await upload('numbered.txt')
    const second = await upload('numbered.txt')
    await stack.quiet()
    const told = (await recordsOf('document.processed')).map((r) => documentProcessed.schema.parse(JSON.parse(bodyOf(r))))
    expect(told.filter((t) => t.upload_id === second)).toMatchObject([{ generation: 2, attempt: 1 }])
  })
})
