import { statSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { gather } from '../runtime/concurrency/gather.ts'
import { codeOf } from '../runtime/errors.ts'
import type { Manifest } from './manifest.ts'
import { absentFile, MANIFEST, MAX_TEMPLATE_BYTES, outsideRoot, type PromptReader, parseManifest, tooLargeFile } from './prompt-root.ts'

interface Held {
  readonly stamp: string
  readonly manifest: Manifest
  readonly loadedAt: number
}

/**
 * Reads prompts below `root`. The manifest is replaced by renaming, so that its inode and times tell in one call whether what is
 * held still holds: every process sees a change with its next look.
 */
export function promptFolder(root: string): PromptReader {
  let held: Held | undefined
  const manifest = async (): Promise<Manifest> => {
    const stamp = stampOf(join(root, MANIFEST))
    if (held?.stamp !== stamp) held = { stamp, manifest: parseManifest(await readManifest(root)), loadedAt: Date.now() }
    return held.manifest
  }
  // Whoever asks while a look is under way gets the next one, which begins after the question; many share it.
  const look = gather(async (questions: readonly true[]) => {
    const found = await manifest()
    return questions.map(() => found)
  })
  return {
    kind: 'filesystem',
    manifest: () => look(true),
    read: (path) => readInside(root, path),
    held: () => held && { version: held.manifest.version, loadedAt: held.loadedAt },
  }
}

/** At once, as the store beside it is read: a look by another thread, and the error of a file that is not there, cost twenty times as much. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? [found.ino, found.mtimeNs, found.ctimeNs, found.size].join(':') : 'absent'
}

async function readManifest(root: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, MANIFEST), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function readInside(root: string, path: string): Promise<string> {
  try {
    const [base, full] = await Promise.all([realpath(root), realpath(join(root, path))])
    // a symlink may lead out although the path does not
    if (!full.startsWith(base + sep)) throw outsideRoot(path)
    const { size } = await stat(full)
    if (size > MAX_TEMPLATE_BYTES) throw tooLargeFile()
    return await readFile(full, 'utf8')
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? '')) throw absentFile(path, error)
    throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
