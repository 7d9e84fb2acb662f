import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { z } from 'zod'
import { createParserPool, type ParserPool } from '../../kernel/cell/pool.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import { blockSchema } from '../../schemas/artifacts.ts'
import { documentReader } from '../../services/documents/parse/document-reader.ts'

/** What one reader made of one file. */
export interface Reading {
  readonly path: string
  readonly reader: string
  readonly ms: number
  readonly text: string
  readonly error?: string
}

/** As config.yaml has them. */
const LIMITS = { timeout_ms: 50_000, memory_mb: 900, max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }
const MOST_OUTPUT = 512 * 1024 * 1024

async function readOne(pool: ParserPool, path: string): Promise<string> {
  const parsed = await pool.parse({ path, fileType: extname(path).slice(1).toLowerCase() })
  try {
    const lines = readFileSync(parsed.blocks, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => blockSchema.parse(JSON.parse(line)).text).join('\n\n')
  } finally {
    await parsed.dispose()
  }
}

/** Millrace's own readers, in one warm child process as in the product. */
export async function readOurs(paths: readonly string[]): Promise<Reading[]> {
  const pool = createParserPool({ entry: documentReader, limits: LIMITS, size: 1, log: pino({ level: 'silent' }) })
  const readings: Reading[] = []
  try {
    if (paths[0]) await readOne(pool, paths[0]).catch(() => '')
    for (const path of paths) {
      const started = performance.now()
      const outcome = await readOne(pool, path).then(
        (text) => ({ text }),
        (error: unknown) => ({ text: '', error: messageOf(error) }),
      )
      readings.push({ path, reader: 'millrace', ms: performance.now() - started, ...outcome })
    }
    return readings
  } finally {
    await pool.close()
  }
}

/** Poppler's pdftotext, in reading order and by layout; nothing where it is not installed. Its start counts as its time. */
export function pdftotext(paths: readonly string[]): Reading[] {
  if (spawnSync('pdftotext', ['-v']).error) {
    console.error('pdftotext is not installed (Debian: poppler-utils); left out')
    return []
  }
  const modes = [
    { reader: 'pdftotext', flags: [] },
    { reader: 'pdftotext -layout', flags: ['-layout'] },
  ]
  return paths
    .filter((p) => extname(p) === '.pdf')
    .flatMap((path) =>
      modes.map(({ reader, flags }) => {
        const started = performance.now()
        try {
          const text = execFileSync('pdftotext', [...flags, path, '-'], {
            encoding: 'utf8',
            maxBuffer: MOST_OUTPUT,
            stdio: ['ignore', 'pipe', 'ignore'],
          })
          return { path, reader, ms: performance.now() - started, text }
        } catch (error) {
          return { path, reader, ms: performance.now() - started, text: '', error: messageOf(error).split('\n')[0] }
        }
      }),
    )
}

const replySchema = z.object({
  path: z.string(),
  reader: z.string(),
  ms: z.number(),
  text: z.string().default(''),
  error: z.string().optional(),
})

/** What the libraries that this Python can import make of the files; nothing without Python. */
export async function pythonReaders(paths: readonly string[], python: string): Promise<Reading[]> {
  const script = fileURLToPath(new URL('./parsing-readers.py', import.meta.url))
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] })
  const readings: Reading[] = []
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
    child.on('error', () => {
      console.error(`${python} does not start; its readers are left out`)
      resolve()
    })
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(paths.join('\n'))
  for await (const line of createInterface(child.stdout)) readings.push(replySchema.parse(JSON.parse(line)))
  await ended
  return readings
}
