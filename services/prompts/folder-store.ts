import { copyFile, mkdir, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { ApiError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/log.ts'
import { MANIFEST, openPromptFolder } from '../../kernel/prompts/prompt-folder.ts'
import type { Database } from '../../kernel/views/database.ts'
import type { Change } from './change.ts'
import { createExclusive } from './exclusive.ts'
import type { PromptStore } from './store.ts'

/**
 * Prompts as files below `root`. A change holds a row of the database, so that processes on one folder take turns. New files are on
 * the disk before the manifest names them, and old ones go after it has forgotten them: a crash leaves at most a file that nothing names.
 */
export function openFolderStore(root: string, database: Database, log: Logger): PromptStore {
  const folder = openPromptFolder(root)
  const exclusive = createExclusive(database)
  return {
    kind: 'filesystem',
    manifest: folder.manifest,
    text: folder.text,
    held: folder.held,
    change: (decide) =>
      exclusive(async () => {
        const before = await folder.manifest()
        const change = decide(before)
        await applyChange(root, change, async () => {
          // a database connection that was lost has let another process in
          if ((await folder.manifest()).version !== before.version)
            throw new ApiError('conflict', 'The prompts were changed at the same time; try again.')
        })
        await removeFiles(root, change.removes, log)
        return change
      }),
  }
}

async function applyChange(root: string, { writes, copies, manifest }: Change, verify: () => Promise<void>): Promise<void> {
  for (const { path, text } of writes) await putFile(root, path, (file) => writeFile(file, text, { flush: true }))
  for (const { from, to } of copies) await putFile(root, to, (file) => copyFile(join(root, from), file))
  // the process number keeps two apart that both believe to hold the row
  const unfinished = join(root, `${MANIFEST}.${process.pid}.new`)
  try {
    await mkdir(root, { recursive: true })
    await writeFile(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true })
    await verify()
    await rename(unfinished, join(root, MANIFEST))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await sync(root)
}

/** Writes a file and makes its name durable. A folder that a symlink leads out of the root is refused. */
async function putFile(root: string, path: string, put: (file: string) => Promise<void>): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  const [base, into] = await Promise.all([realpath(root), realpath(dirname(file))])
  if (!into.startsWith(base + sep)) throw new ApiError('invalid_request', `The folder ${dirname(path)} leads out of the prompt folder.`)
  // a link with the name of the new file would be written through
  await rm(file, { force: true })
  await put(file)
  await sync(file)
  await sync(dirname(file))
}

/** Files that the manifest has forgotten; one that stays does no harm. */
async function removeFiles(root: string, paths: readonly string[], log: Logger): Promise<void> {
  for (const path of paths)
    await rm(join(root, path), { force: true }).catch((error: unknown) => log.warn({ err: error, path }, 'a prompt file stays behind'))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
