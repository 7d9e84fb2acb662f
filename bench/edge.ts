// What the edge costs: 304s of a status, beside a bare Fastify that answers the same, open and with key and token.
// Processes of the same code differ by up to a third from start to start (where their memory lies), so that all three start anew
// several times, and the median of the starts counts.
// npm run bench bench/edge.ts [-- --starts 9 --rounds 7 --requests 10000 --steady 200000 --json]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { AUDIENCE, startIdentityProvider } from '../kernel/http/identity-provider.fixture.ts'
import { startServer } from '../scripts/cli/start-server.ts'
import { type Poll, pollAll } from './poll-sockets.ts'
import { median } from './quantile.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '9' },
    /** After each start. */
    rounds: { type: 'string', default: '7' },
    /** Of each server in each round. */
    requests: { type: 'string', default: '10000' },
    /** Requests over which the memory must not grow. */
    steady: { type: 'string', default: '200000' },
    json: { type: 'boolean', default: false },
  },
})
const TARGET = { open: 0.9, secured: 0.7, growth: 1.1 }
/** Rounds before those that count: until then the machine code of all three is still made. */
const WARM_UP = 8
const KEY = 'bench-key'
const SECRET = 'bench-secret'
/** Counted like every request, and never used up. */
const SETTINGS = { LOG_LEVEL: 'INFO', RATE_LIMIT_PER_MINUTE: '1000000000' }

/** Uploads a text, waits for its end, and gives the poll that is answered with 304 from then on, and the body that it saves. */
async function readyPoll(url: string, credentials: Record<string, string> = {}): Promise<Poll & { body: string }> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: 'Edge', doc_type: 'bench' }))
  form.append('file', new Blob(['The wheel turns and the stones grind. '.repeat(40)]), 'edge.txt')
  const accepted = await fetch(`${url}/api/v2/upload`, { method: 'POST', headers: credentials, body: form })
  const path = accepted.headers.get('location')
  if (!path) throw new Error(`the upload was answered with ${accepted.status}`)
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const reply = await fetch(url + path, { headers: credentials })
    const body = await reply.text()
    if (body.includes('"status":"complete"'))
      return { url, path, body, headers: { ...credentials, 'if-none-match': reply.headers.get('etag') ?? '' } }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the upload did not end')
}

async function startBare({ path, body, headers }: Poll & { body: string }): Promise<{ url: string; stop(): void }> {
  const script = fileURLToPath(new URL('bare-fastify.ts', import.meta.url))
  const child = spawn(process.execPath, [script, path, headers['if-none-match'] ?? '', body], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => void child.kill() }
}

/** A value of the process, as the server tells it. */
async function processValue(url: string, metric: 'process_resident_memory_bytes' | 'process_cpu_seconds_total'): Promise<number> {
  const reply = await fetch(`${url}/metrics`, { headers: { 'x-runtime-admin-proxy-secret': SECRET } })
  return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(await reply.text())?.[1])
}

const names = ['bare', 'open', 'secured'] as const
type Name = (typeof names)[number]
type Each<T> = Record<Name, T>
const each = <T>(of: (name: Name) => T): Each<T> => ({ bare: of('bare'), open: of('open'), secured: of('secured') })

interface Started {
  readonly polls: Each<Poll>
  stop(): Promise<unknown>
}

async function startAll(provider: Awaited<ReturnType<typeof startIdentityProvider>>): Promise<Started> {
  const open = await startServer(SETTINGS)
  const secured = await startServer({
    ...SETTINGS,
    SUBSCRIPTION_KEYS: `bench:${KEY}`,
    ADMIN_PROXY_SECRET: SECRET,
    OIDC_JWKS_URL: provider.jwksUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
  })
  const credentials = { 'ocp-apim-subscription-key': KEY, authorization: `Bearer ${await provider.mint()}` }
  const openPoll = await readyPoll(open.url)
  const securedPoll = await readyPoll(secured.url, credentials)
  const bare = await startBare(openPoll)
  return {
    polls: { bare: { ...openPoll, url: bare.url }, open: openPoll, secured: securedPoll },
    stop: () => Promise.all([bare.stop(), open.stop(), secured.stop()]),
  }
}

