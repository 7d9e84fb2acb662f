import type { ConditionalBlobs } from '../blobs/conditional.ts'
import type { Database } from '../store/database.ts'
import type { Manifest } from './manifest.ts'
import { absentFile, MANIFEST, MAX_TEMPLATE_BYTES, type PromptReader, parseManifest } from './prompt-root.ts'

/** Channel on which a change of the prompts is announced. */
export const PROMPTS_CHANGED = 'prompts'
/** How long a process may go without noticing a change whose announcement it missed. */
const LOOK_EVERY_MS = 750
const MAX_MANIFEST_BYTES = 16_000_000

export interface ManifestInStore {
  readonly manifest: Manifest
  /** Undefined where there is no manifest yet. */
  readonly etag: string | undefined
}

/** Prompts in the blob store, below `prompts/`. */
export interface PromptBlobs extends PromptReader {
  /** Asks the store, whatever is held. */
  latest(): Promise<ManifestInStore>
}

export const promptBlobPath = (path: string): string => `prompts/${path}`

interface Held extends ManifestInStore {
  readonly loadedAt: number
  readonly checkedAt: number
  /** Announcements that had come when the store was asked. */
  readonly announced: number
}

/** Reads prompts from the blob store. A held manifest is trusted until a change is announced, and then, or after 750 ms, asked for by its ETag. */
export function promptBlobs(blobs: ConditionalBlobs, database: Pick<Database, 'onAnnounced'>): PromptBlobs {
  let held: Held | undefined
  let announced = 0
  let asking: { readonly since: number; readonly answer: Promise<Held> } | undefined
  database.onAnnounced(PROMPTS_CHANGED, () => announced++)

  const ask = async (): Promise<Held> => {
    const now = { checkedAt: Date.now(), announced }
    const before = held
    const found = await blobs.read(promptBlobPath(MANIFEST), MAX_MANIFEST_BYTES, before?.etag)
    if (found === 'unchanged' && before) held = { ...before, ...now }
    else {
      const { bytes, etag } = found === 'unchanged' || !found ? {} : found
      held = { manifest: parseManifest(bytes?.toString('utf8')), etag, loadedAt: now.checkedAt, ...now }
    }
    return held
  }
  const look = async (): Promise<Held> => {
    if (held && held.announced === announced && Date.now() - held.checkedAt < LOOK_EVERY_MS) return held
    // an answer that was asked for before the last announcement may be older than it
    if (asking?.since !== announced) {
      const mine = { since: announced, answer: ask() }
      asking = mine
      const done = () => {
        if (asking === mine) asking = undefined
      }
      mine.answer.then(done, done)
    }
    return asking.answer
  }
  return {
    kind: 'blob',
    latest: ask,
    manifest: async () => (await look()).manifest,
    async read(path) {
      const found = await blobs.read(promptBlobPath(path), MAX_TEMPLATE_BYTES)
      if (!found || found === 'unchanged') throw absentFile(path)
      return found.bytes.toString('utf8')
    },
    held: () => held && { version: held.manifest.version, loadedAt: held.loadedAt },
  }
}
