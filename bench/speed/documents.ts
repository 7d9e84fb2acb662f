// Real files until they are searchable, beside other pipelines on the same files and cores:
// npm run bench bench/speed/documents.ts FOLDER -- --peer 'Haystack=COMMAND' --peer 'LangChain.js=COMMAND' [--pdf 'pypdfium2=COMMAND' --rounds 5]
// A peer's command reads FOLDER and prints a line of JSON with `files`, `ingest_s`, `cpu_s`, `chars`, `peak_rss_mb`; that of --pdf `pages` and `cpu_s` of the PDF files.
// Scanned pages are not recognised, because no peer does. `taskset -c 0,1 npm run …` gives all of them the same cores.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { findFiles } from '../../scripts/cli/find-files.ts'
import { ingestRound, withoutRecognition } from './ingest-round.ts'
import { type Claim, type Figures, middle, printTables, sideBySide } from './side-by-side.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peer: { type: 'string', multiple: true, default: [] },
    pdf: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '8' },
  },
})
if (positionals.length === 0)
  throw new Error("usage: npm run bench bench/speed/documents.ts FOLDER [-- --peer 'NAME=COMMAND' --pdf 'NAME=COMMAND']")

const files = await findFiles(positionals, process.env.INIT_CWD ?? process.cwd())
const folder = await mkdtemp(join(tmpdir(), 'millrace-beside-'))
const config = await withoutRecognition(folder)
const run = promisify(execFile)
const named = (peer: string): [string, string] => [peer.slice(0, peer.indexOf('=')), peer.slice(peer.indexOf('=') + 1)]

async function printed(command: string): Promise<unknown> {
  const { stdout } = await run('sh', ['-c', command], { maxBuffer: 64 * 1024 * 1024 })
  const line = stdout.split('\n').findLast((text) => text.startsWith('{'))
  if (!line) throw new Error(`no line of JSON was printed by: ${command}`)
  return JSON.parse(line)
}

const peerSchema = z.object({ files: z.number(), ingest_s: z.number(), cpu_s: z.number(), chars: z.number(), peak_rss_mb: z.number() })
async function askPeer(command: string): Promise<Figures> {
  const { files: count, ingest_s, cpu_s, chars, peak_rss_mb } = peerSchema.parse(await printed(command))
  return { 'docs/s': count / ingest_s, 'CPU s': cpu_s, 'docs/CPU s': count / cpu_s, 'peak MB': peak_rss_mb, characters: chars }
}

const readerSchema = z.object({ pages: z.number(), cpu_s: z.number() })
async function askReader(command: string): Promise<Figures> {
  const { pages, cpu_s } = readerSchema.parse(await printed(command))
  return { 'CPU s': cpu_s, 'pages/CPU s': pages / cpu_s }
}

const own = async (some: readonly string[]): Promise<Figures> => {
  const round = await ingestRound(some, { concurrency: Number(values.concurrency), config })
  if (round.failed + round.refused > 0) throw new Error(`${round.failed + round.refused} files were not read`)
  return {
    'docs/s': round.documentsPerSecond,
    'CPU s': round.cpuSeconds,
    'docs/CPU s': round.complete / round.cpuSeconds,
    'pages/CPU s': round.pages / round.cpuSeconds,
    'peak MB': round.peakMegabytes,
    'peak MB, shared once': round.peakProportionalMegabytes,
    characters: round.characters,
  }
}

try {
  const peers = values.peer.map(named)
  const pdf = values.pdf ? named(values.pdf) : undefined
  const rounds = await sideBySide(Number(values.rounds), {
    Millrace: () => own(files),
    ...Object.fromEntries(peers.map(([name, command]) => [name, () => askPeer(command)])),
    ...(pdf ? { 'Millrace, PDF': () => own(files.filter((f) => f.endsWith('.pdf'))), [pdf[0]]: () => askReader(pdf[1]) } : {}),
  } as Record<string, () => Promise<Figures>>)
  const ratio = (figure: string, beside: string, ours = 'Millrace') => middle(rounds[ours], figure) / middle(rounds[beside], figure)
  const bars: Readonly<Record<string, number>> = { Haystack: 5, 'LangChain.js': 2 }
  const claims: Claim[] = peers.flatMap(([name]) => [
    { claim: `documents a CPU second beside ${name}`, measured: ratio('docs/CPU s', name), bar: bars[name] ?? 2, atLeast: true },
    { claim: `characters beside ${name}`, measured: ratio('characters', name), bar: 0.95, atLeast: true },
    { claim: `peak memory beside ${name}`, measured: ratio('peak MB', name), bar: 0.6 },
  ])
  const pages = pdf && { claim: `PDF pages a CPU second beside ${pdf[0]}`, measured: ratio('pages/CPU s', pdf[0], 'Millrace, PDF') }
  printTables(rounds, [...claims, ...(pages ? [{ ...pages, bar: 0.4, atLeast: true }] : [])])
} finally {
  await rm(folder, { recursive: true, force: true })
}
