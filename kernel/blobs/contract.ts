import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'

const paths = async (list: AsyncIterable<{ path: string }>) => (await Array.fromAsync(list)).map((b) => b.path).sort()

/**
 * What every adapter of the blob port does. `open` gives an empty container; `close` removes it. `pathBytes`: what the store takes at most
 * as a path, in bytes of UTF-8, where that is less than every valid path.
 */
export function blobsContract(
  name: string,
  open: () => Promise<{ blobs: Blobs; container: string; close(): Promise<void> }>,
  pathBytes = 4096,
): void {
  describe(`blobs: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>
    let blobs: Blobs
    beforeAll(async () => {
      opened = await open()
      blobs = opened.blobs
    })
    afterAll(() => opened.close())

    test('returns the bytes of a buffer, a stream and an iterable', async () => {
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
      const pieces = function* () {
        for (let i = 0; i < bytes.length; i += 70_001) yield bytes.subarray(i, i + 70_001)
      }
      const bodies = [bytes, Readable.from(pieces()), Readable.from(pieces()) as AsyncIterable<Uint8Array>]
      for (const [i, body] of bodies.entries()) {
        expect(await blobs.write(`bytes/${i}.bin`, body)).toEqual({ path: `bytes/${i}.bin`, bytes: bytes.length })
        expect((await buffer(await blobs.read(`bytes/${i}.bin`))).equals(bytes)).toBe(true)
      }
    })

    test('keeps an empty blob', async () => {
      await blobs.write('empty', new Uint8Array())
      expect(await blobs.stat('empty')).toEqual({ path: 'empty', bytes: 0 })
      expect(await text(await blobs.read('empty'))).toBe('')
    })

    test('overwrites', async () => {
      await blobs.write('twice.txt', Buffer.from('the first, longer text'))
      await blobs.write('twice.txt', Buffer.from('second'))
      expect(await text(await blobs.read('twice.txt'))).toBe('second')
    })

    test('a body that fails leaves what was there before', async () => {
      const failing = async function* () {
        yield Buffer.alloc(100_000, 'x')
        throw new Error('the client left')
      }
      await expect(blobs.write('fails/new.bin', failing())).rejects.toThrow('the client left')
      expect(await blobs.stat('fails/new.bin')).toBeUndefined()
      expect(await paths(blobs.list('fails'))).toEqual([])
      await blobs.write('fails/old.bin', Buffer.from('old'))
      await expect(blobs.write('fails/old.bin', failing())).rejects.toThrow('the client left')
      expect(await text(await blobs.read('fails/old.bin'))).toBe('old')
    })

    test('a stream that is destroyed half-way rejects', async () => {
      const stream = new Readable({ read() {} })
      stream.push(Buffer.alloc(1000))
      const written = blobs.write('aborted.bin', stream)
      stream.destroy()
      await expect(written).rejects.toThrow()
      expect(await blobs.stat('aborted.bin')).toBeUndefined()
    })

    test('an absent blob is not_found to read, undefined to stat, nothing to remove', async () => {
      await blobs.write('there/is.txt', Buffer.from('x'))
      for (const path of ['absent.txt', 'there', 'there/is.txt/below', 'no/such/folder']) {
        await expect(blobs.read(path)).rejects.toMatchObject({ code: 'not_found' })
        await expect(blobs.localFile(path)).rejects.toMatchObject({ code: 'not_found' })
        expect(await blobs.stat(path)).toBeUndefined()
        await blobs.remove(path)
      }
      expect(await blobs.stat('there/is.txt')).toBeDefined()
    })

    test('removes a blob, and a folder with all below it and nothing beside', async () => {
      for (const path of ['f/a', 'f/b/c', 'f/b/d', 'fa', 'g/f/a']) await blobs.write(path, Buffer.from(path))
      await blobs.remove('f/a')
      expect(await paths(blobs.list('f'))).toEqual(['f/b/c', 'f/b/d'])
      await blobs.removeFolder('f')
      await blobs.removeFolder('f')
      expect(await paths(blobs.list('f'))).toEqual([])
      expect(await blobs.stat('fa')).toBeDefined()
      expect(await blobs.stat('g/f/a')).toBeDefined()
    })

    test('lists sizes below a folder', async () => {
      await blobs.write('list/one', Buffer.alloc(1))
      await blobs.write('list/deep/two', Buffer.alloc(2))
      const found = await Array.fromAsync(blobs.list('list/'))
      expect(found.sort((a, b) => a.bytes - b.bytes)).toEqual([
        { path: 'list/one', bytes: 1 },
        { path: 'list/deep/two', bytes: 2 },
      ])
      expect(await paths(blobs.list(''))).toContain('list/deep/two')
    })

    test('odd and long names come back as they were', async () => {
      const odd = [
        'a b.txt',
        'Größe~1%20#?.pdf',
        '‮rtl',
        'e\u0301',
        '\u00e9',
        'con.txt',
        'tail.',
        '漢'.repeat(200),
        'x'.repeat(255),
        'a:b|c*"<>',
      ]
      const named = odd.map((segment) => [`odd/${segment}/${segment}`, segment] as const)
      const [long, fitting] = [named, named].map((all, i) => all.filter(([path]) => Buffer.byteLength(path) <= pathBytes === (i === 1)))
      for (const [path, segment] of fitting!) await blobs.write(path, Buffer.from(segment))
      expect(await paths(blobs.list('odd'))).toEqual(fitting!.map(([path]) => path).sort())
      for (const [path, segment] of fitting!) expect(await text(await blobs.read(path))).toBe(segment)
      for (const [path] of long!) await expect(blobs.write(path, Buffer.from('x'))).rejects.toMatchObject({ code: 'invalid_request' })
    })

    test('refuses paths that could leave the container', async () => {
      const bad = [
        '',
        '/etc/passwd',
        '../x',
        'a/../../x',
        'a//b',
        './a',
        'a/.',
        'a\\..\\b',
        'nul\0byte',
        'x/',
        '\ud800',
        `${'y/'.repeat(600)}z`,
      ]
      for (const path of bad) {
        await expect(blobs.write(path, Buffer.from('x')), path).rejects.toMatchObject({ code: 'invalid_request' })
        await expect(blobs.read(path), path).rejects.toMatchObject({ code: 'invalid_request' })
      }
    })

    test('a local file has the bytes', async () => {
      await blobs.write('local/file.txt', Buffer.from('local'))
      const { readFile } = await import('node:fs/promises')
      const local = await blobs.localFile('local/file.txt')
      expect(await readFile(local.path, 'utf8')).toBe('local')
      await local.dispose()
      expect(await text(await blobs.read('local/file.txt'))).toBe('local')
    })

    test('the address names container and path', () => {
      expect(blobs.url('pdf/raw/a.pdf')).toContain(`${opened.container}/pdf/raw/a.pdf`)
    })

    test('answers', () => blobs.ping())

    test('simultaneous writes of one path leave one of them whole', async () => {
      const bodies = Array.from({ length: 8 }, (_, i) => Buffer.alloc(50_000, String(i)))
      await Promise.all(bodies.map((body) => blobs.write('race.bin', body)))
      const got = await buffer(await blobs.read('race.bin'))
      expect(bodies.some((body) => body.equals(got))).toBe(true)
    })
  })
}
