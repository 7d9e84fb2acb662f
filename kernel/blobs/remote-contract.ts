import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const MEGABYTE = 1024 * 1024

export interface OpenedStore {
  readonly blobs: Blobs
  /** Where local copies lie: `<dir>/blob-copies`. */
  readonly dir: string
  /** Removes the container behind the adapter's back. */
  drop(): Promise<void>
  /** Writes a blob with notes behind the adapter's back. */
  note(path: string, text: string, metadata: Record<string, string>): Promise<void>
  close(): Promise<void>
}

/** What every adapter of the blob port does whose store is on a network, with `part` bytes a request. `open` gives a container of its own. */
export function remoteBlobsContract(name: string, part: number, open: () => Promise<OpenedStore>): void {
  describe(`blobs on a network: ${name}`, () => {
    let store: OpenedStore
    let blobs: Blobs
    beforeAll(async () => {
      store = await open()
      blobs = store.blobs
    })
    afterAll(() => store.close())

    const pattern = (bytes: number) => Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, i) => Math.imul(i, 2_654_435_761)).buffer)
    const inPieces = async function* (body: Buffer, size: number) {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    }

    test('bodies of many parts come back as they were, at every border', async () => {
      for (const [bytes, piece] of [
        [part, 64 * 1024],
        [part + 4, MEGABYTE],
        [6 * part + 12, part + MEGABYTE + 1],
      ] as const) {
        const body = pattern(bytes)
        expect(await blobs.write('large.bin', inPieces(body, piece))).toEqual({ path: 'large.bin', bytes })
        expect((await buffer(await blobs.read('large.bin'))).equals(body)).toBe(true)
      }
    })

    test('a large body that fails late shows nothing, and an older blob stays', async () => {
      const failing = async function* () {
        yield* inPieces(pattern(3 * part + MEGABYTE), MEGABYTE)
        throw new Error('the client left')
      }
      await expect(blobs.write('late/new.bin', failing())).rejects.toThrow('the client left')
      expect(await blobs.stat('late/new.bin')).toBeUndefined()
      expect(await Array.fromAsync(blobs.list('late'))).toEqual([])
      await blobs.write('late/old.bin', Buffer.from('old'))
      await expect(blobs.write('late/old.bin', failing())).rejects.toThrow('the client left')
      expect((await buffer(await blobs.read('late/old.bin'))).toString()).toBe('old')
    })

    test('a body waits for the store instead of filling the memory', async () => {
      let ahead = 0
      const body = async function* () {
        for (let i = 0; i < 60; i++) {
          // Only what is still held counts, not what waits to be collected.
          collectGarbage()
          ahead = Math.max(ahead, process.memoryUsage().arrayBuffers)
          yield Buffer.alloc(MEGABYTE, i)
        }
      }
      collectGarbage()
      const before = process.memoryUsage().arrayBuffers
      await blobs.write('sixty.bin', body())
      expect(await blobs.stat('sixty.bin')).toEqual({ path: 'sixty.bin', bytes: 60 * MEGABYTE })
      expect(ahead - before).toBeLessThan(45 * MEGABYTE)
    })

    test('a copy for child processes goes with dispose', async () => {
      await blobs.write('copy.bin', pattern(MEGABYTE))
      const local = await blobs.localFile('copy.bin')
      expect((await readFile(local.path)).equals(pattern(MEGABYTE))).toBe(true)
      expect(await readdir(join(store.dir, 'blob-copies'))).toHaveLength(1)
      await local.dispose()
      await expect(blobs.localFile('absent')).rejects.toMatchObject({ code: 'not_found' })
      expect(await readdir(join(store.dir, 'blob-copies'))).toEqual([])
    })

    test('what the uploader noted at the blob can be read', async () => {
      await store.note('noted.txt', 'x', { doc_type: 'policy' })
      expect(await blobs.metadata?.('noted.txt')).toEqual({ doc_type: 'policy' })
      expect(await blobs.metadata?.('absent.txt')).toBeUndefined()
    })

    test('a write that has not seen the latest state changes nothing', async () => {
      const conditional = blobs.conditional!
      const first = await conditional.write('state', Buffer.from('1'), undefined)
      expect(first).toBeDefined()
      expect(await conditional.write('state', Buffer.from('other'), undefined)).toBeUndefined()
      expect(await conditional.read('state', 100, first)).toBe('unchanged')
      const second = await conditional.write('state', Buffer.from('2'), first)
      expect(await conditional.write('state', Buffer.from('late'), first)).toBeUndefined()
      expect(await conditional.read('state', 100, first)).toEqual({ bytes: Buffer.from('2'), etag: second })
      expect(await conditional.read('absent', 100)).toBeUndefined()
      await expect(conditional.read('sixty.bin', 100)).rejects.toMatchObject({ code: 'invalid_request' })
      expect(await conditional.write('gone', Buffer.from('x'), first)).toBeUndefined()
    })

    test('a container that was removed is made again by the next write; until then it is diagnosed', async () => {
      const own = await open()
      await own.blobs.ping()
      await own.drop()
      await expect(own.blobs.ping()).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'container_missing' } })
      expect(await own.blobs.stat('a')).toBeUndefined()
      await expect(own.blobs.read('a')).rejects.toMatchObject({ code: 'not_found' })
      expect(await Array.fromAsync(own.blobs.list(''))).toEqual([])
      await own.blobs.write('a', Buffer.from('x'))
      await own.blobs.ping()
      for (const bytes of [10, part + 10]) {
        await own.drop()
        await own.blobs.write('b', inPieces(Buffer.alloc(bytes), MEGABYTE))
        expect(await own.blobs.stat('b')).toEqual({ path: 'b', bytes })
      }
      await own.close()
    })
  })
}
