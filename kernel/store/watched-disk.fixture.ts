import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/**
 * What a disk is sure to hold of a file: what stood there when the last flush that has ended was asked for. `idle`: turns of the event loop that
 * the next flush takes beside.
 */
export async function watchedDisk(file: string, idle: () => number = () => 0) {
  const any = await open(process.execPath)
  const handles: Pick<FileHandle, 'datasync'> = Object.getPrototypeOf(any)
  await any.close()
  let sure: Buffer = Buffer.alloc(0)
  const real = handles.datasync
  const spy = vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    const asked = readFileSync(file)
    await real.call(this)
    for (let turns = idle(); turns > 0; turns--) await turn()
    sure = asked
  })
  return { sure: () => sure, restore: () => spy.mockRestore() }
}
