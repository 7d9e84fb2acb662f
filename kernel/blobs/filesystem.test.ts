import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchedDisk } from '../store/watched-disk.fixture.ts'
import { blobPathOf, diskNames } from './blob-path.ts'
import { blobsContract } from './contract.ts'
import { filesystemBlobs } from './filesystem.ts'
import { withSmallBlobs } from './small-blobs.ts'

const temporary = () => mkdtemp(join(tmpdir(), 'millrace-blobs-'))
const remove = (dir: string) => rm(dir, { recursive: true, force: true })

blobsContract('filesystem', async () => {
  const dir = await temporary()
  return { blobs: await filesystemBlobs({ dir, container: 'documents' }), container: 'documents', close: () => remove(dir) }
})

blobsContract('filesystem with small blobs beside', async () => {
  const dir = await temporary()
  const files = await filesystemBlobs({ dir, container: 'documents' })
  const blobs = await withSmallBlobs(files, { dir, container: 'documents', isKept: () => true })
  const close = async () => {
    await blobs.close()
    await remove(dir)
  }
  return { blobs, container: 'documents', close }
})

let dir: string
beforeEach(async () => {
  dir = await temporary()
})
afterEach(() => remove(dir))
const unfinished = () => join(dir, 'blobs/documents/~unfinished')

test('a folder that is taken away under the process is told, and is no unknown fault', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  await remove(join(dir, 'blobs'))
  await expect(blobs.room!()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('put it back') })
})

test('every valid path has names of its own that a file system takes, and they lead back to it', () => {
  const segment = fc
    .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), fc.stringMatching(/^[~+A-F0-9./ ]{1,12}$/))
    .filter((s) => !/[/\\\0]/.test(s) && s !== '.' && s !== '..')
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
      const path = segments.join('/')
      fc.pre(path.length <= 1024)
      const names = diskNames(path)
      expect(names.every((n) => n !== '' && Buffer.byteLength(n) <= 255 && !/[/\\\0]|^\.\.?$/.test(n))).toBe(true)
      expect(names.some((n) => n === '~unfinished')).toBe(false)
      expect(blobPathOf(names)).toBe(path)
    }),
  )
})

test('leaves no unfinished file after a failure, and removes those of a crash', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  const full = async function* () {
    yield Buffer.alloc(10)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  await expect(blobs.write('a', full())).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  expect(await readdir(unfinished())).toEqual([])

  const minutesAgo = new Date(Date.now() - 120_000)
  for (const name of ['4194304999-dead', `${process.ppid}-alive`, `${process.pid}-same-number`]) {
    await writeFile(join(unfinished(), name), 'x')
    await utimes(join(unfinished(), name), minutesAgo, minutesAgo)
  }
  await writeFile(join(unfinished(), '4194304999-fresh'), 'x')
  await filesystemBlobs({ dir, container: 'documents' })
  expect((await readdir(unfinished())).sort()).toEqual(['4194304999-fresh', `${process.ppid}-alive`].sort())
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
})

test('a path below a blob, and a blob in the place of a folder, are conflicts', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  await blobs.write('a/b', Buffer.from('x'))
  await expect(blobs.write('a/b/c', Buffer.from('x'))).rejects.toMatchObject({ code: 'conflict' })
  await expect(blobs.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'conflict' })
  expect(await readdir(unfinished())).toEqual([])
})

test('removing everything keeps the container usable, and writing while a folder is removed succeeds', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  await blobs.write('x/y', Buffer.from('x'))
  await blobs.removeFolder('')
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
  for (let i = 0; i < 20; i++) await Promise.all([blobs.write('x/z', Buffer.from('z')), blobs.removeFolder('x')])
  await blobs.write('x/z', Buffer.from('z'))
  const { path } = await blobs.localFile('x/z')
  expect(await readFile(path, 'utf8')).toBe('z')
})

test('no empty folder stays of what was removed, and those beside it stay', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  const raw = join(dir, 'blobs/documents/pdf/raw')
  for (const path of ['pdf/raw/one/a.pdf', `pdf/raw/two/${'漢'.repeat(200)}`, 'pdf/raw/three/a.pdf', 'pdf/raw/three/b.pdf'])
    await blobs.write(path, Buffer.from(path))
  await blobs.remove('pdf/raw/one/a.pdf')
  await blobs.remove(`pdf/raw/two/${'漢'.repeat(200)}`)
  await blobs.remove('pdf/raw/three/a.pdf')
  expect(await readdir(raw)).toEqual(['three'])
  await blobs.removeFolder('pdf/raw/three/')
  expect(await readdir(join(dir, 'blobs/documents/pdf'))).toEqual([])
  for (const generation of [1, 2]) await blobs.write(`artifacts/document/${generation}/chunks`, Buffer.from('x'))
  await blobs.removeFolder('artifacts/document/1')
  expect(await readdir(join(dir, 'blobs/documents/artifacts/document'))).toEqual(['2'])
  await blobs.removeFolder('artifacts/document/2')
  expect(await readdir(join(dir, 'blobs/documents/artifacts'))).toEqual([])
  await blobs.write('alone', Buffer.from('x'))
  await blobs.remove('alone')
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
})

