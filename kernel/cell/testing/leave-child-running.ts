import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createParserPool } from '../pool.ts'
import { WATCHES_PARENT } from '../serve-jobs.ts'

/**
 * Starts a child that runs in circles and prints the child's process id; for a test that kills this process. The child is one of a pool, or
 * with the argument "thread" one that watches its parent itself.
 */
const archive = { max_inflated_mb: 1, max_compression_ratio: 1, max_archive_entries: 1 }
const entry = new URL('./misbehaving-child.ts', import.meta.url)
const job = { fileType: 'loop loudly' }
if (process.argv.includes('thread')) {
  const child = fork(fileURLToPath(entry), [WATCHES_PARENT])
  child.once('message', () => {
    child.once('message', () => process.stdout.write(`${child.pid}\n`))
    child.send({ ...job, id: 1, input: import.meta.filename, output: '', limits: archive })
  })
} else {
  const pool = createParserPool({
    limits: { timeout_ms: 60_000, memory_mb: 300, ...archive },
    size: 1,
    log: pino({ level: 'silent' }),
    entry,
  })
  const onProgress = () => void process.stdout.write(`${pool.pids()[0]}\n`)
  await pool.parse({ ...job, path: import.meta.filename, onProgress })
}
