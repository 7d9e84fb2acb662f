import { ApiError } from '../../runtime/errors.ts'
import { nearestName } from '../../text/nearest-name.ts'

/** ApiError invalid_request for a name that is none of the known ones, with the one that was probably meant. */
export function requireKnownName(place: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return
  const near = nearestName(given, known)
  const shown = given.slice(0, 64)
  const meant = near ? `did you mean ${near}?` : known.length > 0 ? `known: ${known.join(', ')}` : 'it takes none'
  throw new ApiError('invalid_request', `${place} ${shown} is not known; ${meant}`, {
    details: { field: shown, ...(near ? { did_you_mean: near } : {}), known: [...known] },
  })
}
