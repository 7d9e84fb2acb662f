import { basename, extname, relative } from 'node:path'
import { followUpload } from './follow-upload.ts'
import type { ProgressBoard, Row } from './progress-board.ts'
import { isKeptOnly, type UploadStatus } from './replies.ts'
import { RequestError } from './request-error.ts'
import { sendFile } from './send-file.ts'
import type { Server } from './server.ts'

export interface IngestOptions {
  /** Documents at work at the same time. */
  readonly concurrency: number
  readonly index?: string
  readonly replace?: boolean
  /** Title of the document; the file's name when absent. */
  readonly title?: string
  /** The extension when absent. */
  readonly docType?: string
  readonly tags?: readonly string[]
  readonly signal?: AbortSignal
}

export interface IngestResult {
  readonly file: string
  readonly uploadId?: string
  readonly status?: UploadStatus
  readonly error?: unknown
}

/** Sends every file and follows each to its end. Resolves with one result a file, in their order; never rejects for a single file. */
export async function ingest(
  server: Server,
  files: readonly string[],
  options: IngestOptions,
  board: ProgressBoard,
): Promise<IngestResult[]> {
  const results: IngestResult[] = new Array(files.length)
  const names = shownNames(files)
  let next = 0
  const worker = async () => {
    for (let i = next++; i < files.length; i = next++) {
      if (options.signal?.aborted) return
      results[i] = await ingestOne(server, files[i]!, names[i]!, options, board)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, files.length) }, worker))
  options.signal?.throwIfAborted()
  return results
}

async function ingestOne(server: Server, file: string, name: string, options: IngestOptions, board: ProgressBoard): Promise<IngestResult> {
  const row = (part: Omit<Row, 'name'>) => board.update({ name, ...part })
  let uploadId: string | undefined
  try {
    row({ stage: 'sending', percent: 0, outcome: 'working' })
    uploadId = await sendFile(server, file, { ...options, metadata: metadataOf(file, options) })
    const status = await followUpload(
      server,
      uploadId,
      (s) => s.status !== 'complete' && s.status !== 'error' && row({ stage: s.processing_stage, percent: s.progress, outcome: 'working' }),
      options.signal,
    )
    row({
      stage: status.processing_stage,
      percent: status.progress,
      outcome: isKeptOnly(status) ? 'kept' : status.status === 'complete' ? 'done' : 'failed',
      note: noteOf(status),
    })
    return { file, uploadId, status }
  } catch (error) {
    if (!options.signal?.aborted) row({ stage: uploadId ? 'following' : 'sending', percent: 0, outcome: 'failed', note: explain(error) })
    return { file, uploadId, error }
  }
}

function metadataOf(file: string, { title, docType, tags }: IngestOptions) {
  const extension = extname(file).slice(1).toLowerCase()
  return {
    title: title ?? basename(file, extname(file)),
    doc_type: docType ?? (extension || 'document'),
    ...(tags?.length ? { tags: [...tags] } : {}),
  }
}

function noteOf(status: UploadStatus): string | undefined {
  if (isKeptOnly(status)) return status.message ?? 'It is stored, and cannot be searched.'
  if (status.status === 'complete') return status.warnings.length > 0 ? status.warnings.join(' ') : undefined
  const last = status.errors?.at(-1)
  // What is wrong with a file is told by the server together with the remedy.
  const retry = last?.retryable ? ' Ingest it again later.' : ''
  return `${last ? `${last.message} (${last.code})` : (status.message ?? 'no reason given')}${retry} [upload ${status.upload_id}]`
}

/** The files that did not become searchable, or not whole, each with the reason: of many it scrolled away while the others came in. */
export function endNotes(results: readonly IngestResult[]): string {
  if (results.length < 2) return ''
  const lines = results.flatMap(({ file, status, error }) => {
    const note = status ? noteOf(status) : explain(error)
    return note === undefined ? [] : [`  ${basename(file)}: ${note}\n`]
  })
  return lines.join('')
}

/** A failure in one line: what happened, what to do, and the request id to quote. */
export function explain(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error)
  return `${error.message} ${error.advice}${error.requestId ? ` [request ${error.requestId}]` : ''}`
}

/** File names, with as much of the path as tells namesakes apart. */
function shownNames(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(basename(file), (counts.get(basename(file)) ?? 0) + 1)
  return files.map((file) => (counts.get(basename(file)) === 1 ? basename(file) : relative(process.cwd(), file)))
}
