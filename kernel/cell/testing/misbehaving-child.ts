import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { WorkError } from '../../runtime/errors.ts'
import type { Job, ReadProgress } from '../protocol.ts'
import { serveJobs } from '../serve-jobs.ts'

/** A child for the pool's tests: the file type says what it does wrong. */
const acts: Readonly<Record<string, (job: Job, progress: (p: ReadProgress) => void) => unknown>> = {
  fine: () => undefined,
  refuse: () => {
    throw new WorkError('encrypted', 'It is protected.')
  },
  'disk full': () => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write '/secret/place'"), { code: 'ENOSPC' })
  },
  throw: () => {
    throw new TypeError('a bug')
  },
  loop: () => {
    for (;;);
  },
  'loop loudly': (_, progress) => {
    progress({ done: 1, total: 2, unit: 'pages' })
    for (;;);
  },
  slow: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
  // Buffers lie outside of V8's heap, so that only the watch on resident memory sees them.
  buffers: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(8 << 20, 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  },
  heap: () => {
    const kept: number[][] = []
    for (;;) kept.push(new Array(100_000).fill(kept.length))
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  'crash once': ({ output }) => {
    const mark = join(dirname(output), 'crashed')
    if (existsSync(mark)) return
    writeFileSync(mark, '')
    process.kill(process.pid, 'SIGSEGV')
  },
  environment: () => Object.keys(process.env).sort().join(' '),
  // As a reader that takes whatever it meets for damage.
  'lose the file': async ({ input }, progress) => {
    progress({ done: 1, total: 2, unit: 'pages' })
    while (existsSync(input)) await new Promise((resolve) => setTimeout(resolve, 5))
    throw new WorkError('corrupt', 'The file is damaged.')
  },
  write: ({ input }) => writeFileSync(`${input}.stolen`, ''),
  evaluate: () => new Function('return 1')(),
}

serveJobs(async (job, progress) => {
  if ('picture' in job) throw new Error('it reads files only')
  const result = await acts[job.fileType]?.(job, progress)
  const warnings = typeof result === 'string' ? [result] : []
  writeFileSync(job.output, '')
  const header = { format: 'millrace.parsed.v1' as const, reader: String(process.pid), pages: 0, characters: 0, warnings }
  return { header, pictures: [], attached: [] }
})
