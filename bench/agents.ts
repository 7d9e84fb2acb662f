// Tools and agents beside Mastra, both with a model in the process itself that answers at once, without keys, each turn recorded on disk
// (there by its storage in a LibSQL file and its exporter of traces), this server with the flags of its start, rounds by turns, each kind of request for two seconds before it is measured; Fastify alone as the bound of one process:
// npm run bench bench/agents.ts -- --peer DIR [--rounds 5 --seconds 4]
// DIR has @mastra/core, @mastra/hono, @mastra/libsql, @mastra/observability, hono, @hono/node-server, zod and autocannon installed.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { serverEnv, serverFlags } from '../scripts/setup.mjs'
import { median } from './measure/quantile.ts'

const { values } = parseArgs({
  options: { peer: { type: 'string' }, rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
})
if (!values.peer) throw new Error('--peer: the folder in which the peer is installed')
const peer = resolve(values.peer)

const kinds = ['tool_execute', 'agent_generate', 'agent_generate_1tool'] as const
type Kind = (typeof kinds)[number]
type Requests = Readonly<Partial<Record<Kind, readonly [path: string, body: object]>>>
const [ADD, SAY] = [{ data: { a: 1, b: 2 } }, { messages: [{ role: 'user', content: 'hi' }] }]
const OURS: Requests = {
  tool_execute: ['/ai/api/tools/admin-add/execute', ADD],
  agent_generate: ['/ai/admin/agents/plain/generate', SAY],
  agent_generate_1tool: ['/ai/admin/agents/tooler/generate', SAY],
}
const THEIRS: Requests = {
  tool_execute: ['/api/tools/add/execute', ADD],
  agent_generate: ['/api/agents/plain/generate', SAY],
  agent_generate_1tool: ['/api/agents/tooler/generate', SAY],
}
/** Requests a second, milliseconds of processor time each. */
type Figures = Readonly<Partial<Record<Kind, { readonly rps: number; readonly cpu: number }>>>
interface Round {
  readonly figures: Figures
  /** Megabytes at the most. */
  readonly rss: number
}

/** Compilers and readers that have just begun are no cost of a request. */
const WARM_SECONDS = '2'
const loadSchema = z.object({ requests: z.object({ average: z.number(), total: z.number() }), '2xx': z.number(), non2xx: z.number() })
const spentSchema = z.object({ cpu: z.number(), rss: z.number() })

interface Start {
  readonly cwd?: string
  readonly execArgv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** As `npm start` starts it. */
const AS_SHIPPED: Start = { execArgv: serverFlags, env: serverEnv }

async function round(script: string, wanted: Requests, { cwd = process.cwd(), execArgv = [], env = {} }: Start = {}): Promise<Round> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-bench-agents-'))
  const port = 20_000 + (process.pid % 10_000)
  const child = fork(fileURLToPath(new URL(`agents/${script}`, import.meta.url)), {
    cwd,
    execArgv: [...execArgv],
    env: {
      ...process.env,
      ...env,
      DATA_DIR: dir,
      PORT: `${port}`,
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'ERROR',
      LOOK_FOR_MODELS: 'false',
    },
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
      const [path, body] = wanted[kind] ?? []
      if (!path || !body) continue
      const url = `http://127.0.0.1:${port}${path}`
      await load(url, body, WARM_SECONDS)
      const before = await spent()
      const { requests, non2xx } = await load(url, body, values.seconds)
      if (non2xx > 0) throw new Error(`${kind}: ${non2xx} replies were no success`)
      figures[kind] = { rps: requests.average, cpu: (1000 * ((await spent()).cpu - before.cpu)) / requests.total }
    }
    return { figures, rss: (await spent()).rss }
  } finally {
    child.kill()
    await once(child, 'exit')
    await rm(dir, { recursive: true, force: true })
  }
}

async function load(url: string, body: object, seconds: string) {
  const autocannon = join(peer, 'node_modules/autocannon/autocannon.js')
  const how = ['-j', '-c', '16', '-d', seconds, '-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body), url]
  const child = spawn(process.execPath, [autocannon, ...how], { stdio: ['ignore', 'pipe', 'ignore'] })
  return loadSchema.parse(JSON.parse(await text(child.stdout)))
}

const rounds: { readonly ours: Round; readonly theirs: Round; readonly bare: Round }[] = []
for (let i = 0; i < Number(values.rounds); i++)
  rounds.push({
    ours: await round('serve.ts', OURS, AS_SHIPPED),
    theirs: await round('mastra.mjs', THEIRS, { cwd: peer }),
    bare: await round('bare.ts', { tool_execute: ['/add', ADD] }),
  })
const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
const figure = (round: Round, kind: Kind) => round.figures[kind] ?? { rps: Number.NaN, cpu: Number.NaN }
for (const kind of kinds) {
  const rps = [middle((r) => figure(r.ours, kind).rps), middle((r) => figure(r.theirs, kind).rps)] as const
  const cpu = [middle((r) => figure(r.ours, kind).cpu), middle((r) => figure(r.theirs, kind).cpu)] as const
  const times = middle((r) => figure(r.ours, kind).rps / figure(r.theirs, kind).rps)
  const cpuTimes = middle((r) => figure(r.theirs, kind).cpu / figure(r.ours, kind).cpu)
  console.log(
    `${kind}: ${rps[0].toFixed(0)} requests a second, peer ${rps[1].toFixed(0)}: ${times.toFixed(1)} times; processor time ${cpu[0].toFixed(2)} ms, peer ${cpu[1].toFixed(2)} ms: ${cpuTimes.toFixed(1)} times less`,
  )
}
const alone = middle((r) => figure(r.bare, 'tool_execute').rps)
const share = middle((r) => figure(r.ours, 'tool_execute').rps / figure(r.bare, 'tool_execute').rps)
console.log(
  `Fastify with zod alone: ${alone.toFixed(0)} requests a second (${middle((r) => figure(r.bare, 'tool_execute').cpu).toFixed(2)} ms): ${(100 * share).toFixed(0)} % of it; ${middle((r) => figure(r.bare, 'tool_execute').rps / figure(r.theirs, 'tool_execute').rps).toFixed(1)} times the peer's tool execute is the most that one process could do`,
)
const [rss, peerRss] = [middle((r) => r.ours.rss), middle((r) => r.theirs.rss)]
console.log(`memory at the most: ${rss.toFixed(0)} MB, peer ${peerRss.toFixed(0)} MB: ${(rss / peerRss).toFixed(2)} of it`)
console.log(`medians of ${rounds.length} rounds by turns, load ${loadavg()[0]!.toFixed(1)}`)
