import type { Manifest, PromptVersion } from '../../kernel/prompts/manifest.ts'
import type { Change } from './change.ts'

/** The store of prompts: files and one manifest that names them. */
export interface PromptStore {
  readonly kind: 'filesystem' | 'blob'
  manifest(): Promise<Manifest>
  /** ApiError not_found when the version's file is gone. */
  text(version: PromptVersion): Promise<string>
  /** Which manifest is held in memory, and since when (ms). */
  held(): { readonly version: number; readonly loadedAt: number } | undefined
  /**
   * Applies what `decide` makes of the manifest. No two changes run at the same time, in any process; what `decide` throws leaves
   * everything as it was. ApiError unavailable when another change holds the store for too long.
   */
  change(decide: (manifest: Manifest) => Change): Promise<Change>
}
