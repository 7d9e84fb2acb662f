import { ApiError } from '../runtime/errors.ts'

/** After a failed call, how long until a check asks the model itself again. */
const ASK_AGAIN_MS = 30_000

/** What one request asks for and another may not, and what passes by itself: the model answers all the same. */
const OF_THE_REQUEST: ReadonlySet<unknown> = new Set([400, 409, 413, 422, 429])

/** How the latest calls of each model of an endpoint ended, as far as it says something of the model: a list of models may be there while no call succeeds. */
export interface Troubles {
  /** The latest call failed so. */
  note(model: string, error: unknown): void
  /** A call succeeded. */
  over(model: string): void
  /** Why the latest call failed, and whether the model is to be asked again. */
  of(model: string): { readonly error: ApiError; readonly askAgain: boolean } | undefined
}

export function createTroubles(now: () => number = () => performance.now()): Troubles {
  const troubles = new Map<string, { error: ApiError; at: number }>()
  return {
    note(model, error) {
      if (!(error instanceof ApiError) || error.code !== 'upstream_failed' || OF_THE_REQUEST.has(error.details.provider_status)) return
      troubles.set(model, { error, at: now() })
    },
    over: (model) => void troubles.delete(model),
    of(model) {
      const found = troubles.get(model)
      return found && { error: found.error, askAgain: now() - found.at >= ASK_AGAIN_MS }
    },
  }
}
