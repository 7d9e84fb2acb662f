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
  /** Runs what is queued, now. */
  flush(): void
}

const unavailable = (message: string, cause?: unknown): ApiError =>
  new ApiError('unavailable', message, { headers: { 'retry-after': '1' }, cause })

function diskError(error: unknown): ApiError {
  if (sqliteCode(error) === SQLITE_FULL)
    return new ApiError('storage_full', 'the disk is full', { headers: { 'retry-after': '30' }, cause: error })
  return unavailable('the log cannot be written', error)
}

/**
 * Gathers the writes of one turn of the event loop into transactions of about 100 rows, so that many publishers share
 * one flush of the disk. A failed transaction rejects its writes with ApiError storage_full or unavailable; the next one is tried afresh.
 */
export function createGroupCommit(store: LogStore, log: Logger, appended: (partitions: ReadonlySet<Partition>) => void): GroupCommit {
  let queue: Write[] = []
  let scheduled = false

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
      const grown = store.transaction(
        () => {
          for (const write of writes) write.run()
        },
        writes.some(({ flush }) => flush),
      )
      for (const write of writes) write.resolve()
      appended(grown)
    } catch (error) {
      log.error({ code: sqliteCode(error), writes: writes.length }, `embedded log: ${messageOf(error)}`)
      for (const write of writes) write.reject(diskError(error))
    }
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
    flush() {
      while (queue.length > 0) runOne()
    },
  }
}
