import { setTimeout as pause } from 'node:timers/promises'
import { first as answersFirst } from '../../../kernel/consume/dispatch/answers-first.ts'
import { isAway, messageOf, WorkError, withoutPaths } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import type { Builds, IndexBuilds, LiveDocument } from '../../../kernel/search/builds.ts'
import { isHopeless } from './make-for-build.ts'
import type { Mirrored } from './mirror-document.ts'
import type { Failure } from './rebuild-row.ts'

const PAGE = 200
const AT_ONCE = 4
/** Of one pass of a document that fails in a way that may pass. */
const TRIES = 5
/** A pass is searchable before the views tell of it: looked for this often, a little later each time. */
const LOOKS_FOR_UNTOLD = 40
const WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000
const MOST_FAILURES = 100
const BUILD_GONE = 'build_gone'

export interface Filling {
  readonly builds: Pick<IndexBuilds, 'documents' | 'difference'>
  readonly index: string
  readonly pair: Builds
  readonly signal: AbortSignal
  readonly log: Logger
  /** Resolves when the next document may be worked on. */
  readonly pass: (signal: AbortSignal) => Promise<void>
  readonly mirror: (document: LiveDocument) => Promise<Mirrored>
  readonly onDocument: (outcome: { readonly first: boolean; readonly written: boolean }) => void
}

interface Trouble {
  readonly epoch: number
  readonly tries: number
  readonly message: string
  readonly over: boolean
}

/**
 * Makes the other build show what the live one shows, document by document, until nothing is missing but what cannot be made. What is there
 * already is left alone, so that a filling that was broken off goes on where it ended; what comes in meanwhile comes into both builds by itself.
 */
export async function fillBuild(filling: Filling): Promise<Failure[]> {
  const { builds, index, signal } = filling
  const troubles = new Map<string, Trouble>()
  for (let round = 0; ; round++) {
    const first = round === 0
    let after = ''
    let worked = 0
    for (;;) {
      const documents = await builds.documents(index, { after, top: PAGE, lacking: !first })
      const open = documents.filter((d) => !isOver(troubles.get(d.document_id), d))
      worked += open.length
      await sideBySide(open, (document) => fillDocument(filling, document, troubles, first))
      after = documents.at(-1)?.document_id ?? ''
      if (documents.length < PAGE) break
    }
    const { missing } = await builds.difference(index)
    if (missing === 0) return []
    if (!first && worked === 0) return failuresOf(troubles)
    await pause(Math.min(LONGEST_WAIT_MS, WAIT_MS * 1.3 ** Math.min(round, 30)), undefined, { signal })
  }
}

export async function sideBySide(documents: readonly LiveDocument[], work: (document: LiveDocument) => Promise<void>): Promise<void> {
  const rest = documents.values()
  const lane = async () => {
    for (const document of rest) await work(document)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

const isOver = (trouble: Trouble | undefined, { epoch }: LiveDocument): boolean => trouble?.over === true && trouble.epoch === epoch

async function fillDocument(filling: Filling, document: LiveDocument, troubles: Map<string, Trouble>, first: boolean): Promise<void> {
  const { document_id, epoch } = document
  if (document.agrees) return filling.onDocument({ first, written: false })
  await filling.pass(filling.signal)
  const leave = await answersFirst.enter()
  const before = troubles.get(document_id)
  const tries = before?.epoch === epoch ? before.tries + 1 : 1
  try {
    const outcome = await filling.mirror(document)
    if (outcome === 'gone') throw new WorkError(BUILD_GONE, 'One of the two builds is not there any more.')
    if (outcome === 'untold')
      troubles.set(document_id, { epoch, tries, over: tries >= LOOKS_FOR_UNTOLD, message: 'The history of its upload is not there.' })
    else troubles.delete(document_id)
    filling.onDocument({ first, written: outcome === 'written' })
  } catch (error) {
    filling.signal.throwIfAborted()
    if (error instanceof WorkError && error.code === BUILD_GONE) throw error
    filling.log.warn({ document_id, error: messageOf(error), tries }, 'a document did not come into the new build')
    const over = !isAway(error) && (isHopeless(error) || tries >= TRIES)
    troubles.set(document_id, { epoch, tries: isAway(error) ? tries - 1 : tries, over, message: withoutPaths(messageOf(error)) })
    filling.onDocument({ first, written: false })
  } finally {
    leave()
  }
}

const failuresOf = (troubles: ReadonlyMap<string, Trouble>): Failure[] =>
  [...troubles]
    .filter(([, { over }]) => over)
    .slice(0, MOST_FAILURES)
    .map(([document_id, { message }]) => ({ document_id, message }))
