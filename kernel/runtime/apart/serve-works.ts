import { parentPort } from 'node:worker_threads'
import { lowerThread } from '../lower-thread.ts'
import { type ToldError, toldError } from './told-error.ts'

/** What a thread is asked for, and what it says. */
export interface Ask {
  readonly work: string
  readonly given: readonly unknown[]
}
export type Said = { readonly result: unknown } | { readonly error: ToldError }

/** Does the works of a module that this thread is asked for, one after the other. */
export async function serveWorks(module: string, lowered: boolean): Promise<void> {
  if (lowered) lowerThread()
  const { works } = (await import(module)) as { works: Record<string, (...given: readonly unknown[]) => unknown> }
  const answer = async ({ work, given }: Ask): Promise<Said> => {
    try {
      return { result: await works[work]?.(...given) }
    } catch (error) {
      return { error: toldError(error) }
    }
  }
  parentPort?.on('message', async (ask: Ask) => parentPort?.postMessage(await answer(ask)))
}
