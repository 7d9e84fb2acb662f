import { z } from 'zod'
import { nearestName } from '../../text/nearest-name.ts'

/** An object whose names are all known: another one is refused with the one that was probably meant, not left out in silence. */
export const knownKeys = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined
      const [given = ''] = issue.keys
      const known = Object.keys(shape)
      const near = nearestName(given, known)
      return `${given.slice(0, 64)} is not known; ${near ? `did you mean ${near}?` : `known: ${known.join(', ')}`}`
    },
  })
