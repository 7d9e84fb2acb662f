import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { tiffOf } from '../parse/testing/make-tiff.ts'
import { uploads } from '../uploads/service.ts'

const PDF = new URL('../../../demo/documents/evacuation-procedure.pdf', import.meta.url)

describe('pages as pictures', () => {
  let stack: EmbeddedStack
  let id: string
  let torn: string
  let text: string
  let fax: string
  const get = (path: string, headers: Record<string, string> = {}) => stack.app.inject({ url: `/api/v2/upload/${path}`, headers })

  beforeAll(async () => {
    stack = await embeddedStack([uploads])
    const bring = async (name: string, bytes: Uint8Array) => {
      const { uploadId } = await stack.ingest({ name, texts: ['x'] })
      await stack.ports.blobs.write(`other/raw/${uploadId}/${name}`, Buffer.from(bytes))
      return uploadId
    }
    id = await bring('plan.pdf', await readFile(PDF))
    torn = await bring('torn.pdf', Buffer.from('%PDF-1.7\nnothing'))
    const page = (shade: number) => ({ width: 40, height: 60, pixels: new Uint8Array(2400).fill(shade) })
    fax = await bring('fax.tiff', tiffOf([page(0), page(200)]))
    text = await bring('notes.txt', Buffer.from('%PDF-1.7 in name alone'))
  })
  afterAll(() => stack.dispose())

  it('gives a bounded picture in colour, and 304 to whoever has it', { timeout: 120_000 }, async () => {
    const reply = await get(`${id}/pages/1.png`)
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-cache',
    ])
    const png = reply.rawPayload
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const [width, height, colour] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
    expect([Math.max(width, height) <= 1600, height > width, colour]).toEqual([true, true, 2])
    const again = await get(`${id}/pages/1.png`, { 'if-none-match': String(reply.headers.etag) })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await get(`${id}/pages/2.png`)).headers.etag).not.toBe(reply.headers.etag)
  })

  it('tells where the words stand in it', { timeout: 120_000 }, async () => {
    const { words } = (await get(`${id}/pages/1/words`)).json() as { words: { text: string; box: number[] }[] }
    const at = words.findIndex(({ text }, i) => text === 'Emergency' && words[i + 2]?.text === 'procedure')
    expect(at).toBeGreaterThanOrEqual(0)
    for (const { box } of words) {
      expect(box.every((part) => part >= 0 && part <= 1)).toBe(true)
      expect(box[0]! < box[2]! && box[1]! < box[3]!).toBe(true)
    }
    const [first, second] = [words[at]!, words[at + 1]!]
    expect(first.box[2]! <= second.box[0]!).toBe(true)
  })

  it('draws each page of a TIFF, which has no words', { timeout: 120_000 }, async () => {
    const [first, second] = [await get(`${fax}/pages/1.png`), await get(`${fax}/pages/2.png`)]
    expect([first.statusCode, second.statusCode, second.headers['content-type']]).toEqual([200, 200, 'image/png'])
    expect([second.rawPayload.readUInt32BE(16), second.rawPayload.readUInt32BE(20), second.rawPayload[25]]).toEqual([40, 60, 2])
    expect(second.rawPayload).not.toEqual(first.rawPayload)
    expect((await get(`${fax}/pages/2/words`)).json()).toEqual({ words: [] })
  })

  it.each([
    ['a page that is not there', () => `${id}/pages/4.png`, 404, /3 pages/],
    ['a page of a TIFF that is not there', () => `${fax}/pages/3.png`, 404, /2 pages/],
    ['a file that cannot be opened', () => `${torn}/pages/1.png`, 404, /cannot be drawn/],
    ['another format', () => `${text}/pages/1.png`, 404, /PDF/],
    ['no page', () => `${id}/pages/0.png`, 400, /page/],
    ['no number', () => `${id}/pages/one/words`, 400, /page/],
    ['no such upload', () => '00000000-0000-4000-8000-000000000000/pages/1.png', 404, /no upload/],
  ])('refuses %s', { timeout: 120_000 }, async (_, path, status, message) => {
    const reply = await get(path())
    expect(reply.statusCode).toBe(status)
    expect(reply.json().error.message).toMatch(message)
  })
})
