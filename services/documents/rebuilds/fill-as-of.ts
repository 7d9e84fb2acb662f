import { setTimeout as pause } from 'node:timers/promises'
import { isAway, messageOf, WorkError, withoutPaths } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { LiveDocument } from '../../../kernel/search/builds.ts'
import { sideBySide } from './fill-build.ts'
import { isHopeless } from './make-for-build.ts'
import type { Restored } from './mirror-document.ts'
import type { Failure } from './rebuild-row.ts'

const TRIES = 5
const WAIT_MS = 1000
const MOST_FAILURES = 100

export interface FillingAsOf {
  readonly documents: readonly LiveDocument[]
  readonly restore: (document: LiveDocument) => Promise<Restored>
  /** Resolves when the next document may be worked on. */
  readonly pass: (signal: AbortSignal) => Promise<void>
  readonly onDocument: (outcome: { readonly first: boolean; readonly written: boolean }) => void
  readonly signal: AbortSignal
  readonly log: Logger
}

/** Makes the other build show these passes; what came into it meanwhile is newer, and stays. Gives what could not be made. */
export async function fillAsOf(filling: FillingAsOf): Promise<Failure[]> {
  const failures: Failure[] = []
  await sideBySide(filling.documents, async (document) => {
    await filling.pass(filling.signal)
    const failure = await restored(filling, document)
    if (failure && failures.length < MOST_FAILURES) failures.push(failure)
  })
  return failures
}

async function restored({ restore, onDocument, signal, log }: FillingAsOf, document: LiveDocument): Promise<Failure | undefined> {
  const { document_id } = document
  for (let tries = 1; ; ) {
    signal.throwIfAborted()
    try {
      const outcome = await restore(document)
      if (outcome === 'gone') throw new WorkError('build_gone', 'One of the two builds is not there any more.')
      onDocument({ first: true, written: outcome === 'written' })
      return outcome === 'untold' ? { document_id, message: 'The history of its upload is not there.' } : undefined
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof WorkError && error.code === 'build_gone') throw error
      log.warn({ document_id, error: messageOf(error), tries }, 'a document did not come into the new build')
      if (!isAway(error) && (isHopeless(error) || tries++ >= TRIES)) {
        onDocument({ first: true, written: false })
        return { document_id, message: withoutPaths(messageOf(error)) }
      }
      await pause(WAIT_MS * tries, undefined, { signal })
    }
  }
}
