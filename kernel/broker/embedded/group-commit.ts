import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { sqliteCode } from '../../store/sqlite-code.ts'
import type { Partition } from './log-file.ts'
import type { LogStore } from './log-store.ts'

const ROWS_PER_TRANSACTION = 100
const SQLITE_FULL = 13

interface Write {
  readonly rows: number
  readonly flush: boolean
  /** Milliseconds of the monotonic clock; a write that is still waiting then is refused. */
  readonly deadline: number
  readonly run: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface GroupCommit {
  /** Runs `run` inside a transaction that it shares with the other writes of this tick; resolves when it is durable. */
  write(rows: number, run: () => void, timeoutMs?: number): Promise<void>
  /** As `write`, but a power failure may undo it: offsets, whose loss means a redelivery. */
  writeOffsets(rows: number, run: () => void): Promise<void>
  /** Runs what is queued, now, and resolves when nothing waits for the disk any more. */
  flush(): Promise<void>
  /** Throws where the disk has failed, and this process cannot know what of the log is on it. */
  check(): void
}

const unavailable = (message: string, cause?: unknown, details?: Record<string, unknown>): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': '1' }, cause, ...(details && { details }) })

function diskError(error: unknown): ApiError {
  if (sqliteCode(error) === SQLITE_FULL)
    return new ApiError('storage_full', 'the disk is full', { headers: { 'retry-after': '30' }, cause: error })
  return unavailable('the log cannot be written', error)
}

export interface GroupCommitOptions {
  readonly store: LogStore
  readonly log: Logger
  /** Resolves when all that was committed before the call is on the disk. */
  readonly flushed: () => Promise<void>
  /** These partitions have more to be read. */
  readonly appended: (partitions: Iterable<Partition>) => void
}

/**
 * Gathers the writes of one turn of the event loop into transactions of about 100 rows, so that many publishers share
 * one flush of the disk, which goes on beside: nobody reads, or is told of, what it has not written yet. A failed transaction rejects its
 * writes with ApiError storage_full or unavailable; the next one is tried afresh. After a flush that failed all are refused, and whether
 * those that it was for are in the log only the next start can tell.
 */
export function createGroupCommit({ store, log, flushed, appended }: GroupCommitOptions): GroupCommit {
  let queue: Write[] = []
  let scheduled = false
  let failure: ApiError | undefined
  const flushing = new Set<Promise<void>>()

  function take(): Write[] {
    let rows = 0
    let count = 0
    while (count < queue.length && (count === 0 || rows + queue[count]!.rows <= ROWS_PER_TRANSACTION)) rows += queue[count++]!.rows
    const taken = queue.slice(0, count)
    queue = queue.slice(count)
    return taken
  }

  function runOne(): void {
    const writes = take().filter((write) => {
      const late = performance.now() > write.deadline
      if (late) write.reject(unavailable('the log did not take the records in time'))
      return !late
    })
    if (writes.length === 0) return
    try {
      if (failure) throw failure
      const grown = store.transaction(() => {
        for (const write of writes) write.run()
      })
      const waiting = writes.filter(({ flush }) => flush)
      for (const write of writes) if (!write.flush) write.resolve()
      if (waiting.length > 0) tellWhenFlushed(waiting, grown)
    } catch (error) {
      log.error({ code: sqliteCode(error), writes: writes.length }, `embedded log: ${messageOf(error)}`)
      for (const write of writes) write.reject(diskError(error))
    }
  }

  function tellWhenFlushed(writes: readonly Write[], grown: ReadonlyMap<Partition, number>): void {
    const told = flushed().then(
      () => {
        store.show(grown)
        for (const write of writes) write.resolve()
        appended(grown.keys())
      },
      (error: unknown) => {
        failure ??= unavailable('the log cannot be written', error)
        log.fatal({ writes: writes.length }, `embedded log: ${messageOf(error)}`)
        const unknown = unavailable('the disk failed while the log was written', error, { outcome: 'unknown' })
        for (const write of writes) write.reject(unknown)
      },
    )
    flushing.add(told)
    void told.finally(() => flushing.delete(told))
  }

  function turn(): void {
    scheduled = false
    runOne()
    schedule()
  }

  function schedule(): void {
    if (scheduled || queue.length === 0) return
    scheduled = true
    setImmediate(turn)
  }

  function enqueue(write: Pick<Write, 'rows' | 'run' | 'flush' | 'deadline'>): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push({ ...write, resolve, reject })
      schedule()
    })
  }

  return {
    write: (rows, run, timeoutMs = Number.POSITIVE_INFINITY) =>
      enqueue({ rows, run, flush: true, deadline: performance.now() + timeoutMs }),
    writeOffsets: (rows, run) => enqueue({ rows, run, flush: false, deadline: Number.POSITIVE_INFINITY }),
    async flush() {
      while (queue.length > 0) runOne()
      await Promise.all(flushing)
    },
    check() {
      if (failure) throw failure
    },
  }
}
