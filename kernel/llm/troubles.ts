import { ApiError, inFull } from '../runtime/errors.ts'
import { answersWithin } from '../runtime/health.ts'
import { isTooLong, NO_IMAGES } from './llm.ts'

/** After a failed call, how long until a check asks the model itself again. */
const ASK_AGAIN_MS = 30_000
/** A store that is silent for longer is not waited for: a probe of the model ends by then, and would blame the model. */
const HEAR_MS = 1_000

/** What one request asks for and another may not, and what passes by itself: the model answers all the same. */
const OF_THE_REQUEST: ReadonlySet<unknown> = new Set([400, 409, 413, 422, 429])

const isOfTheRequest = (error: ApiError): boolean =>
  OF_THE_REQUEST.has(error.details.provider_status) || isTooLong(error) || error.details.reason === NO_IMAGES

/** How the latest calls of each model of an endpoint ended, as far as it says something of the model: a list of models may be there while no call succeeds. */
export interface Troubles {
  /** The latest call failed so. */
  note(model: string, error: unknown): void
  /** A call succeeded. */
  over(model: string): void
  /** Takes in what other processes have told; whoever cannot ask them knows its own calls alone. */
  hear(model: string): Promise<void>
  /** Why the latest call failed, and whether the model is to be asked again. */
  of(model: string): { readonly error: ApiError; readonly askAgain: boolean } | undefined
}

/** Troubles that all processes of an installation know of. */
export interface SharedTroubles {
  tell(model: string, message: string): void
  over(model: string): void
  look(model: string): Promise<{ readonly message: string; readonly ageMs: number } | undefined>
}

interface Trouble {
  readonly error: ApiError
  readonly at: number
  /** Of another process's call. */
  readonly heard: boolean
}

export function createTroubles(now: () => number = () => performance.now(), shared?: SharedTroubles): Troubles {
  const troubles = new Map<string, Trouble>()
  return {
    note(model, error) {
      if (!(error instanceof ApiError) || error.code !== 'upstream_failed' || isOfTheRequest(error)) return
      troubles.set(model, { error, at: now(), heard: false })
      shared?.tell(model, inFull(error))
    },
    over(model) {
      if (troubles.delete(model)) shared?.over(model)
    },
    async hear(model) {
      if (!shared) return
      const told = await answersWithin(HEAR_MS, () => shared.look(model)).catch(() => null)
      const known = troubles.get(model)
      if (told === undefined && known?.heard) troubles.delete(model)
      if (!told) return
      const at = now() - told.ageMs
      if (!known || known.at < at) troubles.set(model, { error: new ApiError('upstream_failed', told.message), at, heard: true })
    },
    of(model) {
      const found = troubles.get(model)
      return found && { error: found.error, askAgain: now() - found.at >= ASK_AGAIN_MS }
    },
  }
}
