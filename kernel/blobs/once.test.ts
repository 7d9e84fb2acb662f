import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Blobs } from './blobs.ts'
import { filesystemBlobs } from './filesystem.ts'
import { once, onceIn } from './once.ts'

let dir: string
let blobs: Blobs
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-once-'))
  blobs = await filesystemBlobs({ dir, container: 'documents' })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('what was made under a key is made once, whoever asks later; what failed is made again', async () => {
  let calls = 0
  const make = async () => {
    if (++calls === 1) throw new Error('busy')
    return { text: `call ${calls}` }
  }
  const ask = (key: string) => once(onceIn(blobs, 'artifacts/d/1/recognised'), key, z.object({ text: z.string() }), make)
  await expect(ask('1')).rejects.toThrow('busy')
  expect([await ask('1'), await ask('1'), await ask('2')]).toEqual([{ text: 'call 2' }, { text: 'call 2' }, { text: 'call 3' }])
  await blobs.removeFolder('artifacts/d/1')
  expect(await ask('1')).toEqual({ text: 'call 4' })
})

test('what is kept and does not fit is told, not made once more', async () => {
  const store = onceIn(blobs, 'folder')
  await once(store, 'key', z.string(), async () => 'text')
  await expect(once(store, 'key', z.number(), async () => 1)).rejects.toMatchObject({ code: 'storage_failed', retryable: false })
})
