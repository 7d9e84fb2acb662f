// The load of bench/polling.ts, in a process of its own: gets its task as JSON in the first argument, prints its result as JSON.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { quantile } from '../measure/quantile.ts'

const taskSchema = z.object({
  url: z.string(),
  /** What each client follows. */
  uploads: z.array(z.string()),
  clients: z.number(),
  sockets: z.number(),
  intervalMs: z.number(),
  seconds: z.number(),
})
const task = taskSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
const agent = new Agent({ keepAlive: true, maxSockets: task.sockets, scheduling: 'fifo' })

interface Client {
  readonly path: string
  etag: string | undefined
}

function get(path: string, etag: string | undefined): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const headers = etag ? { 'if-none-match': etag } : {}
    const req = request(`${task.url}${path}`, { agent, headers }, (res) => {
      res.resume()
      res.once('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers }))
    })
    req.once('error', reject)
    req.end()
  })
}

const statuses: Record<string, number> = {}
const latencies: number[] = []

/** One poll. Its time counts from when it was due, so that a queue in front of the sockets counts, too. */
async function poll(client: Client, due: number, counted: boolean): Promise<void> {
  const outcome = await get(client.path, client.etag).catch(() => ({ status: 0, headers: {} as IncomingHttpHeaders }))
  if (outcome.headers.etag) client.etag = outcome.headers.etag
  if (!counted) return
  latencies.push(performance.now() - due)
  statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1
}

/** Every client polls at its own moment of each interval. */
async function round(clients: readonly Client[], start: number, counted: boolean): Promise<void> {
  const polls: Promise<void>[] = []
  for (const [i, client] of clients.entries()) {
    const due = start + (i / clients.length) * task.intervalMs
    const wait = due - performance.now()
    if (wait > 1) await delay(wait)
    polls.push(poll(client, due, counted))
  }
  await Promise.all(polls)
}

const clients = Array.from({ length: task.clients }, (_, i): Client => {
  return { path: `/api/v2/upload/status/${task.uploads[i % task.uploads.length]}`, etag: undefined }
})
await round(clients, performance.now(), false)
process.stdout.write('warm\n')
const started = performance.now()
const rounds = Math.max(1, Math.round((task.seconds * 1000) / task.intervalMs))
const running: Promise<void>[] = []
for (let n = 0; n < rounds; n++) {
  running.push(round(clients, started + n * task.intervalMs, true))
  await delay(Math.max(0, started + (n + 1) * task.intervalMs - performance.now()))
}
await Promise.all(running)
const seconds = (performance.now() - started) / 1000
process.stdout.write(
  `${JSON.stringify({ statuses, seconds, requests: latencies.length, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), worst: quantile(latencies, 1) })}\n`,
)
agent.destroy()
