import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { namedDiskError } from './disk-errors.ts'
import { removeLeftovers } from './leftovers.ts'

/** Copies of remote blobs under `<dir>/blob-copies`, for child processes. What crashed processes left there is removed first. */
export async function localCopies(dir: string): Promise<(source: Readable) => Promise<{ path: string; dispose(): Promise<void> }>> {
  const folder = resolve(dir, 'blob-copies')
  await mkdir(folder, { recursive: true })
  await removeLeftovers(folder)
  return async (source) => {
    const path = join(folder, `${process.pid}-${randomUUID()}`)
    const dispose = () => rm(path, { force: true })
    try {
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      await dispose()
      throw namedDiskError(error, path)
    }
    return { path, dispose }
  }
}
