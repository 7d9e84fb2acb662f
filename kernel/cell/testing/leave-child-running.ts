import { pino } from 'pino'
import { createParserPool } from '../pool.ts'

/** Starts a pool whose child runs in circles and prints the child's process id; for a test that kills this process. */
const archive = { max_inflated_mb: 1, max_compression_ratio: 1, max_archive_entries: 1 }
const pool = createParserPool({
  limits: { timeout_ms: 60_000, memory_mb: 300, ...archive },
  size: 1,
  log: pino({ level: 'silent' }),
  entry: new URL('./misbehaving-child.ts', import.meta.url),
})
const onProgress = () => void process.stdout.write(`${pool.pids()[0]}\n`)
await pool.parse({ path: import.meta.filename, fileType: 'loop loudly', onProgress })
