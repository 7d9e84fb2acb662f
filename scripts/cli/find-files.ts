import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Thrown for arguments that name nothing; the message is fit to be shown as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Every file that the paths name, folders with all their files below, sorted and each once. Hidden files in folders are left out.
 * Relative paths start at `base`: npm changes the working directory and keeps the caller's in INIT_CWD.
 */
export async function findFiles(paths: readonly string[], base: string): Promise<string[]> {
  const found = new Set<string>()
  for (const path of paths) for (const file of await filesOf(resolve(base, path), path)) found.add(file)
  if (found.size === 0) throw new UsageError(`No files in ${paths.join(', ')}.`)
  return [...found].sort()
}

async function filesOf(path: string, shown: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined)
  if (!info) throw new UsageError(`${shown} does not exist.`)
  if (info.isFile()) return [path]
  if (!info.isDirectory()) throw new UsageError(`${shown} is neither a file nor a folder.`)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath, e.name))
    .filter(
      (file) =>
        !file
          .slice(path.length)
          .split(/[\\/]/)
          .some((part) => part.startsWith('.')),
    )
}
