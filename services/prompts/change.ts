import { type Manifest, type PromptMetadata, type PromptVersion, pathOf } from '../../kernel/prompts/manifest.ts'
import type { PromptType } from '../../kernel/prompts/prompt-source.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { getVersion, versionsOf } from './find-version.ts'

/** What somebody wants of the repository, checked as far as that goes without the manifest. */
export type PromptCommand = { readonly type: PromptType } & (
  | {
      readonly kind: 'save'
      readonly name: string | undefined
      readonly text: string
      readonly notes: Notes
      readonly makeDefault: boolean
    }
  | { readonly kind: 'update'; readonly identifier: string; readonly notes: Partial<Notes> }
  | { readonly kind: 'rename'; readonly identifier: string; readonly newName: string }
  | { readonly kind: 'delete'; readonly identifier: string }
  | { readonly kind: 'promote'; readonly identifier: string }
)
type Of<Kind> = Extract<PromptCommand, { kind: Kind }>

export type Notes = Pick<PromptMetadata, 'label' | 'prompt_tag' | 'notes'>

/** What a change takes from outside. */
export interface Circumstances {
  /** For a new version. */
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly actor: string
  /** Paths at which something lies that the manifest does not name: what a crash left behind, or what another writer is about to name. */
  readonly taken?: ReadonlySet<string>
}

/** A change: the manifest after it, and what becomes of files. Files that it names come before it, those that it no longer names go after it. */
export interface Change {
  readonly manifest: Manifest
  readonly entry: PromptVersion
  readonly writes: readonly { readonly path: string; readonly text: string }[]
  readonly copies: readonly { readonly from: string; readonly to: string }[]
  readonly removes: readonly string[]
}

const MAX_VERSIONS = 1_000
/** Names of prompts that are saved without one. */
const UNNAMED: Readonly<Record<PromptType, string>> = { system: 'system-prompt', response: 'response-template', experiment: 'experiment' }

/** What a command makes of the manifest. ApiError not_found for an absent version, conflict for a name that is taken or too many versions. */
export function change(manifest: Manifest, command: PromptCommand, circumstances: Circumstances): Change {
  switch (command.kind) {
    case 'save':
      return save(manifest, command, circumstances)
    case 'update':
      return update(manifest, command, circumstances)
    case 'rename':
      return rename(manifest, command, circumstances)
    case 'delete':
      return remove(manifest, command)
    case 'promote': {
      const { id } = getVersion(manifest, command.type, command.identifier)
      return changed(promoted(manifest, command.type, id, circumstances), id)
    }
  }
}

function save(manifest: Manifest, { type, name, text, notes, makeDefault }: Of<'save'>, circumstances: Circumstances): Change {
  const { id, at, actor, taken } = circumstances
  if (versionsOf(manifest, type).length >= MAX_VERSIONS)
    throw new ApiError('conflict', `There are ${MAX_VERSIONS} ${type} versions; delete some first.`)
  const current = manifest.entries.find((entry) => entry.id === manifest.current_id[type])
  const named = name ?? current?.name ?? UNNAMED[type]
  const stamp = at.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const later = { updated_by: null, updated_at: null, promoted_by: null, promoted_at: null }
  const entry: PromptVersion = {
    ...{
      id,
      type,
      name: named,
      stamp,
      ordinal: freeOrdinal(manifest, { type, name: named, stamp }, taken),
      bytes: Buffer.byteLength(text),
    },
    metadata: { ...notes, saved_by: actor, saved_at: at, ...later },
  }
  const added = next(manifest, { entries: [...manifest.entries, entry] })
  const after = makeDefault ? promoted(added, type, id, { at, actor }) : added
  return { ...changed(after, id), writes: [{ path: pathOf(entry), text }] }
}

