import { isAbsolute } from 'node:path'
import { ApiError } from '../runtime/errors.ts'
import { currentVersion, emptyManifest, type Manifest, manifestSchema, type PromptVersion, pathOf } from './manifest.ts'
import { builtInPrompts, type PromptSource, type PromptType } from './prompt-source.ts'

export const MANIFEST = 'manifest.json'
/** Longest template file. */
export const MAX_TEMPLATE_BYTES = 1_000_000
/** A reader that meets a version which was deleted meanwhile looks again. */
const LOOKS = 3

/** Where prompts lie: one manifest, and files. */
export interface PromptReader {
  readonly kind: 'filesystem' | 'blob'
  /** What is in force now, whichever process changed it last. ApiError internal when it is damaged. */
  manifest(): Promise<Manifest>
  /** The text of a file. ApiError not_found when it is absent, invalid_request when it leads out of the root or is over 1 MB. */
  read(path: string): Promise<string>
  /** The manifest that is held in memory; undefined before the first look. */
  held(): { readonly version: number; readonly loadedAt: number } | undefined
}

/** Prompts as everyone reads them: what `PromptSource` serves, and the manifest behind it. */
export interface PromptRoot extends PromptSource, Omit<PromptReader, 'read'> {
  /** ApiError not_found when the version's file is gone. */
  text(version: PromptVersion): Promise<string>
}

export function promptRoot(reader: PromptReader): PromptRoot {
  const text = (version: PromptVersion) => reader.read(pathOf(version))
  const inForce = new Map<PromptType, { readonly id: string; readonly text: string }>()
  /** A version's text never changes: a store that is far away is asked for it once. */
  const currentText = async (version: PromptVersion): Promise<string> => {
    const known = inForce.get(version.type)
    if (reader.kind === 'blob' && known?.id === version.id) return known.text
    const fresh = { id: version.id, text: await text(version) }
    inForce.set(version.type, fresh)
    return fresh.text
  }
  return {
    kind: reader.kind,
    manifest: reader.manifest,
    held: reader.held,
    text,
    async current(type) {
      for (let looks = 1; ; looks++) {
        const version = currentVersion(await reader.manifest(), type)
        if (!version) return builtInPrompts[type]
        try {
          return await currentText(version)
        } catch (error) {
          if (!(error instanceof ApiError) || error.code === 'unavailable') throw error
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
        throw outsideRoot(path)
      if (path.toLowerCase() === MANIFEST) throw absentFile(path)
      return { text: await reader.read(path), source: reader.kind === 'blob' ? `blob:${path}` : `file:${path}` }
    },
  }
}

/** The manifest that a file holds; an empty one where there is none. ApiError internal when it is damaged. */
export function parseManifest(json: string | undefined): Manifest {
  if (json === undefined) return emptyManifest
  try {
    return manifestSchema.parse(JSON.parse(json))
  } catch (error) {
    throw new ApiError('internal', `The prompt root's ${MANIFEST} is damaged; put it right or move it away.`, { cause: error })
  }
}

export const absentFile = (path: string, cause?: unknown): ApiError =>
  new ApiError('not_found', `There is no template file ${JSON.stringify(path.slice(0, 300))}.`, { cause })

export const outsideRoot = (path: string): ApiError =>
  new ApiError('invalid_request', `The template path ${JSON.stringify(path.slice(0, 300))} leaves the prompt folder.`)

export const tooLargeFile = (): ApiError => new ApiError('invalid_request', 'The template file is over 1 MB.')
