import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { WorkError } from '../runtime/errors.ts'
import { artifactPath, readLines, readManyLines, writeLines } from './artifacts.ts'
import type { Blobs } from './blobs.ts'
import { filesystemBlobs } from './filesystem.ts'

let dir: string
let blobs: Blobs
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-artifacts-'))
  blobs = await filesystemBlobs({ dir, container: 'documents' })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const row = z.object({ n: z.number(), text: z.string() })

test('lines come back one by one, whatever stands in them', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => ({ n, text: `line\nbreak "quote" ü 漢 😀 \u2028 ${'x'.repeat(n % 90)}` }))
  const path = artifactPath({ document_id: 'd', generation: 3, stage: 'chunks' })
  expect(path).toBe('artifacts/d/3/chunks.ndjson')
  const written = await writeLines(blobs, path, rows)
  expect(written).toEqual({ path, bytes: Buffer.byteLength(await text(await blobs.read(path))) })
  expect(await Array.fromAsync(readLines(blobs, path, row))).toEqual(rows)
  const many = await Array.fromAsync(readManyLines(blobs, path, row))
  expect(many.flat()).toEqual(rows)
  expect(many.length).toBeLessThan(50)
})

test('the first line may have a schema of its own', async () => {
  await writeLines(blobs, 'a', [{ head: true }, { n: 1, text: 'x' }])
  const head = z.object({ head: z.boolean() })
  const lines = readLines<z.output<typeof head> | z.output<typeof row>>(blobs, 'a', (line) => (line === 0 ? head : row))
  expect(await Array.fromAsync(lines)).toEqual([{ head: true }, { n: 1, text: 'x' }])
})

test('damaged, over-long and absent artifacts are told apart', async () => {
  await blobs.write('damaged', Buffer.from('{"n":1,"text":"x"}\n{"n":1,"te'))
  await expect(Array.fromAsync(readLines(blobs, 'damaged', row))).rejects.toMatchObject({ code: 'storage_failed', retryable: false })
  await expect(Array.fromAsync(readManyLines(blobs, 'damaged', row))).rejects.toMatchObject({ message: 'Line 2 of damaged is damaged.' })
  await blobs.write('long', Buffer.from(`"${'x'.repeat(100_000)}"\n`))
  await expect(Array.fromAsync(readLines(blobs, 'long', z.string(), { maxLine: 10_000 }))).rejects.toMatchObject({ code: 'too_large' })
  await expect(Array.fromAsync(readLines(blobs, '../absent', row))).rejects.toMatchObject({ code: 'storage_failed', retryable: false })
  await expect(Array.fromAsync(readLines(blobs, 'absent', row))).rejects.toMatchObject({ code: 'storage_failed', retryable: false })
})

test('storage trouble is named and tried again, what the values throw is not renamed', async () => {
  const full = async function* () {
    yield { n: 1 }
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  await expect(writeLines(blobs, 'full', full())).rejects.toMatchObject({ name: 'WorkError', code: 'storage_failed', retryable: true })
  const failing = async function* () {
    yield { n: 1 }
    throw new WorkError('empty', 'nothing')
  }
  await expect(writeLines(blobs, 'full', failing())).rejects.toMatchObject({ code: 'empty' })
  expect(await blobs.stat('full')).toBeUndefined()
})

test('leaving early closes the file', async () => {
  await writeLines(
    blobs,
    'rows',
    Array.from({ length: 50_000 }, (_, n) => ({ n, text: 'x' })),
  )
  let seen = 0
  for await (const _ of readLines(blobs, 'rows', row)) if (++seen === 2) break
  expect(seen).toBe(2)
})