/** Of one start: microseconds of the clock for a 304, the median of the rounds, and microseconds of the processor. */
async function compare({ polls }: Started): Promise<{ wall: Each<number>; cpu: Each<number> }> {
  const times = each((): number[] => [])
  // of the whole process, so that what it does between requests counts too
  const cpuSeconds = () => Promise.all(names.map((name) => processValue(polls[name].url, 'process_cpu_seconds_total')))
  let before: number[] = []
  for (let round = -WARM_UP; round < Number(values.rounds); round++) {
    if (round === 0) before = await cpuSeconds()
    for (const name of names) {
      const took = await pollAll(polls[name], Number(values.requests))
      if (round >= 0) times[name].push(took)
    }
  }
  const after = await cpuSeconds()
  const asked = Number(values.rounds) * Number(values.requests)
  return {
    wall: each((name) => (median(times[name]) / Number(values.requests)) * 1000),
    cpu: each((name) => (((after[names.indexOf(name)] ?? 0) - (before[names.indexOf(name)] ?? 0)) / asked) * 1e6),
  }
}

async function memoryOver(poll: Poll): Promise<{ early: number; late: number }> {
  const samples: number[] = []
  for (let steady = 0; steady < Number(values.steady); steady += 5000) {
    await pollAll(poll, 5000)
    samples.push((await processValue(poll.url, 'process_resident_memory_bytes')) / 1e6)
  }
  const quarter = Math.ceil(samples.length / 4)
  return { early: median(samples.slice(0, quarter)), late: median(samples.slice(-quarter)) }
}

const provider = await startIdentityProvider()
const starts: Awaited<ReturnType<typeof compare>>[] = []
let memory = { early: 0, late: 0 }
try {
  for (let i = 1; i <= Number(values.starts); i++) {
    const started = await startAll(provider)
    try {
      starts.push(await compare(started))
      if (i === Number(values.starts)) memory = await memoryOver(started.polls.open)
    } finally {
      await started.stop()
    }
  }
} finally {
  await provider.close()
}

const ratios = (of: 'wall' | 'cpu', name: 'open' | 'secured') =>
  starts.map((start) => start[of].bare / start[of][name]).sort((a, b) => a - b)
const typical = (of: 'wall' | 'cpu', name: Name) => median(starts.map((start) => start[of][name]))
const result = {
  microseconds: each((name) => typical('wall', name)),
  cpuMicroseconds: each((name) => typical('cpu', name)),
  open: ratios('wall', 'open'),
  secured: ratios('wall', 'secured'),
  memory,
}
const passed = {
  open: median(result.open) >= TARGET.open,
  secured: median(result.secured) >= TARGET.secured,
  memory: memory.late <= TARGET.growth * memory.early,
}
const word = (ok: boolean) => (ok ? 'PASS' : 'FAIL')
const shown = (of: readonly number[]) => `${median([...of]).toFixed(2)} × bare (starts: ${of.map((ratio) => ratio.toFixed(2)).join(', ')};`
if (values.json) console.log(JSON.stringify({ ...result, passed }))
else {
  const perSecond = (name: Name) => Math.round(1e6 / result.microseconds[name])
  console.log(`304s a second: bare Fastify ${perSecond('bare')}, open ${perSecond('open')}, with key and token ${perSecond('secured')}`)
  console.log(`${word(passed.open)} open ${shown(result.open)} target ≥ ${TARGET.open})`)
  console.log(`${word(passed.secured)} with key and token ${shown(result.secured)} target ≥ ${TARGET.secured})`)
  const { bare, open, secured } = result.cpuMicroseconds
  console.log(
    `processor time a request: bare ${bare.toFixed(1)} µs, open ${open.toFixed(1)} (${median(ratios('cpu', 'open')).toFixed(2)} × bare), ` +
      `with key and token ${secured.toFixed(1)} (${median(ratios('cpu', 'secured')).toFixed(2)} ×)`,
  )
  console.log(
    `${word(passed.memory)} memory over ${values.steady} requests: ${memory.early.toFixed(0)} MB in the first quarter, ` +
      `${memory.late.toFixed(0)} MB in the last (target ≤ ${TARGET.growth} ×)`,
  )
}
process.exitCode = Object.values(passed).every(Boolean) ? 0 : 1
