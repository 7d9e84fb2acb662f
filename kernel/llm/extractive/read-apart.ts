import { openApart, type Turn } from '../../runtime/apart/apart.ts'
import { messageOf } from '../../runtime/errors.ts'
import type { Passage, Reading } from '../llm.ts'
import { NOT_SURE } from './reading.ts'
import { filled, NOTHING_FOUND, PASSAGES } from './saying.ts'
import { type ReadingWorks, works } from './works.ts'

/** Characters of the passages, times a hundred and those of the question: so many take some 15 ms, less than a thread is worth. */
const MOST_AT_ONCE = 7_000_000
const BESIDE = 100
/** By the clock, the wait for a thread included: whoever asked waits for it. */
const PATIENCE_MS = 20_000
/** Characters of a passage that are shown where it could not be read. */
const SHOWN = 240

const threads = openApart<ReadingWorks>({
  ...{ works: new URL('./works.ts', import.meta.url), most: 2, ofOne: 1, mostWaiting: 200 },
  ...{ memoryMb: 256, idleMs: 60_000, lowered: true },
  nameOf: () => 'reading the passages',
})

/** Who asks, and for how long. */
export type Asking = Pick<Turn, 'caller' | 'signal'> & {
  /** For tests. */
  readonly patienceMs?: number
}

/**
 * `readPassages`: a little at once, what takes longer on a thread, so that everybody else has an answer meanwhile. Where that runs over its
 * time or memory, or dies, it is the passages' beginnings, said to be unsure, and why. Rejects with the signal's reason alone.
 */
export async function readApart(question: string, passages: readonly Passage[], n: number, asking: Asking): Promise<Reading> {
  try {
    return await apart('readPassages', [question, passages, n], asking)
  } catch (error) {
    asking.signal?.throwIfAborted()
    return { ...beginningsOf(passages, n), unread: messageOf(error) }
  }
}

/** `unknownWords` in the same way; none where it fails. */
export async function unknownWordsApart(question: string, passages: readonly Passage[], asking: Asking): Promise<readonly string[]> {
  try {
    return await apart('unknownWords', [question, passages], asking)
  } catch {
    asking.signal?.throwIfAborted()
    return []
  }
}

async function apart<Name extends keyof ReadingWorks>(
  work: Name,
  given: Parameters<ReadingWorks[Name]>,
  { caller, signal, patienceMs = PATIENCE_MS }: Asking,
): Promise<ReturnType<ReadingWorks[Name]>> {
  signal?.throwIfAborted()
  const [question, passages] = given
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0)
  if (characters * (BESIDE + question.length) <= MOST_AT_ONCE)
    return (works[work] as (...given: readonly unknown[]) => ReturnType<ReadingWorks[Name]>)(...given)
  const patience = AbortSignal.timeout(patienceMs)
  return threads.run(work, given, { caller, signal: signal ? AbortSignal.any([signal, patience]) : patience })
}

/** How the first passages begin; cut where a word ends, without the lines of a table. */
function beginningsOf(passages: readonly Passage[], n: number): Reading {
  const beginnings = passages.slice(0, PASSAGES.most).flatMap(({ text }, i) => {
    const shown = text
      .slice(0, SHOWN)
      .replace(/\[\d+\]/g, '')
      .replace(/[\s|]+(?:-{3,}[\s|]+)*/g, ' ')
      .trim()
    return shown ? [`${text.length > SHOWN ? `${shown.replace(/ \S*$/, '')} …` : shown} [${i + 1}]`] : []
  })
  return beginnings.length === 0
    ? { kind: 'none', texts: filled([NOTHING_FOUND], n) }
    : { kind: 'passages', texts: filled([`${NOT_SURE} ${beginnings.join(' ')}`], n) }
}
