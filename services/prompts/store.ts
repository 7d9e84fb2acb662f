import type { Kysely } from 'kysely'
import type { EventOrigin } from '../../kernel/broker/record-of.ts'
import type { Manifest } from '../../kernel/prompts/manifest.ts'
import { type PromptReader, type PromptRoot, promptRoot } from '../../kernel/prompts/prompt-root.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { nameId } from '../../kernel/runtime/ids.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import type { Database } from '../../kernel/store/database.ts'
import type { EventDraft } from '../../schemas/event.ts'
import { promptChanged } from '../../schemas/prompt.ts'
import type { Change } from './change.ts'
import { createExclusive, type LockTables } from './exclusive.ts'

/** The store of prompts: files and one manifest that names them. */
export interface PromptStore extends Pick<PromptRoot, 'kind' | 'manifest' | 'text' | 'held'> {
  /**
   * Applies what `decide` makes of the manifest; it is asked again when another change was first, or when something lies at `taken`
   * paths. No two changes run at the same time, in any process; what `decide` throws leaves everything as it was. ApiError unavailable
   * when another change holds the store for too long. A manifest that says what its last change was has it told on the log.
   */
  change(origin: EventOrigin, decide: Decide): Promise<Change>
  /** Tells the last change where the process that made it died before it could. */
  tellLast(origin: EventOrigin): Promise<void>
}

type Decide = (manifest: Manifest, taken: ReadonlySet<string>) => Change

/** How files and the manifest get where the reader finds them. */
export interface PromptWriter {
  readonly reader: PromptReader
  /** The manifest as it is now, and what tells whether it is still that one. */
  latest(): Promise<{ readonly manifest: Manifest; readonly mark: string | undefined }>
  /** Durable when it resolves; false when something lies there already. */
  put(path: string, text: string): Promise<boolean>
  /** The same with the text of another file. */
  copy(from: string, to: string): Promise<boolean>
  /** False when the manifest is not the marked one any more. */
  replaceManifest(manifest: Manifest, mark: string | undefined): Promise<boolean>
  remove(path: string): Promise<void>
  /** Tells other processes. */
  announce(): Promise<void>
}

const TRIES = 20

/**
 * Changes hold a row of the database, so that the processes on one store take turns; the manifest's mark keeps out those that do not
 * share the database. New files are there before the manifest names them, and old ones go after it has forgotten them: a crash leaves
 * at most a file that nothing names.
 */
export function openPromptStore(writer: PromptWriter, database: Database, log: Logger): PromptStore {
  const { kind, manifest, text, held } = promptRoot(writer.reader)
  const exclusive = createExclusive(database)
  return {
    kind,
    manifest,
    text,
    held,
    change: (origin, decide) => exclusive(origin, (trx, tell) => applyChange(writer, decide, log, (of) => tellLastChange(trx, tell, of))),
    async tellLast(origin) {
      await exclusive(origin, async (trx, tell) => tellLastChange(trx, tell, (await writer.latest()).manifest))
    },
  }
}

/**
 * The manifest says what its last change was, so that both are written at once; the row says what was told. A change that nobody could
 * tell, because its process died, is told before the next one. Its id is the same whoever tells it.
 */
async function tellLastChange(
  trx: Kysely<LockTables>,
  tell: (draft: EventDraft) => void,
  { version, last_change }: Manifest,
): Promise<void> {
  const { numUpdatedRows } = await trx.updateTable('prompt_changes').set({ told: version }).where('told', '<', version).executeTakeFirst()
  if (last_change && Number(numUpdatedRows) === 1)
    tell({ ...promptChanged.make(last_change), id: nameId('prompt.changed', version, last_change.at, last_change.prompt_id) })
}

async function applyChange(
  writer: PromptWriter,
  decide: Decide,
  log: Logger,
  tellLast: (manifest: Manifest) => Promise<void>,
): Promise<Change> {
  const taken = new Set<string>()
  for (let tries = 0; tries < TRIES; tries++) {
    const { manifest, mark } = await writer.latest()
    await tellLast(manifest)
    const change = decide(manifest, taken)
    const added = await addFiles(writer, change, taken, log)
    if (!added) continue
    // when this fails, the manifest may have come through and name the files: they stay
    if (await writer.replaceManifest(change.manifest, mark)) {
      await removeFiles(writer, change.removes, log)
      await tellLast(change.manifest)
      await writer.announce().catch((error: unknown) => log.warn({ err: error }, 'a change of the prompts could not be announced'))
      return change
    }
    await removeFiles(writer, added, log)
  }
  throw new ApiError('conflict', 'The prompts were changed at the same time; try again.')
}

/** The paths of the new files; undefined, and no file of its own left, when something lies at one of them. */
async function addFiles(writer: PromptWriter, change: Change, taken: Set<string>, log: Logger): Promise<string[] | undefined> {
  const added: string[] = []
  let isWhole = false
  const add = (path: string, isNew: boolean): boolean => {
    if (isNew) added.push(path)
    else taken.add(path)
    return isNew
  }
  try {
    for (const { path, text } of change.writes) if (!add(path, await writer.put(path, text))) return undefined
    for (const { from, to } of change.copies) if (!add(to, await writer.copy(from, to))) return undefined
    isWhole = true
    return added
  } finally {
    if (!isWhole) await removeFiles(writer, added, log)
  }
}

/** Files that no manifest names; one that stays does no harm. */
async function removeFiles({ remove }: PromptWriter, paths: readonly string[], log: Logger): Promise<void> {
  for (const path of paths) await remove(path).catch((error: unknown) => log.warn({ err: error, path }, 'a prompt file stays behind'))
}
