import { type FileHandle, open } from 'node:fs/promises'
import { ApiError, messageOf } from '../runtime/errors.ts'

export interface FlushBeside {
  /** Resolves when all that was committed before the call survives a power failure. Rejects with `unavailable` from the first failure on. */
  flushed(): Promise<void>
  close(): Promise<void>
}

/**
 * Flushes what SQLite has committed to `file` in WAL mode with synchronous = NORMAL, off the main thread. A commit appends to `<file>-wal`,
 * FULL would flush that there and then (sqlite.org/pragma.html#pragma_synchronous); checkpoints flush by themselves in either mode. Whoever asks
 * while a flush is under way shares the next one. A flush that failed may have lost what it was to write, and the next one would not tell: so
 * all of them fail until the file is opened anew.
 */
export function flushBeside(file: string): FlushBeside {
  let handle: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let failure: ApiError | undefined

  const flush = async () => {
    if (failure) throw failure
    try {
      // Windows flushes only what may be written.
      handle ??= open(`${file}-wal`, 'r+')
      await (await handle).datasync()
    } catch (cause) {
      failure = new ApiError('unavailable', `${file} cannot be flushed to its disk, restart the process: ${messageOf(cause)}`, { cause })
      throw failure
    }
  }
  const begin = () => {
    running = flush().finally(() => {
      running = undefined
    })
    return running
  }
  const afterRunning = async () => {
    await running?.catch(() => undefined)
    next = undefined
    return begin()
  }
  return {
    flushed: () => (running ? (next ??= afterRunning()) : begin()),
    async close() {
      await next?.catch(() => undefined)
      await running?.catch(() => undefined)
      await (await handle?.catch(() => undefined))?.close()
      handle = undefined
    },
  }
}
