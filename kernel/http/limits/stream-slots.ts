import { changeCount } from '../../runtime/concurrency/change-count.ts'
import { type ApiError, rateLimited } from '../../runtime/errors.ts'
import { type Counted, KEY_SHARE } from './limits.ts'

/** Streams that one caller (key and subject, or address) may have open. */
export const MAX_STREAMS_PER_CALLER = 50
/** Streams that the subjects of one key may have open together. */
export const MAX_STREAMS_PER_KEY = MAX_STREAMS_PER_CALLER * KEY_SHARE

/** Hands out the places for event streams. */
export interface StreamSlots {
  /** Takes a place and gives what frees it. ApiError rate_limited when the caller, or its key as a whole, has none left. */
  take(counted: Counted): Promise<() => void>
}

/** Each name that a stream counts under, with the streams that it may have open. */
export const placesOf = ({ own, shared }: Counted): readonly (readonly [name: string, most: number])[] =>
  shared === undefined
    ? [[own, MAX_STREAMS_PER_CALLER]]
    : [
        [own, MAX_STREAMS_PER_CALLER],
        [shared, MAX_STREAMS_PER_KEY],
      ]

/** Refuses a stream beyond the last place. */
export const noSlotLeft = (most: number): ApiError =>
  rateLimited(`${most} event streams are open; close one first`, { limit: most, seconds: 5 })

/** Places counted in this process alone. */
export function memorySlots(): StreamSlots {
  const open = new Map<string, number>()
  return {
    async take(counted) {
      const places = placesOf(counted)
      for (const [name, most] of places) if ((open.get(name) ?? 0) >= most) throw noSlotLeft(most)
      for (const [name] of places) changeCount(open, name, 1)
      return () => {
        for (const [name] of places) changeCount(open, name, -1)
      }
    },
  }
}
