import { type DocumentErrorCode, documentErrorCodes } from '../../schemas/document-error-codes.ts'
import { messageOf, WorkError } from '../runtime/errors.ts'
import type { AnyJob, PictureText, ReadProgress, ReadResult, Reply } from './protocol.ts'

/** Argument of a child that its parent's death does not end by itself. */
export const WATCHES_PARENT = '--watches-parent'
const PROGRESS_EVERY_MS = 100

/** Runs in the child: takes jobs from the parent one at a time, and ends with the parent. */
export function serveJobs(handle: (job: AnyJob, progress: (p: ReadProgress) => void) => Promise<ReadResult | PictureText>): void {
  const send = (reply: Reply) => void process.send?.(reply)
  process.on('disconnect', () => process.exit(0))
  // From the parent, which this process trusts with everything: checking it would load a schema library into each child (17 MB).
  process.on('message', async (job: AnyJob) => {
    let told = Number.NEGATIVE_INFINITY
    const progress = (p: ReadProgress) => {
      const now = performance.now()
      if (now - told < PROGRESS_EVERY_MS) return
      told = now
      send({ kind: 'progress', id: job.id, progress: p })
    }
    try {
      const result = await handle(job, progress)
      send({ kind: 'done', id: job.id, result, rssMb: process.memoryUsage.rss() / 1048576 })
    } catch (error) {
      send({ kind: 'failed', id: job.id, ...failureOf(error) })
    }
  })
  const ready = () => send({ kind: 'ready' })
  if (process.argv.includes(WATCHES_PARENT)) void watchParent(ready)
  else ready()
}

async function watchParent(ready: () => void): Promise<void> {
  const { Worker } = await import('node:worker_threads')
  const watch = new Worker(new URL('./watch-parent.mjs', import.meta.url), { execArgv: [] })
  watch.unref()
  // The thread starts with the help of this one, which the first job may keep busy.
  watch.once('message', ready)
  watch.once('error', (error) => {
    throw error
  })
}

const isCode = (code: string): code is DocumentErrorCode => documentErrorCodes.some((c) => c === code)
const OUT_OF_MEMORY = /allocation failed|out of memory|OOM|Invalid string length|Invalid typed array length|Cannot enlarge memory/i

/** The machine's trouble, not the file's. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'])

/** What is told of an error; a child that met one of unknown cause is replaced, its libraries may be in any state. */
function failureOf(error: unknown): { code: DocumentErrorCode; message: string; spent: boolean } {
  if (error instanceof WorkError && isCode(error.code)) return { code: error.code, message: error.message, spent: false }
  const message = messageOf(error)
  if (error instanceof Error && 'code' in error && DISK.has(String(error.code)))
    return { code: 'storage_failed', message: `The text could not be written (${String(error.code)}).`, spent: false }
  if (OUT_OF_MEMORY.test(message))
    return {
      code: 'out_of_memory',
      message: 'Reading the file needs more memory than is allowed. Split it into smaller files.',
      spent: true,
    }
  if (/call stack/i.test(message))
    return {
      code: 'corrupt',
      message: 'The file nests more deeply than any document does. Save it again and upload that copy.',
      spent: false,
    }
  return { code: 'internal', message: `The file could not be read: ${message.slice(0, 300)}`, spent: true }
}
