import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { isAway } from '../runtime/errors.ts'
import { localCopies } from './local-copy.ts'

test('a copy for which the disk has no room is one to wait for, and leaves nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-copies-'))
  try {
    const copy = await localCopies(dir)
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const source = new Readable({
      read() {
        this.destroy(full)
      },
    })
    const failed = await copy(source).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'storage_full', cause: full })
    expect(isAway(failed)).toBe(true)
    expect(await readdir(join(dir, 'blob-copies'))).toEqual([])
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
