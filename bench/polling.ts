// Many clients that ask for the status of uploads, with If-None-Match:
// npm run bench bench/polling.ts [-- --clients 10000 --interval 5 --seconds 30 --sockets 300 --uploads 200 --live 100 --json]
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startServer } from '../scripts/cli/start-server.ts'
import { sendText, settled } from '../tests/support/http-client.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '10000' },
    /** Seconds between two polls of one client. */
    interval: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
    sockets: { type: 'string', default: '300' },
    /** Uploads that are complete when the polling begins. */
    uploads: { type: 'string', default: '200' },
    /** Uploads that come in while it goes on, each followed by one client more. */
    live: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = { share: 0.99, p99: 10 }

const resultSchema = z.object({
  statuses: z.record(z.string(), z.number()),
  seconds: z.number(),
  requests: z.number(),
  p50: z.number(),
  p99: z.number(),
  worst: z.number(),
})

const textOf = (name: string) => `${name} tells of a wheel. ${'The wheel turns and the stones grind. '.repeat(40)}`

async function upload(url: string, prefix: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await sendText(url, `${prefix}-${i}.txt`, textOf(`${prefix} ${i}`))).id)
  return ids
}

/** Runs the load; `onWarm` is called when every client has its first answer. */
function load(task: object, onWarm: () => void): Promise<z.output<typeof resultSchema>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('load/poll-clients.ts', import.meta.url)), JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'warm') onWarm()
      else resolve(resultSchema.parse(JSON.parse(line)))
    })
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
  })
}

const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
try {
  const done = await upload(server.url, 'done', Number(values.uploads))
  for (const id of done) await settled(server.url, id, 120_000)
  const clients = Number(values.clients)
  // Accepted during the run: their clients see every change.
  const live = Number(values.live)
  const followed = Promise.withResolvers<Record<string, number>>()
  const result = await load(
    {
      url: server.url,
      uploads: done,
      clients,
      sockets: Number(values.sockets),
      intervalMs: Number(values.interval) * 1000,
      seconds: Number(values.seconds),
    },
    () => void followLive(live, Number(values.seconds)).then(followed.resolve, followed.reject),
  )
  const polls = await followed.promise
  const count = (status: string) => (result.statuses[status] ?? 0) + (polls[status] ?? 0)
  const all = result.requests + Object.values(polls).reduce((sum, n) => sum + n, 0)
  const share = count('304') / all
  const shown = {
    clients: clients + live,
    requestsPerSecond: Math.round(all / result.seconds),
    share304: share,
    p50: result.p50,
    p99: result.p99,
    worst: result.worst,
    statuses: result.statuses,
    live: polls,
  }
  if (values.json) console.log(JSON.stringify(shown))
  else
    console.log(
      `${shown.clients} clients, ${shown.requestsPerSecond} requests/s: ${(share * 100).toFixed(2)} % 304 (target ≥ 99), ` +
        `p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms (target < 100), worst ${result.worst.toFixed(0)} ms, ${JSON.stringify(shown.statuses)}`,
    )
  process.exitCode = share >= TARGET.share && result.p99 < TARGET.p99 ? 0 : 1
} finally {
  await server.stop()
}

/** New uploads, evenly over the time; each with a client that polls it once a second. */
async function followLive(count: number, seconds: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const end = performance.now() + seconds * 1000
  const follow = async (id: string) => {
    for (let etag = ''; performance.now() < end; ) {
      const res = await fetch(`${server.url}/api/v2/upload/status/${id}`, { headers: etag ? { 'if-none-match': etag } : {} })
      await res.arrayBuffer()
      statuses[res.status] = (statuses[res.status] ?? 0) + 1
      etag = res.headers.get('etag') ?? etag
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  const following: Promise<void>[] = []
  for (let i = 0; i < count && performance.now() < end; i++) {
    following.push(follow((await sendText(server.url, `live-${i}.txt`, textOf(`live ${i}`))).id))
    await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / count))
  }
  await Promise.all(following)
  return statuses
}
