import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { messageOf } from '../../../kernel/runtime/errors.ts'

const DEEPEST = 20
const MOST_FILES = 100_000
const LONGEST_PATH = 1000
/** What is hidden, and what programs leave while they write. */
const PASSING = /^(?:\.|~\$)|(?:~|\.(?:tmp|temp|part|partial|crdownload|swp|lock))$/i

export interface FoundFile {
  /** Within the folder, `/`-separated. */
  readonly path: string
  readonly absolute: string
  /** Other bytes have another one. */
  readonly signature: string
  readonly bytes: number
}

export interface FolderReading {
  readonly files: readonly FoundFile[]
  /** Of what could not be read: its path, and why. What lies below is not known to be gone. */
  readonly problems: ReadonlyMap<string, string>
}

/** Other bytes of a file have another signature, as far as its file system tells. */
export const signatureOf = ({ size, mtimeMs, ino }: Stats): string => `${size}-${Math.round(mtimeMs)}-${ino}`

/** The files below a folder. Symbolic links are not followed; hidden and passing files are left out. */
export async function readFolder(root: string): Promise<FolderReading> {
  const files: FoundFile[] = []
  const problems = new Map<string, string>()
  const folders: { path: string; depth: number }[] = [{ path: '', depth: 0 }]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const { path: below, depth } = folder
    const entries = await readdir(join(root, below), { withFileTypes: true }).catch((error) => void problems.set(below, reasonOf(error)))
    for (const entry of entries ?? []) {
      if (PASSING.test(entry.name)) continue
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isSymbolicLink()) problems.set(path, 'it is a symbolic link, which is not followed')
      else if (path.length > LONGEST_PATH) problems.set(path, `its path is longer than ${LONGEST_PATH} characters`)
      else if (entry.isDirectory() && depth >= DEEPEST) problems.set(path, `it lies deeper than ${DEEPEST} folders`)
      else if (entry.isDirectory()) folders.push({ path, depth: depth + 1 })
      else if (entry.isFile() && files.length >= MOST_FILES) problems.set('', `it holds more than ${MOST_FILES} files`)
      else if (entry.isFile()) await add(path)
    }
  }
  return { files, problems }

  async function add(path: string): Promise<void> {
    const absolute = join(root, ...path.split('/'))
    try {
      const stats = await lstat(absolute)
      if (stats.isFile()) files.push({ path, absolute, signature: signatureOf(stats), bytes: stats.size })
    } catch (error) {
      problems.set(path, reasonOf(error))
    }
  }
}

/** Whether one of the two paths lies in the other, or is it. */
export const overlap = (a: string, b: string): boolean => `${a}${sep}`.startsWith(`${b}${sep}`) || `${b}${sep}`.startsWith(`${a}${sep}`)

/** Without the path that the system names. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? `it cannot be read (${String(error.code)})` : messageOf(error)