test('writing succeeds while another process removes the folder again and again', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  const remover = `const { rmdirSync } = require('node:fs')
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let i = 0; ; i++) { Atomics.wait(pause, 0, 0, i % 40 ? 0.5 : 40); try { rmdirSync(process.argv[1]) } catch {} }`
  const child = spawn(process.execPath, ['-e', remover, join(dir, 'blobs/documents/x')], { stdio: 'ignore' })
  try {
    await once(child, 'spawn')
    for (let i = 0; i < 500; i++) {
      await blobs.write('x/z', Buffer.from('z'))
      await blobs.remove('x/z')
    }
  } finally {
    child.kill('SIGKILL')
  }
})

test('tells in order which pieces it is done with, so that their memory can be given back while more come', async () => {
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  const pieces = Array.from({ length: 100 }, (_, i) => new Uint8Array(i % 3 === 0 ? 7 : 65_536).fill(i))
  const expected = Buffer.concat(pieces)
  const done: Uint8Array[] = []
  const onWritten = (piece: Uint8Array) => {
    done.push(piece)
    if (piece.buffer instanceof ArrayBuffer) piece.buffer.transfer(0)
  }
  async function* slowly() {
    for (const [i, piece] of pieces.entries()) {
      if (i % 25 === 0) await new Promise((resolve) => setImmediate(resolve))
      yield piece
    }
  }
  expect(await blobs.write('large.bin', slowly(), onWritten)).toEqual({ path: 'large.bin', bytes: expected.length })
  expect(Buffer.compare(await readFile(join(dir, 'blobs/documents/large.bin')), expected)).toBe(0)
  expect(done.length).toBe(pieces.length)
  expect(done.every((piece, i) => piece === pieces[i])).toBe(true)
})

test('a blob that grows becomes a file, and one that shrinks a row: the newest is read, listed once, and nothing is left of it', async () => {
  const files = await filesystemBlobs({ dir, container: 'documents' })
  const blobs = await withSmallBlobs(files, { dir, container: 'documents', isKept: (path) => path.startsWith('kept/') })
  try {
    for (const bytes of [10, 100_000, 20, 200_000, 30]) {
      await blobs.write('kept/a', Buffer.alloc(bytes, 'x'))
      expect(await blobs.stat('kept/a')).toEqual({ path: 'kept/a', bytes })
      expect((await buffer(await blobs.read('kept/a'))).byteLength).toBe(bytes)
      expect(await Array.fromAsync(blobs.list(''))).toEqual([{ path: 'kept/a', bytes }])
    }
    await blobs.write('beside', Buffer.from('small'))
    expect(await files.stat('beside')).toBeDefined()
    await blobs.remove('kept/a')
    expect(await Array.fromAsync(blobs.list(''))).toEqual([{ path: 'beside', bytes: 5 }])
  } finally {
    await blobs.close()
  }
})

test('small blobs outlast the process, and files of before are read beside them', async () => {
  const files = await filesystemBlobs({ dir, container: 'documents' })
  await files.write('kept/old', Buffer.from('a file'))
  const open = () => withSmallBlobs(files, { dir, container: 'documents', isKept: () => true })
  const first = await open()
  await Promise.all(Array.from({ length: 50 }, (_, n) => first.write(`kept/${n}`, Buffer.from(String(n)))))
  await first.close()
  const second = await open()
  expect(await text(await second.read('kept/49'))).toBe('49')
  expect(await text(await second.read('kept/old'))).toBe('a file')
  expect(await Array.fromAsync(second.list('kept'))).toHaveLength(51)
  await second.removeFolder('kept')
  expect(await Array.fromAsync(second.list(''))).toEqual([])
  await second.close()
})

test('a small blob that a process wrote and did not flush before it was killed is on the disk before the next process tells of it', async () => {
  const [left, wal] = [join(dir, 'left'), 'blobs/documents.db-wal']
  const files = await filesystemBlobs({ dir, container: 'documents' })
  const before = await withSmallBlobs(files, { dir, container: 'documents', isKept: () => true })
  await before.write('kept/a', Buffer.from('written'))
  await cp(join(dir, 'blobs'), join(left, 'blobs'), { recursive: true })
  await before.close()
  const written = await readFile(join(left, wal))
  const disk = await watchedDisk(join(left, wal))
  try {
    const next = await withSmallBlobs(files, { dir: left, container: 'documents', isKept: () => true })
    expect(disk.sure().subarray(0, written.length).equals(written)).toBe(true)
    expect(await text(await next.read('kept/a'))).toBe('written')
    await next.close()
  } finally {
    disk.restore()
  }
})
