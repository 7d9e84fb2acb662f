import type { LogRecord } from '../broker.ts'

/** Above this the partition is no longer fetched, until half of it is used up. */
const FULL_BYTES = 2 * 1024 * 1024
const FULL_RECORDS = 2000

export interface FetchBuffer {
  /** Sets the offset to fetch next, where it is not known from what was fetched; never back. */
  begin(offset: number): void
  /** Takes fetched records, and gives how many; those that were taken before are left out. */
  push(records: readonly LogRecord[]): number
  /** At most `limit` records from `position` on, whose predecessors are dropped; waits for the first. Empty when the signal is aborted. */
  read(position: number, limit: number, signal: AbortSignal): Promise<readonly LogRecord[]>
  /** Offset to fetch next; undefined before it was set. */
  next(): number | undefined
  full(): boolean
}

/** What was fetched of one partition and is not committed. `changed` is called when it has become full or has room again. */
export function createFetchBuffer(changed: (full: boolean) => void): FetchBuffer {
  const records: LogRecord[] = []
  let bytes = 0
  let next: number | undefined
  let full = false
  let wake: (() => void) | undefined

  function measure(): void {
    const share = Math.max(bytes / FULL_BYTES, records.length / FULL_RECORDS)
    if (full ? share < 0.5 : share >= 1) changed((full = !full))
  }

  function dropBefore(position: number): void {
    const kept = records.findIndex((record) => Number(record.offset) >= position)
    const dropped = records.splice(0, kept === -1 ? records.length : kept)
    for (const record of dropped) bytes -= record.value.byteLength
    measure()
  }

  return {
    begin(offset) {
      next = Math.max(next ?? 0, offset)
    },
    push(fetched) {
      let taken = 0
      for (const record of fetched) {
        if (next !== undefined && Number(record.offset) < next) continue
        records.push(record)
        bytes += record.value.byteLength
        next = Number(record.offset) + 1
        taken++
      }
      measure()
      wake?.()
      return taken
    },
    async read(position, limit, signal) {
      dropBefore(position)
      while (records.length === 0 && !signal.aborted) {
        const woken = Promise.withResolvers<void>()
        wake = woken.resolve
        signal.addEventListener('abort', wake, { once: true })
        await woken.promise
        signal.removeEventListener('abort', wake)
      }
      return signal.aborted ? [] : records.slice(0, limit)
    },
    next: () => next,
    full: () => full,
  }
}
