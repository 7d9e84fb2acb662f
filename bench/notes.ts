// What the delivery of a document costs: notes of 20 bytes, from the upload until they are searchable, beside a bare HTTP server that only
// writes, flushes and renames each body: npm run bench bench/notes.ts [-- --notes 300 --rounds 5 --check --json]
// Processor time, rounds by turns, median of their ratios. `--check`: ends with 1 where the ratio is over 1.5 times what it was.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { uploadStatus } from '../scripts/cli/follow-upload.ts'
import { isSettled, uploadReplySchema } from '../scripts/cli/replies.ts'
import { startServer } from '../scripts/cli/start-server.ts'
import { measureBelow } from './measure/measure-below.ts'
import { useBelow } from './measure/process-tree.ts'
import { median } from './measure/quantile.ts'

/** Of processor times, with 40 notes a round, when the delivery was last made faster; a loaded machine moves both sides alike. */
const KNOWN_RATIO = 21
const WORSE = 1.5
const SENDERS = 16
/** Processor time is counted in hundredths of a second: the bare server gets as many more. */
const MORE_FOR_BARE = 10
const POLL_MS = 50
const PATIENCE_MS = 120_000

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const NOTES = Number(values.notes)
let sent = 0

async function sendNotes(url: string, count: number): Promise<Response[]> {
  const replies: Response[] = []
  const last = sent + count
  const sender = async () => {
    while (sent < last) {
      const name = String(sent++).padStart(6, '0')
      const form = new FormData()
      form.append('metadata', JSON.stringify({ title: name, doc_type: 'bench' }))
      form.append('file', new Blob([`The mill is ${name}.\n`]), `${name}.txt`)
      const reply = await fetch(url, { method: 'POST', body: form })
      if (reply.status !== 202) throw new Error(`a note was answered with ${reply.status}: ${await reply.text()}`)
      replies.push(reply)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return replies
}

/** Until all of a round's notes are searchable. */
async function deliver(url: string): Promise<void> {
  const server = { url, key: undefined, token: undefined }
  const replies = await sendNotes(`${url}/api/v2/upload`, NOTES)
  const ids = await Promise.all(replies.map(async (reply) => uploadReplySchema.parse(await reply.json()).upload_id))
  const deadline = performance.now() + PATIENCE_MS
  for (const id of ids) {
    let status = await uploadStatus(server, id)
    for (; !isSettled(status); status = await uploadStatus(server, id)) {
      if (performance.now() > deadline) throw new Error(`note ${id} is still ${status.status}`)
      await delay(POLL_MS)
    }
    if (status.status !== 'complete') throw new Error(`note ${id} ended as ${status.status}`)
  }
}

async function bareReceiver(dir: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('load/bare-receiver.ts', import.meta.url)), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), child }
}

const dir = await mkdtemp(join(tmpdir(), 'millrace-notes-'))
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
const servers = useBelow(process.pid).processes.map(({ pid }) => pid)
const bare = await bareReceiver(dir)
const barePid = bare.child.pid ?? 0
try {
  // What is compiled once, and the parser's start, are no part of a note.
  await deliver(server.url)
  await sendNotes(bare.url, NOTES)
  const rounds: { ours: number; bare: number; perSecond: number; ratio: number; peakMegabytes: number }[] = []
  for (let n = 1; n <= Number(values.rounds); n++) {
    const ours = await measureBelow([barePid], () => deliver(server.url))
    const least = await measureBelow(servers, () => sendNotes(bare.url, NOTES * MORE_FOR_BARE))
    const cost = { ours: (ours.cpuSeconds * 1000) / NOTES, bare: (least.cpuSeconds * 1000) / (NOTES * MORE_FOR_BARE) }
    const round = {
      ...cost,
      perSecond: NOTES / ours.seconds,
      ratio: cost.ours / cost.bare,
      peakMegabytes: ours.peakBytes / 1e6,
    }
    rounds.push(round)
    if (!values.json) console.log(`round ${n}:`, rounded(round))
  }
  const middle = rounded({
    ours: median(rounds.map((r) => r.ours)),
    bare: median(rounds.map((r) => r.bare)),
    perSecond: median(rounds.map((r) => r.perSecond)),
    ratio: median(rounds.map((r) => r.ratio)),
    peakMegabytes: median(rounds.map((r) => r.peakMegabytes)),
  })
  if (values.json) console.log(JSON.stringify({ notes: NOTES, rounds: rounds.map(rounded), median: middle }, null, 2))
  else console.log('median (milliseconds of processor time a note, notes a second):', middle)
  if (values.check && (middle.ratio ?? 0) > KNOWN_RATIO * WORSE) {
    console.error(
      `A note costs ${middle.ratio} times the bare server; it was ${KNOWN_RATIO} times, and more than ${WORSE} times that is refused.`,
    )
    process.exitCode = 1
  }
} finally {
  bare.child.kill()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}

function rounded(round: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(round).map(([name, value]) => [name, Math.round(value * 100) / 100]))
}
