// Tools and agents beside Mastra, both with a model in the process itself that answers at once, without keys, rounds by turns:
// npm run bench bench/agents.ts --peer DIR [--rounds 5 --seconds 4]
// DIR has @mastra/core, @mastra/hono, hono, @hono/node-server, zod and autocannon installed, and mastra_server.mjs, which prints a line of
// JSON with `rss_mb` and, for `tool_execute`, `agent_generate` and `agent_generate_1tool`, requests a second (`rps`) and `cpu_ms_per_req`.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { median } from './quantile.ts'

const { values } = parseArgs({
  options: { peer: { type: 'string' }, rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
})
if (!values.peer) throw new Error('--peer: the folder in which the peer is installed')
const peer = resolve(values.peer)

const kinds = ['tool_execute', 'agent_generate', 'agent_generate_1tool'] as const
type Kind = (typeof kinds)[number]
const REQUESTS: Readonly<Record<Kind, readonly [path: string, body: object]>> = {
  tool_execute: ['/ai/api/tools/admin-add/execute', { data: { a: 1, b: 2 } }],
  agent_generate: ['/ai/admin/agents/plain/generate', { messages: [{ role: 'user', content: 'hi' }] }],
  agent_generate_1tool: ['/ai/admin/agents/tooler/generate', { messages: [{ role: 'user', content: 'hi' }] }],
}
/** Requests a second, milliseconds of processor time each. */
type Figures = Readonly<Record<Kind, { readonly rps: number; readonly cpu: number }>>
interface Round {
  readonly figures: Figures
  /** Megabytes at the most. */
  readonly rss: number
}

const loadSchema = z.object({ requests: z.object({ average: z.number(), total: z.number() }), '2xx': z.number(), non2xx: z.number() })
const spentSchema = z.object({ cpu: z.number(), rss: z.number() })

async function ours(): Promise<Round> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-bench-agents-'))
  const port = 20_000 + (process.pid % 10_000)
  const child = fork(fileURLToPath(new URL('agents/serve.ts', import.meta.url)), {
    env: { ...process.env, DATA_DIR: dir, PORT: `${port}`, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'ERROR', LOOK_FOR_MODELS: 'false' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (first !== 'ready') throw new Error(`the server ended (${first})`)
    const spent = async () => {
      child.send('how much')
      return spentSchema.parse((await once(child, 'message'))[0])
    }
    const figures: Partial<Record<Kind, { rps: number; cpu: number }>> = {}
    for (const kind of kinds) {
      const before = await spent()
      const { requests, non2xx } = await load(`http://127.0.0.1:${port}${REQUESTS[kind][0]}`, REQUESTS[kind][1])
      if (non2xx > 0) throw new Error(`${kind}: ${non2xx} replies were no success`)
      figures[kind] = { rps: requests.average, cpu: (1000 * ((await spent()).cpu - before.cpu)) / requests.total }
    }
    return { figures: figures as Figures, rss: (await spent()).rss }
  } finally {
    child.kill()
    await once(child, 'exit')
    await rm(dir, { recursive: true, force: true })
  }
}

async function load(url: string, body: object) {
  const autocannon = join(peer, 'node_modules/autocannon/autocannon.js')
  const how = ['-j', '-c', '16', '-d', values.seconds, '-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body), url]
  const child = spawn(process.execPath, [autocannon, ...how], { stdio: ['ignore', 'pipe', 'ignore'] })
  return loadSchema.parse(JSON.parse(await text(child.stdout)))
}

const peerSchema = z.object({
  rss_mb: z.number(),
  out: z.array(z.looseObject({ name: z.string(), rps: z.number(), cpu_ms_per_req: z.number() })),
})

async function theirs(): Promise<Round> {
  const env = { ...process.env, SEC: values.seconds }
  const child = spawn(process.execPath, ['mastra_server.mjs'], { cwd: peer, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const line = (await text(child.stdout)).split('\n').find((one) => one.startsWith('{'))
  const { out, rss_mb: rss } = peerSchema.parse(JSON.parse(line ?? '{}'))
  const of = (kind: Kind) => out.find(({ name }) => name === kind) ?? { rps: 0, cpu_ms_per_req: 0 }
  const figures = Object.fromEntries(kinds.map((kind) => [kind, { rps: of(kind).rps, cpu: of(kind).cpu_ms_per_req }])) as Figures
  return { figures, rss }
}

const rounds: { readonly ours: Round; readonly theirs: Round }[] = []
for (let i = 0; i < Number(values.rounds); i++) rounds.push({ ours: await ours(), theirs: await theirs() })
const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
for (const kind of kinds) {
  const rps = [middle((r) => r.ours.figures[kind].rps), middle((r) => r.theirs.figures[kind].rps)] as const
  const cpu = [middle((r) => r.ours.figures[kind].cpu), middle((r) => r.theirs.figures[kind].cpu)] as const
  const times = middle((r) => r.ours.figures[kind].rps / r.theirs.figures[kind].rps)
  const cpuTimes = middle((r) => r.theirs.figures[kind].cpu / r.ours.figures[kind].cpu)
  console.log(
    `${kind}: ${rps[0].toFixed(0)} requests a second, peer ${rps[1].toFixed(0)}: ${times.toFixed(1)} times; processor time ${cpu[0].toFixed(2)} ms, peer ${cpu[1].toFixed(2)} ms: ${cpuTimes.toFixed(1)} times less`,
  )
}
const [rss, peerRss] = [middle((r) => r.ours.rss), middle((r) => r.theirs.rss)]
console.log(`memory at the most: ${rss.toFixed(0)} MB, peer ${peerRss.toFixed(0)} MB: ${(rss / peerRss).toFixed(2)} of it`)
console.log(`medians of ${rounds.length} rounds by turns, load ${loadavg()[0]!.toFixed(1)}`)
