import { parentPort } from 'node:worker_threads'
import { messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import { type Works, works } from './works.ts'

/** What a thread is asked for, and what it says. */
export interface Ask {
  readonly work: keyof Works
  readonly given: readonly unknown[]
}
export type Said = { readonly result: unknown } | { readonly code: string; readonly message: string }

parentPort?.on('message', ({ work, given }: Ask) => {
  try {
    const result = (works[work] as (...given: readonly unknown[]) => unknown)(...given)
    parentPort?.postMessage({ result } satisfies Said)
  } catch (error) {
    const code = error instanceof WorkError ? error.code : 'internal'
    parentPort?.postMessage({ code, message: messageOf(error) } satisfies Said)
  }
})
