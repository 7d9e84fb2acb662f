import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { ApiError } from '../errors.ts'
import { currentVersion, emptyManifest, type Manifest, manifestSchema, type PromptVersion, pathOf } from './manifest.ts'
import { builtInPrompts, type PromptSource } from './prompt-source.ts'

export const MANIFEST = 'manifest.json'
const MAX_BYTES = 1_000_000
/** A reader that meets a version which was deleted meanwhile looks again. */
const LOOKS = 3

/** Prompts of a folder: what `PromptSource` serves, and the manifest behind it. */
export interface PromptFolder extends PromptSource {
  readonly root: string
  /** What is in force now, whichever process changed it last. ApiError internal when the file is not a manifest. */
  manifest(): Promise<Manifest>
  /** ApiError not_found when the version's file is gone. */
  text(version: PromptVersion): Promise<string>
  /** The manifest that is held in memory; undefined before the first look. */
  held(): { readonly version: number; readonly loadedAt: number } | undefined
}

interface Held {
  readonly stamp: string
  readonly manifest: Manifest
  readonly loadedAt: number
}

/**
 * Reads prompts below `root`. The manifest is replaced by renaming, so that its inode and times tell in one call whether what is
 * held still holds: every process sees a change with its next look.
 */
export function openPromptFolder(root: string): PromptFolder {
  let held: Held | undefined
  const manifest = async () => {
    const stamp = await stampOf(join(root, MANIFEST))
    if (held?.stamp !== stamp) held = { stamp, manifest: await readManifest(root), loadedAt: Date.now() }
    return held.manifest
  }
  const text = (version: PromptVersion) => readInside(root, pathOf(version))
  return {
    root,
    manifest,
    text,
    held: () => held && { version: held.manifest.version, loadedAt: held.loadedAt },
    async current(type) {
      for (let looks = 1; ; looks++) {
        const version = currentVersion(await manifest(), type)
        if (!version) return builtInPrompts[type]
        try {
          return await text(version)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          // to answer under another prompt than the chosen one would be worse than not to answer
          if (looks === LOOKS)
            throw new ApiError('internal', `The file of the current ${type} prompt cannot be read; make another version the default.`, {
              cause: error,
            })
        }
      }
    },
    async file(path) {
      if (isAbsolute(path) || /[\\\0]/.test(path) || path.split('/').some((part) => part === '' || part.startsWith('.')))
        throw outside(path)
      if (path.toLowerCase() === MANIFEST) throw absent(path)
      return { text: await readInside(root, path), source: `file:${path}` }
    },
  }
}

async function stampOf(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, ctimeNs, size } = await stat(path, { bigint: true })
    return [ino, mtimeNs, ctimeNs, size].join(':')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'absent'
    throw error
  }
}

async function readManifest(root: string): Promise<Manifest> {
  let json: string
  try {
    json = await readFile(join(root, MANIFEST), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return emptyManifest
    throw error
  }
  try {
    return manifestSchema.parse(JSON.parse(json))
  } catch (error) {
    throw new ApiError('internal', `The prompt root's ${MANIFEST} is damaged; put it right or move it away.`, { cause: error })
  }
}

async function readInside(root: string, path: string): Promise<string> {
  try {
    const [base, full] = await Promise.all([realpath(root), realpath(join(root, path))])
    // a symlink may lead out although the path does not
    if (!full.startsWith(base + sep)) throw outside(path)
    const { size } = await stat(full)
    if (size > MAX_BYTES) throw new ApiError('invalid_request', 'The template file is over 1 MB.')
    return await readFile(full, 'utf8')
  } catch (error) {
    if (ABSENT.has(codeOf(error))) throw absent(path, error)
    throw error
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

const absent = (path: string, cause?: unknown): ApiError =>
  new ApiError('not_found', `There is no template file ${JSON.stringify(path.slice(0, 300))}.`, { cause })

const outside = (path: string): ApiError =>
  new ApiError('invalid_request', `The template path ${JSON.stringify(path.slice(0, 300))} leaves the prompt folder.`)
