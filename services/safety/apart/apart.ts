import { openApart, type Turn } from '../../../kernel/runtime/apart/apart.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import type { Works } from './works.ts'

/** Characters that take a few milliseconds: shorter texts are read where they are. */
const SHORT = 20_000

/** The longest text that a request may have takes seconds, 5 MB of tags within each other more memory than a heap has by itself. */
const threads = openApart<Works>({
  ...{ works: new URL('./works.ts', import.meta.url), most: 2, ofOne: 1, mostWaiting: 1_000 },
  ...{ longestMs: 240_000, memoryMb: 1_500, stackMb: 16, idleMs: 30_000 },
  nameOf: () => 'reading the text',
})

/** What parses and cleans HTML takes 10 MB: loaded with the first text. */
const loaded = async () => (await import('./works.ts')).works

const lengthOf = (given: unknown): number => {
  if (typeof given === 'string') return given.length
  if (Array.isArray(given)) return given.reduce((sum: number, one) => sum + lengthOf(one), 0)
  return given && typeof given === 'object' ? lengthOf(Object.values(given)) : 0
}

/**
 * Reads HTML: a short text at once, a long one (any, with `always`) on a thread of its own, within bounds of time and memory, so that
 * whoever else asks this process something has an answer meanwhile. WorkError `too_long` where the bounds do not suffice, else as `Apart`.
 */
export async function apart<Name extends keyof Works>(
  work: Name,
  given: Parameters<Works[Name]>,
  { always, ...turn }: Turn & { readonly always?: boolean } = {},
): Promise<ReturnType<Works[Name]>> {
  if (!always && lengthOf(given) <= SHORT)
    return ((await loaded())[work] as (...given: readonly unknown[]) => ReturnType<Works[Name]>)(...given)
  try {
    return await threads.run(work, given, turn)
  } catch (error) {
    if (!(error instanceof WorkError) || (error.code !== 'too_long' && error.code !== 'too_large')) throw error
    throw new WorkError('too_long', `${error.message}; edit its sections by themselves`, { cause: error })
  }
}
