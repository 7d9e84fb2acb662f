import { z } from 'zod'

/** Where the next page of a list begins; `list` so that a cursor of one list is none of another. */
const positionSchema = z.tuple([z.string(), z.int().nonnegative(), z.int().nonnegative()])

export interface ListPosition {
  /** Which part of the list: an index, where there are several. */
  readonly part: number
  readonly skip: number
}

export const cursorOf = (list: string, { part, skip }: ListPosition): string =>
  Buffer.from(JSON.stringify([list, part, skip])).toString('base64url')

/** The place that a cursor names; the beginning without one, undefined for a text that is no cursor of this list. */
export function positionOf(list: string, cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return { part: 0, skip: 0 }
  try {
    const [of, part, skip] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return of === list ? { part, skip } : undefined
  } catch {
    return undefined
  }
}
