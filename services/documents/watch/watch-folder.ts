import { realpath } from 'node:fs/promises'
import { claimsOf } from '../../../kernel/claims/claims.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError, isAway, messageOf } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { findUpload } from '../status/read-uploads.ts'
import { deleteUpload } from '../uploads/control.ts'
import { bringInFile } from './bring-in-file.ts'
import { type FoundFile, overlap, readFolder, reasonOf } from './read-folder.ts'
import { watchSection } from './watch-section.ts'
import { forgetWatched, noteWatched, type WatchedFile, watchedFiles } from './watched-files.ts'

const LOOK_EVERY_MS = 2_000
/** An edge that gives no sign for so long is taken for dead, and another one watches. */
const LEASE_MS = 15_000
const SIGN_EVERY_MS = 5_000
const LATER_MS = 30_000

/** What rows of the folder stand under; the same for every edge that is given the same path. */
export const folderKey = (path: string): string => nameId('watched-folder', path)

/** The folder as the system knows it. Error that names WATCH_DIR where there is none, or where the platform keeps its own files there. */
export async function watchedFolder(path: string, dataDir: string): Promise<string> {
  const [folder, own] = await Promise.all([realpath(path).catch(() => undefined), realpath(dataDir).catch(() => dataDir)])
  if (!folder) throw new Error(`WATCH_DIR: there is no folder ${path}`)
  if (overlap(folder, own)) throw new Error('WATCH_DIR: the platform keeps its own files in DATA_DIR; give a folder beside it')
  return folder
}

/**
 * Looks through a folder: what is new or changed since the look before the last, and has stood still since the last one, becomes an
 * upload; what is gone is removed where that is set. One edge of several looks at a time.
 */
export function folderWatch(ctx: EdgeContext, root: string): { look(): Promise<void> } {
  const { ports, log } = ctx
  const { database } = ports
  const folder = folderKey(root)
  const claims = claimsOf({ database, tables: database.tables(), clock: ports.clock, scope: 'watched-folder', leaseMs: LEASE_MS })
  let before = new Map<string, string>()
  let mine = false
  const told = new Map<string, string>()
  /** By path: when what failed for a passing reason is tried again. */
  const later = new Map<string, number>()

  async function look(): Promise<void> {
    mine = mine ? (await claims.renew([folder])).has(folder) : (await claims.take(folder)).mine
    if (!mine) {
      before = new Map()
      return
    }
    const signs = setInterval(() => void claims.renew([folder]).catch(() => undefined), SIGN_EVERY_MS)
    try {
      await lookThrough()
    } finally {
      clearInterval(signs)
    }
  }

  async function lookThrough(): Promise<void> {
    const { files, problems } = await readFolder(root)
    const known = new Map((await watchedFiles(database, folder)).map((row) => [row.path, row]))
    for (const file of files) {
      const row = known.get(file.path)
      // an empty file is one that nobody has begun to write
      if (file.bytes === 0 || before.get(file.path) !== file.signature || row?.signature === file.signature) continue
      await take(file, row)
    }
    before = new Map(files.map(({ path, signature }) => [path, signature]))
    for (const [path, problem] of problems) await tell(path, problem, known.get(path))
    for (const row of known.values()) if (!before.has(row.path) && !isHidden(row.path, problems)) await leave(row)
  }

  async function take(file: FoundFile, row: WatchedFile | undefined): Promise<void> {
    const { path, signature } = file
    if ((later.get(path) ?? 0) > ports.clock.now()) return
    try {
      const upload_id = await bringInFile(ctx, folder, file, row?.upload_id ?? null)
      later.delete(path)
      if (upload_id === undefined) return
      await noteWatched(database, { folder, path, signature, upload_id, problem: null })
      log.info({ path, upload_id }, 'a file of the watched folder was brought in')
    } catch (error) {
      // what is away, or full, is looked for again; what is wrong with the file is so until it changes
      const passing = error instanceof ApiError ? error.status >= 500 || isAway(error) : true
      const problem = error instanceof ApiError ? error.message : reasonOf(error)
      if (passing) {
        later.set(path, ports.clock.now() + LATER_MS)
        return tell(path, problem, row)
      }
      await noteWatched(database, { folder, path, signature, upload_id: row?.upload_id ?? null, problem })
      log.warn({ path, problem }, 'a file of the watched folder cannot be brought in')
    }
  }

  /** Once, until it is another problem. It stands in the table with no signature, so that the file is taken when it can be. */
  async function tell(path: string, problem: string, row: WatchedFile | undefined): Promise<void> {
    if (row?.problem !== problem) await noteWatched(database, { folder, path, signature: '', upload_id: row?.upload_id ?? null, problem })
    if (told.get(path) === problem) return
    told.set(path, problem)
    log.warn({ path, problem }, 'a file of the watched folder cannot be brought in')
  }

  /** The file is gone. */
  async function leave(row: WatchedFile): Promise<void> {
    const state = row.upload_id === null ? undefined : await findUpload(database, row.upload_id)
    const removes = sectionOf(ports.config, watchSection).deleted === 'remove'
    if (state && removes) await deleteUpload(ctx, state, { requestId: 'watched-folder', actor: 'the watched folder' })
    await forgetWatched(database, row)
    told.delete(row.path)
    if (state) log.info({ path: row.path, upload_id: row.upload_id, removed: removes }, 'a file left the watched folder')
  }

  return { look }
}

/** Whether the path, or a folder above it, could not be read: then it is not known to be gone. */
const isHidden = (path: string, problems: ReadonlyMap<string, string>): boolean =>
  [...problems.keys()].some((unread) => unread === '' || unread === path || path.startsWith(`${unread}/`))

/** Looks through WATCH_DIR from time to time, until the app closes. Rejects as `watchedFolder`. */
export async function keepWatching(app: App, ctx: EdgeContext): Promise<void> {
  const { env } = ctx
  if (env.WATCH_DIR === undefined) return
  const { look } = folderWatch(ctx, await watchedFolder(env.WATCH_DIR, env.DATA_DIR))
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => ctx.log.warn({ error: messageOf(error) }, 'the watched folder is looked through later'))
      .finally(() => {
        looking = undefined
      })
  }, LOOK_EVERY_MS)
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await looking
  })
}
