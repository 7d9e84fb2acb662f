import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifactPath, writeLines } from '../../../kernel/blobs/artifacts.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Block, Chunk } from '../../../schemas/artifacts.ts'
import { documentReceived } from '../../../schemas/document.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { uploads } from '../uploads/service.ts'
import { attachment } from './text-routes.ts'

const TEXTS = ['Mill rules', 'Grind slowly. 😀', '| a | b |\n|---|---|\n| 1 | 2 |', 'The end.']
const WHOLE = TEXTS.join('\n\n')
const TYPES = ['heading', 'paragraph', 'table', 'paragraph'] as const
const NAME = 'we"ird; näme\u202Egpj.txt'

const blocks: Block[] = TEXTS.map((text, i) => ({
  type: TYPES[i]!,
  text,
  start: TEXTS.slice(0, i).reduce((sum, t) => sum + t.length + 2, 0),
  page: i + 1,
  ...(i === 0 ? { level: 1 } : {}),
}))
const chunk = (i: number, char_start: number, char_end: number): Chunk => ({
  id: nameId('chunk', 'text-routes', i),
  chunk_index: i,
  text: WHOLE.slice(char_start, char_end),
  prefix: '',
  char_start,
  char_end,
  page_number: i + 1,
  section: i === 0 ? null : 'Mill rules',
  part: null,
  block_id: `b${i}`,
  speaker: null,
  timestamp: null,
  tokens: 5,
})
const chunks = [chunk(0, 0, 20), chunk(1, 12, 50), chunk(2, 58, WHOLE.length)]

describe('what an upload holds', () => {
  let stack: EmbeddedStack
  let id: string
  let documentId: string
  const get = (path: string) => stack.app.inject(`/api/v2/upload/${path}`)

  beforeAll(async () => {
    stack = await embeddedStack([uploads])
    ;({ uploadId: id, documentId } = await stack.ingest({ name: NAME, texts: ['x'] }))
    const subject = { document_id: documentId, generation: 1 }
    const header = { format: 'millrace.parsed.v1', reader: 'test', pages: 4, characters: WHOLE.length, warnings: [] }
    await writeLines(stack.ports.blobs, artifactPath({ ...subject, stage: 'parsed' }), [header, ...blocks])
    await writeLines(stack.ports.blobs, artifactPath({ ...subject, stage: 'chunks' }), chunks)
    await stack.ports.blobs.write(`other/raw/${id}/${NAME}`, Buffer.from('raw bytes <script>'))
  })
  afterAll(() => stack.dispose())

  it('gives the whole text with its blocks and the places of its chunks', async () => {
    const { statusCode, ...reply } = await get(`${id}/text`)
    const body = reply.json()
    expect([statusCode, body.text, body.characters, body.pages, body.from]).toEqual([200, WHOLE, WHOLE.length, 4, 0])
    for (const [i, block] of body.blocks.entries()) expect([block.type, WHOLE.slice(block.start, block.end)]).toEqual([TYPES[i], TEXTS[i]])
    expect(body.chunks.map((c: Chunk) => [c.id, c.chunk_index, c.char_start, c.char_end, c.page_number, c.section])).toEqual(
      chunks.map((c) => [c.id, c.chunk_index, c.char_start, c.char_end, c.page_number, c.section]),
    )
    expect(body.chunks[0]).not.toHaveProperty('text')
  })

  it('joins to the same text whatever the range, also in the middle of a character', async () => {
    for (const length of [1, 3, 7, 13, 1000]) {
      let text = ''
      for (let from = 0; from < WHOLE.length; from += length) text += (await get(`${id}/text?from=${from}&length=${length}`)).json().text
      expect([length, text === WHOLE]).toEqual([length, true])
    }
  })

  it('names the blocks and chunks that reach into a range, and no other', async () => {
    for (const [from, length] of [
      [0, 1],
      [11, 1],
      [15, 10],
      [50, 8],
      [56, 40],
      [WHOLE.length, 5],
      [10_000, 5],
    ] as const) {
      const body = (await get(`${id}/text?from=${from}&length=${length}`)).json()
      const into = (start: number, end: number) => start < from + length && end > from
      expect([from, body.blocks.map((b: { start: number }) => b.start)]).toEqual([
        from,
        blocks.filter((b) => into(b.start, b.start + b.text.length)).map((b) => b.start),
      ])
      expect([from, body.chunks.map((c: Chunk) => c.chunk_index)]).toEqual([
        from,
        chunks.filter((c) => into(c.char_start, c.char_end)).map((c) => c.chunk_index),
      ])
      expect([from, body.text]).toEqual([from, WHOLE.slice(from, from + length)])
    }
  })

  it('begins at a chunk when asked to, and knows when there is none', async () => {
    expect((await get(`${id}/text?chunk_index=2&length=5`)).json()).toMatchObject({ from: 58, text: WHOLE.slice(58, 63) })
    expect((await get(`${id}/text?chunk_index=3`)).statusCode).toBe(404)
  })

  it.each(['from=-1', 'length=0', 'length=200001', 'from=x', 'chunk_index=1.5'])('%s is 400', async (query) => {
    expect((await get(`${id}/text?${query}`)).statusCode).toBe(400)
  })

  it('is 409 before the text was read, 404 where there will be none', async () => {
    const file = { ...subjectFile('waiting.txt') }
    const waiting = { upload_id: crypto.randomUUID(), document_id: crypto.randomUUID(), generation: 1, attempt: 1 }
    const kept = { ...waiting, upload_id: crypto.randomUUID(), document_id: crypto.randomUUID() }
    await stack.publish([
      documentReceived.make({ ...waiting, file, process_mode: 'async', process: true, message: '' }),
      documentReceived.make({ ...kept, file, process_mode: 'upload_only', process: false, message: '' }),
    ])
    const early = await get(`${waiting.upload_id}/text`)
    expect([early.statusCode, early.json().error.code]).toEqual([409, 'conflict'])
    expect((await get(`${kept.upload_id}/text`)).statusCode).toBe(404)
    expect((await get(`${kept.upload_id}/file`)).statusCode).toBe(404)
    expect((await get(`${crypto.randomUUID()}/text`)).statusCode).toBe(404)
  })

  it('gives the bytes as a download under a name that cannot leave its header', async () => {
    const reply = await get(`${id}/file`)
    expect([reply.statusCode, reply.body]).toEqual([200, 'raw bytes <script>'])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-length': '18',
      'content-disposition': `attachment; filename="we_ird; n_megpj.txt"; filename*=UTF-8''we%22ird%3B%20n%C3%A4megpj.txt`,
    })
    const head = await stack.app.inject({ method: 'HEAD', url: `/api/v2/upload/${id}/file` })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '18'])
  })
})

it('an attachment has one line of ASCII, whatever the name', () => {
  for (const name of ['a\r\nX-Evil: 1.txt', '\ud800.txt', '"; filename="b', '\u202e', '文書.pdf', "it's (1)*.txt"]) {
    const header = attachment(name)
    expect(header).toMatch(/^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w%.~-]+$/)
  }
})

const subjectFile = (name: string) => ({
  index: 'documents',
  source_file: name,
  file_type: 'txt',
  size_bytes: 1,
  content_type: 'text/plain',
  blob: `other/raw/none/${name}`,
  metadata: { title: name, doc_type: 'note' },
  received_at: new Date().toISOString(),
})
