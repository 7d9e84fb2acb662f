import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import { readUpload } from './multipart.ts'
import { releaseReceived } from './received-memory.ts'

const received = (bytes: number) => new Uint8Array(bytes)

it('gives back the memory of a piece once the next one is done with', () => {
  const release = releaseReceived()
  const [first, second] = [received(10_000), received(10_000)]
  release(first)
  expect(first.byteLength).toBe(10_000)
  release(second)
  expect([first.byteLength, second.byteLength]).toEqual([0, 10_000])
})

it('keeps memory of which several pieces are made until all of them are done with', () => {
  const release = releaseReceived()
  const memory = new ArrayBuffer(10_000)
  const [whole, rest] = [new Uint8Array(memory, 0, 9_000), new Uint8Array(memory, 9_000)]
  release(whole)
  release(rest)
  expect([whole.byteLength, rest.byteLength]).toEqual([9_000, 1_000])
  release(received(10_000))
  expect(memory.detached).toBe(true)
})

it('leaves the pool of small buffers to its other users', () => {
  const release = releaseReceived()
  const pooled = Buffer.from('a few bytes from the pool')
  for (const piece of [received(10_000), pooled, received(10_000), pooled, received(10_000)]) release(piece)
  expect(pooled.toString()).toBe('a few bytes from the pool')
})

it('a file arrives whole, wherever its pieces end in what looks like the beginning of the boundary', async () => {
  const { app } = await testApp()
  let stored = Buffer.alloc(0)
  app.post('/up', { config: { access: 'open' } }, async (request) => {
    const { file } = await readUpload(request, {
      maxFileBytes: 1e6,
      async onFile(stream, { release }) {
        const copies: Buffer[] = []
        for await (const piece of stream) {
          copies.push(Buffer.from(piece))
          release(piece)
        }
        stored = Buffer.concat(copies)
      },
    })
    return { bytes: file?.bytes }
  })
  const boundary = `${'-'.repeat(24)}d74496d66958873e`
  const beginning = fc.integer({ min: 1, max: boundary.length + 3 }).map((n) => `\r\n--${boundary}`.slice(0, n))
  const pieces = fc.array(fc.oneof(beginning, fc.constantFrom('x'.repeat(70_000), 'x'.repeat(5_000), ' end of the line ', '\r', '-')), {
    minLength: 1,
    maxLength: 12,
  })
  try {
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        fc.pre(!texts.join('').includes(`\r\n--${boundary}`))
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
        const payload = Readable.from([head, ...texts, `\r\n--${boundary}--\r\n`].map((text) => new Uint8Array(Buffer.from(text))))
        const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
        const reply = await app.inject({ method: 'POST', url: '/up', payload, headers })
        expect([reply.statusCode, reply.json()]).toEqual([200, { bytes: texts.join('').length }])
        expect(stored.equals(Buffer.from(texts.join('')))).toBe(true)
      }),
      { numRuns: 300 },
    )
  } finally {
    await app.close()
  }
})
