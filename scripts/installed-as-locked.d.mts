/** Types of installed-as-locked.mjs. */
interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}
export declare function installedAsLocked(
  lock: { readonly packages: Readonly<Record<string, Locked>> },
  installed: { readonly packages: Readonly<Record<string, Locked>> },
  asked: { readonly dev: boolean },
): boolean
