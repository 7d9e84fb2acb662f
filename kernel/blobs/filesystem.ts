import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ApiError, codeOf } from '../runtime/errors.ts'
import { blobPathOf, diskNames } from './blob-path.ts'
import type { BlobInfo, Blobs } from './blobs.ts'
import { namedDiskError } from './disk-errors.ts'
import { removeLeftovers } from './leftovers.ts'
import { writeNewFile } from './write-new-file.ts'

/** Folder of unfinished writes; no blob path leads there, because `~` in a path is escaped. */
const UNFINISHED = '~unfinished'

/** More than what is left of a disk on which nothing larger fits. */
const PROBE = new Uint8Array(65_536)

/** A writer that loses this long against removals of its folder has met something else than chance. */
const MOST_LOSING_MS = 5000

const absent = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
const notFound = (path: string, cause?: unknown) => new ApiError('not_found', 'there is no such blob', { details: { path }, cause })

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does it again while others' removals take away a folder that it goes through, between two of its steps. */
async function despiteRemovals<T>(action: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + MOST_LOSING_MS; ; ) {
    try {
      return await action()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || performance.now() > end) throw error
    }
  }
}

/** Creates a folder and makes the names of the new ones durable. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let created = folder; created.length >= first.length; created = dirname(created)) await syncFolder(dirname(created))
}

/**
 * Takes away the folders from one that a removal may have emptied up to one above it, as far as nothing is in them: a folder for each
 * upload that ever was would fill the disk's table of files.
 */
async function removeEmptied(folder: string, upTo: string): Promise<void> {
  for (let empty = folder; empty.length >= upTo.length; empty = dirname(empty)) {
    const gone = await rmdir(empty).then(
      () => true,
      () => false,
    )
    if (!gone) return
  }
}

/** Rejects when a small file cannot be written, as on a disk that is full or read-only. */
async function tryWrite(file: string): Promise<void> {
  try {
    await writeFile(file, PROBE, { flag: 'wx' })
  } finally {
    await rm(file, { force: true })
  }
}

/** What may be used by everyone; undefined where the file system does not tell. */
async function roomOf(folder: string): Promise<{ free: number; total: number } | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder).catch((cause) => {
    if (!absent(cause)) throw namedDiskError(cause, folder)
    const gone = 'the folder of the files is gone: put it back, or start the process again for an empty one'
    throw new ApiError('unavailable', gone, { headers: { 'retry-after': '30' }, cause })
  })
  return blocks > 0 ? { free: bavail * bsize, total: blocks * bsize } : undefined
}

async function* filesUnder(root: string, names: readonly string[]): AsyncIterable<BlobInfo> {
  let entries: Dirent[]
  try {
    entries = await Array.fromAsync(await opendir(join(root, ...names)))
  } catch (error) {
    if (absent(error)) return
    throw error
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = [...names, entry.name]
    if (entry.isDirectory() && entry.name !== UNFINISHED) yield* filesUnder(root, inner)
    if (!entry.isFile()) continue
    const info = await stat(join(root, ...inner)).catch(() => undefined)
    if (info) yield { path: blobPathOf(inner), bytes: info.size }
  }
}

/** Renames a finished file to its place and makes its name durable. A folder that a removal took away meanwhile is made again. */
async function publish(unfinished: string, file: string): Promise<void> {
  await despiteRemovals(async () => {
    await makeFolder(dirname(file))
    await rename(unfinished, file)
  })
  await syncFolder(dirname(file)).catch((error: unknown) => {
    // Written and then removed by someone else before the name was synced: that is the later state.
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/**
 * Blobs as files under `<dir>/blobs/<container>`. A write goes to a file beside, is flushed to the disk and then renamed, so that
 * a reader or a crash sees the old bytes or the new ones. Errors: ApiError not_found, storage_full, conflict (a folder has this
 * path), invalid_request (path).
 */
export async function filesystemBlobs(options: { dir: string; container: string }): Promise<Blobs> {
  const root = resolve(options.dir, 'blobs', options.container)
  const unfinishedFolder = join(root, UNFINISHED)
  await makeFolder(unfinishedFolder)
  await removeLeftovers(unfinishedFolder)
  const fileOf = (path: string) => join(root, ...diskNames(path))
  /** The folder that a blob or a folder lies in; undefined for the container itself. */
  const folderOf = (path: string) => (path.includes('/') ? fileOf(path.slice(0, path.lastIndexOf('/'))) : undefined)
  const folderNames = (prefix: string) => (prefix === '' ? [] : diskNames(prefix.replace(/\/$/, '')))

  const statFile = async (path: string): Promise<BlobInfo | undefined> => {
    try {
      const info = await stat(fileOf(path))
      return info.isFile() ? { path, bytes: info.size } : undefined
    } catch (error) {
      if (absent(error)) return undefined
      throw namedDiskError(error, path)
    }
  }

  return {
    kind: 'filesystem',
    async write(path, body, onWritten) {
      const file = fileOf(path)
      const unfinished = join(unfinishedFolder, `${process.pid}-${randomUUID()}`)
      try {
        // A new folder's name is flushed beside the bytes; `publish` makes it again where a removal takes it away in between.
        const alongside = () => despiteRemovals(() => makeFolder(dirname(file)))
        const bytes = await writeNewFile(unfinished, body instanceof Uint8Array ? [body] : body, { alongside, onWritten })
        await publish(unfinished, file)
        return { path, bytes }
      } catch (error) {
        await rm(unfinished, { force: true })
        throw namedDiskError(error, path)
      }
    },
    async read(path) {
      if (!(await statFile(path))) throw notFound(path)
      try {
        const handle = await open(fileOf(path), 'r')
        return handle.createReadStream()
      } catch (error) {
        throw absent(error) ? notFound(path, error) : namedDiskError(error, path)
      }
    },
    async localFile(path) {
      if (!(await statFile(path))) throw notFound(path)
      return { path: fileOf(path), dispose: async () => {} }
    },
    stat: statFile,
    async remove(path) {
      try {
        const file = fileOf(path)
        if (!(await statFile(path))) return
        await rm(file, { force: true })
        const folder = folderOf(path)
        if (folder) await removeEmptied(dirname(file), folder)
      } catch (error) {
        throw namedDiskError(error, path)
      }
    },
    async removeFolder(prefix) {
      const names = folderNames(prefix)
      const found = names.length > 0 && (await stat(join(root, ...names)).catch(() => undefined))
      if (found !== false && found?.isDirectory()) {
        await rm(join(root, ...names), { recursive: true, force: true, maxRetries: 3 })
        const folder = folderOf(prefix.replace(/\/$/, ''))
        if (folder) await removeEmptied(folder, folder)
      }
      if (names.length > 0) return
      for (const name of await readdir(root)) if (name !== UNFINISHED) await rm(join(root, name), { recursive: true, force: true })
    },
    list: (prefix) => filesUnder(root, folderNames(prefix)),
    url: (path) => `blob:${options.container}/${path}`,
    ping: () => tryWrite(join(unfinishedFolder, `${process.pid}-${randomUUID()}`)),
    room: () => roomOf(root),
    ensureContainer: () => makeFolder(unfinishedFolder),
  }
}
