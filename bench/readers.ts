// Processor time of the readers alone, by kind of file, in one warm process: npm run bench bench/readers.ts FOLDER [-- --rounds 3]
// Time of the main thread is the reader's own; the rest is compilation and collection beside it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFiles } from '../scripts/cli/find-files.ts'
import { readDocument } from '../services/documents/parse/read-document.ts'

/** As config.yaml has them. */
const LIMITS = { max_inflated_mb: 500, max_compression_ratio: 100, max_archive_entries: 10_000 }

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } })
if (positionals.length === 0) throw new Error('usage: npm run bench bench/readers.ts FOLDER [-- --rounds N]')

const files = await findFiles(positionals, process.env.INIT_CWD ?? process.cwd())
const kindOf = (file: string) => extname(file).slice(1).toLowerCase()
const folder = await mkdtemp(join(tmpdir(), 'millrace-readers-'))
const secondsOf = ({ user, system }: NodeJS.CpuUsage) => Number(((user + system) / 1e6).toFixed(2))

async function readAll(kind: string, own: readonly string[]) {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()]
  let [pages, characters, failed] = [0, 0, 0]
  for (const input of own) {
    try {
      const { header } = await readDocument(
        { id: 1, input, output: join(folder, 'blocks'), fileType: kind, limits: LIMITS },
        () => undefined,
      )
      pages += header.pages
      characters += header.characters
    } catch {
      failed++
    }
  }
  const seconds = secondsOf(process.cpuUsage(all))
  return {
    kind,
    files: own.length,
    failed,
    pages,
    characters,
    'main thread s': secondsOf(process.threadCpuUsage(thread)),
    'all s': seconds,
  }
}

try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    const rows = []
    for (const [kind, own] of Map.groupBy(files, kindOf)) rows.push(await readAll(kind, own))
    console.log(round === 1 ? 'round 1, modules not loaded yet' : `round ${round}`)
    console.table(rows)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
