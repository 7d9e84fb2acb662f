import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startServer } from '../../scripts/cli/start-server.ts'
import { quantile } from '../measure/quantile.ts'

const MAIN = '/reasoning-engine/workflows/main'
const HOUR = 3_600_000
const PROBE_EVERY_MS = 10
const LOOK_EVERY_MS = 100

/** When a turn of the server's event loop ended, and what it took of the processor. */
interface Turn {
  readonly at: number
  readonly ms: number
}

const pointsOf = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ t: new Date(Date.UTC(2020, 0, 1) + i * HOUR).toISOString(), v: Math.sin(i / 24) * 10 + (i % 7) }))
const bodyOf = (series: number, points: number, spaces = 0) =>
  JSON.stringify({
    objective: 'What changed?',
    series: Array.from({ length: series }, (_, k) => ({ id: `s${k}`, points: pointsOf(points) })),
  }) + ' '.repeat(spaces)

/** Runs at the limits, one after the other in a server each, and what others waited for meanwhile. */
export async function loop() {
  const many = bodyOf(100, 1000)
  await held('100 series of 1,000 points', many)
  await held('one series of 100,000 points', bodyOf(1, 100_000))
  await held('the same 100 series in 16 MB', bodyOf(100, 1000, 15_900_000 - many.length))
}

async function held(name: string, body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-turns-'))
  const file = join(folder, 'turns.json')
  const preload = fileURLToPath(new URL('turns.mjs', import.meta.url))
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0', TURNS: file, NODE_OPTIONS: `--import=${preload}` })
  try {
    // What a server loads on its first run is no run at the limits.
    await ended(server.url, await start(server.url, bodyOf(2, 50)))
    const since = Date.now()
    const waits: number[] = []
    const done = new AbortController()
    const probing = probe(server.url, waits, done.signal)
    const began = performance.now()
    await ended(server.url, await start(server.url, body))
    const seconds = (performance.now() - began) / 1000
    done.abort()
    await probing
    await setTimeout(500)
    const turns = (JSON.parse(await readFile(file, 'utf8')) as Turn[]).filter(({ at }) => at > since)
    const longest = turns.map(({ ms }) => ms).sort((a, b) => b - a)
    console.log(
      `loop: ${name}: /api/health/live p50 ${quantile(waits, 0.5).toFixed(1)} ms, p99 ${quantile(waits, 0.99).toFixed(1)} ms, most ${Math.max(...waits).toFixed(0)} ms of ${waits.length} in ${seconds.toFixed(1)} s`,
    )
    const shown = longest.slice(0, 5).map((ms) => ms.toFixed(0))
    console.log(
      `  turns of the event loop took at most ${shown.join(', ')} ms of the processor; over 50 ms ${longest.filter((ms) => ms > 50).length}; load ${loadavg()[0]!.toFixed(1)}`,
    )
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function start(url: string, body: string): Promise<string> {
  const reply = await fetch(`${url}${MAIN}/start-async`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`)
  return ((await reply.json()) as { runId: string }).runId
}

async function ended(url: string, runId: string) {
  for (;;) {
    const reply = await fetch(`${url}/reasoning-engine/workflows/main/runs/${runId}/events`)
    if ((await reply.text()).includes('"completed"')) break
    await setTimeout(LOOK_EVERY_MS)
  }
  const whole = (await (await fetch(`${url}${MAIN}/runs/${runId}`)).json()) as { status: string }
  if (whole.status !== 'completed') throw new Error(`the run is ${whole.status}`)
}

async function probe(url: string, waits: number[], signal: AbortSignal) {
  while (!signal.aborted) {
    const began = performance.now()
    await (await fetch(`${url}/api/health/live`)).text()
    waits.push(performance.now() - began)
    await setTimeout(PROBE_EVERY_MS)
  }
}
