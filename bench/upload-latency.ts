// Reply time of a 10 MB upload beside writing the same bytes, flushed, in the same folder, and beside a bare HTTP server that does so:
// npm run bench bench/upload-latency.ts [-- --megabytes 10 --rounds 15 --json]
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../scripts/cli/start-server.ts'
import { formAround, postForm } from './load/raw-request.ts'
import { median } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = 1.3
const BYTES = Number(values.megabytes) * 1024 * 1024
/** What a socket gives at a time. */
const SOCKET_PIECE = 65_536

/** The same work without a product: a new file, its bytes in pieces, flushed, renamed, its folder flushed. */
async function write(dir: string, bytes: Uint8Array, piece: number): Promise<number> {
  const started = performance.now()
  const name = join(dir, randomUUID())
  const file = await open(`${name}.part`, 'wx')
  for (let at = 0; at < bytes.length; at += piece) await file.write(bytes.subarray(at, at + piece))
  await file.sync()
  await file.close()
  await rename(`${name}.part`, `${name}.bin`)
  const folder = await open(dir, 'r')
  await folder.sync()
  await folder.close()
  return performance.now() - started
}

async function bareReceiver(dir: string): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('load/bare-receiver.ts', import.meta.url)), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => void child.kill() }
}

/** A file without a reader, so that nothing but its acceptance is measured; the form is made before the clock starts. */
const upload = (url: string, bytes: Uint8Array, n: number) => postForm(`${url}/api/v2/upload`, formAround(`${n}.bin`, bytes))

const dir = await mkdtemp(join(tmpdir(), 'millrace-latency-'))
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
const bare = await bareReceiver(dir)
try {
  const writes: number[] = []
  const atOnce: number[] = []
  const bares: number[] = []
  const uploads: number[] = []
  // The first records of each partition after a start are counted, in case that the process dies with one: that is not what is measured.
  for (let n = 0; n < 150; n++) await upload(server.url, randomBytes(10), 1000 + n)
  for (let n = -2; n < Number(values.rounds); n++) {
    const bytes = randomBytes(BYTES)
    const w = await write(dir, bytes, SOCKET_PIECE)
    const o = await write(dir, bytes, BYTES)
    const b = await upload(bare.url, bytes, n)
    const u = await upload(server.url, bytes, n)
    // The first two warm both up.
    if (n >= 0) writes.push(w) && atOnce.push(o) && bares.push(b) && uploads.push(u)
  }
  const ofPairs = (others: readonly number[]) => median(uploads.map((u, i) => u / (others[i] ?? u)))
  const [write50, once50, bare50, upload50] = [writes, atOnce, bares, uploads].map((t) => median(t)) as [number, number, number, number]
  const result = {
    megabytes: Number(values.megabytes),
    writeMs: write50,
    writeAtOnceMs: once50,
    bareMs: bare50,
    uploadMs: upload50,
    ratio: ofPairs(writes),
    ratioToAtOnce: ofPairs(atOnce),
    ratioToBare: ofPairs(bares),
    ratioOfMedians: upload50 / write50,
  }
  if (values.json) console.log(JSON.stringify(result))
  else
    console.log(
      `${result.megabytes} MB: written in ${write50.toFixed(0)} ms as a socket gives them, in ${once50.toFixed(0)} ms at once; received by a bare server in ` +
        `${bare50.toFixed(0)} ms, uploaded in ${upload50.toFixed(0)} ms. Median of pairs: ${result.ratio.toFixed(2)} × written (target ≤ ${TARGET}), ` +
        `${result.ratioToAtOnce.toFixed(2)} × written at once, ${result.ratioToBare.toFixed(2)} × the bare server`,
    )
  process.exitCode = result.ratio <= TARGET ? 0 : 1
} finally {
  bare.stop()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}