/** File systems that fold case would take `A@…` for `a@…`, so names count as equal here whatever their case. */
function freeOrdinal(
  manifest: Manifest,
  of: Pick<PromptVersion, 'type' | 'name' | 'stamp'>,
  taken: ReadonlySet<string> | undefined,
): number {
  const isSame = (e: PromptVersion) => e.type === of.type && e.stamp === of.stamp && e.name.toLowerCase() === of.name.toLowerCase()
  let ordinal = 1 + Math.max(0, ...manifest.entries.filter(isSame).map((e) => e.ordinal))
  while (taken?.has(pathOf({ ...of, ordinal }))) ordinal++
  return ordinal
}

function update(manifest: Manifest, { type, identifier, notes }: Of<'update'>, { at, actor }: Circumstances): Change {
  const { id } = getVersion(manifest, type, identifier)
  return changed(next(manifest, { entries: withMetadata(manifest, id, { ...notes, updated_by: actor, updated_at: at }) }), id)
}

function rename(manifest: Manifest, { type, identifier, newName }: Of<'rename'>, { at, actor, taken }: Circumstances): Change {
  const { id, name } = getVersion(manifest, type, identifier)
  if (newName === name) return changed(next(manifest, {}), id)
  const isTaken = (e: PromptVersion) => e.type === type && e.name !== name && e.name.toLowerCase() === newName.toLowerCase()
  if (manifest.entries.some(isTaken)) throw new ApiError('conflict', `There is a ${type} prompt named ${newName} already.`)
  const old = manifest.entries.filter((e) => e.type === type && e.name === name)
  let after = manifest
  for (const entry of old) {
    const renamed = { ...entry, name: newName }
    const isFree = newName.toLowerCase() !== name.toLowerCase() && !taken?.has(pathOf(renamed))
    const ordinal = isFree ? entry.ordinal : freeOrdinal(after, renamed, taken)
    const metadata = { ...entry.metadata, updated_by: actor, updated_at: at }
    after = { ...after, entries: after.entries.map((e) => (e.id === entry.id ? { ...e, name: newName, ordinal, metadata } : e)) }
  }
  const pathAfter = new Map(after.entries.map((e) => [e.id, pathOf(e)]))
  return {
    ...changed(next(after, {}), id),
    copies: old.map((e) => ({ from: pathOf(e), to: pathAfter.get(e.id)! })),
    removes: old.map(pathOf),
  }
}

function remove(manifest: Manifest, { type, identifier }: Of<'delete'>): Change {
  const entry = getVersion(manifest, type, identifier)
  const entries = manifest.entries.filter(({ id }) => id !== entry.id)
  const current = manifest.current_id[type] === entry.id ? successor(manifest, entry) : manifest.current_id[type]
  const after = next(manifest, { entries, current_id: { ...manifest.current_id, [type]: current } })
  return { manifest: after, entry, writes: [], copies: [], removes: [pathOf(entry)] }
}

/** Who follows a deleted default: the version before it of the same name, then the next one in the list; null is the built-in prompt. */
function successor(manifest: Manifest, gone: PromptVersion): string | null {
  const listed = versionsOf(manifest, gone.type)
  const older = listed.slice(listed.findIndex(({ id }) => id === gone.id) + 1)
  const next = older.find(({ name }) => name === gone.name) ?? older[0] ?? listed.find(({ id }) => id !== gone.id)
  return next?.id ?? null
}

const promoted = (manifest: Manifest, type: PromptType, id: string, { at, actor }: Omit<Circumstances, 'id'>): Manifest =>
  next(manifest, {
    current_id: { ...manifest.current_id, [type]: id },
    entries: withMetadata(manifest, id, { promoted_by: actor, promoted_at: at }),
  })

const withMetadata = (manifest: Manifest, id: string, more: Partial<PromptMetadata>): PromptVersion[] =>
  manifest.entries.map((e) => (e.id === id ? { ...e, metadata: { ...e.metadata, ...more } } : e))

const next = (manifest: Manifest, over: Partial<Manifest>): Manifest => ({ ...manifest, ...over, version: manifest.version + 1 })

const changed = (manifest: Manifest, id: string): Change => ({
  manifest,
  entry: manifest.entries.find((e) => e.id === id)!,
  writes: [],
  copies: [],
  removes: [],
})
