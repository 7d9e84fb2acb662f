// Reply time of a 10 MB upload beside writing the same bytes, flushed, in the same folder, and beside a bare HTTP server that does so:
// npm run bench bench/upload-latency.ts [-- --megabytes 10 --rounds 15 --json]
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../scripts/cli/start-server.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = 1.3
const BYTES = Number(values.megabytes) * 1024 * 1024

/** The same work without a product: a new file, its bytes in pieces as a socket gives them, flushed, renamed, its folder flushed. */
async function write(dir: string, bytes: Uint8Array, n: number): Promise<number> {
  const started = performance.now()
  const file = await open(join(dir, `${n}.part`), 'wx')
  for (let at = 0; at < bytes.length; at += 65_536) await file.write(bytes.subarray(at, at + 65_536))
  await file.sync()
  await file.close()
  await rename(join(dir, `${n}.part`), join(dir, `${n}.bin`))
  const folder = await open(dir, 'r')
  await folder.sync()
  await folder.close()
  return performance.now() - started
}

async function bareReceiver(dir: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-receiver.ts', import.meta.url)), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => void child.kill() }
}

/** A file without a reader, so that nothing but its acceptance is measured. */
async function upload(url: string, bytes: Buffer<ArrayBuffer>, n: number): Promise<number> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: 'bench', doc_type: 'bench' }))
  form.append('file', new Blob([bytes]), `${n}.bin`)
  // Encoded before the clock starts: the client's work is not the server's.
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const body = await encoded.arrayBuffer()
  const started = performance.now()
  const res = await fetch(`${url}/api/v2/upload`, { method: 'POST', headers: { 'content-type': type }, body })
  await res.arrayBuffer()
  if (res.status !== 202) throw new Error(`the upload was answered with ${res.status}`)
  return performance.now() - started
}

const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0

const dir = await mkdtemp(join(tmpdir(), 'millrace-latency-'))
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
const bare = await bareReceiver(dir)
try {
  const writes: number[] = []
  const bares: number[] = []
  const uploads: number[] = []
  // The first records of each partition after a start are counted, in case that the process dies with one: that is not what is measured.
  for (let n = 0; n < 150; n++) await upload(server.url, randomBytes(10), 1000 + n)
  for (let n = -2; n < Number(values.rounds); n++) {
    const bytes = randomBytes(BYTES)
    const w = await write(dir, bytes, n)
    const b = await upload(bare.url, bytes, n)
    const u = await upload(server.url, bytes, n)
    // The first two warm both up.
    if (n >= 0) writes.push(w) && bares.push(b) && uploads.push(u)
  }
  const ratios = uploads.map((u, i) => u / (writes[i] ?? u)).sort((a, b) => a - b)
  const [write50, bare50, upload50] = [writes, bares, uploads].map((t) => median([...t].sort((a, b) => a - b))) as [number, number, number]
  const result = {
    megabytes: Number(values.megabytes),
    writeMs: write50,
    bareMs: bare50,
    uploadMs: upload50,
    ratio: median(ratios),
    ratioOfMedians: upload50 / write50,
  }
  if (values.json) console.log(JSON.stringify(result))
  else
    console.log(
      `${result.megabytes} MB: written in ${write50.toFixed(0)} ms, received by a bare server in ${bare50.toFixed(0)} ms, uploaded in ${upload50.toFixed(0)} ms; ` +
        `ratio ${result.ratio.toFixed(2)} as the median of pairs, ${result.ratioOfMedians.toFixed(2)} of the medians (target ≤ ${TARGET})`,
    )
  process.exitCode = result.ratio <= TARGET ? 0 : 1
} finally {
  bare.stop()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
