import { pino } from 'pino'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { createParserPool, type ParsedFile, type ParserPool } from '../../../kernel/cell/pool.ts'
import { ApiError, messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import type { Task } from './task.ts'

/** Of one child: an honest workbook of 200,000 rows fits. */
const LIMITS = { timeout_ms: 60_000, memory_mb: 900, max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }

let pool: ParserPool | undefined

export interface CellRequest {
  /** What the task begins with. */
  readonly blob: string
  readonly fileType: string
  readonly task: Task
  /** Whose turn it takes. */
  readonly caller: string
  readonly signal: AbortSignal
}

/** Has a task done in a bounded child process of this process. WorkError; `dispose` of what it gives removes its files. */
export async function inReportCell(blobs: Blobs, { blob, fileType, task, caller, signal }: CellRequest): Promise<ParsedFile> {
  pool ??= createParserPool({
    limits: LIMITS,
    size: 2,
    steady: 1,
    log: pino({ level: 'silent' }),
    entry: new URL('./child.ts', import.meta.url),
  })
  const local = await blobs.localFile(blob).catch((cause: unknown) => {
    const gone = cause instanceof ApiError && cause.code === 'not_found'
    const why = gone
      ? 'The workbook is no longer in storage. Upload it again.'
      : `The workbook could not be read from storage. ${messageOf(cause)}`
    throw new WorkError('storage_failed', why, { retryable: !gone, cause })
  })
  try {
    return await pool.parse({ path: local.path, fileType, caller, signal, beside: task })
  } finally {
    await local.dispose()
  }
}

/** Tasks that wait for a free child. */
export const reportQueue = (): number => pool?.waiting() ?? 0

/** Ends the child processes; once, at shutdown. */
export async function closeReportCell(): Promise<void> {
  const open = pool
  pool = undefined
  await open?.close()
}
