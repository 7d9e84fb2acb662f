import { ApiError } from '../errors.ts'

/** Streams that one key (or address) may have open. */
export const MAX_STREAMS_PER_CALLER = 50

/** Hands out the places for event streams. */
export interface StreamSlots {
  /** Takes a place and gives what frees it. ApiError rate_limited when the caller has none left. */
  take(caller: string): Promise<() => void>
}

/** Refuses a stream beyond the last place. */
export const noSlotLeft = (): ApiError =>
  new ApiError('rate_limited', `${MAX_STREAMS_PER_CALLER} event streams are open; close one first`, { headers: { 'retry-after': '5' } })

/** Places counted in this process alone. */
export function memorySlots(): StreamSlots {
  const perCaller = new Map<string, number>()
  return {
    async take(caller) {
      const count = perCaller.get(caller) ?? 0
      if (count >= MAX_STREAMS_PER_CALLER) throw noSlotLeft()
      perCaller.set(caller, count + 1)
      return () => {
        const left = (perCaller.get(caller) ?? 1) - 1
        if (left > 0) perCaller.set(caller, left)
        else perCaller.delete(caller)
      }
    },
  }
}
