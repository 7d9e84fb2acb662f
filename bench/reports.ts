// npm run bench -- bench/reports.ts [-- --rows 50000 --rounds 5 --chats 20 --turns 10]: a workbook from its upload to its findings beside bare
// SheetJS, in alternated rounds, with the memory of all processes; the first event of review chats that are asked at once. Exits with 1 above a bar.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../scripts/cli/start-server.ts'
import { cleanStaff, costGrid, workbookBytes } from '../services/reports/ingest/cost-sheet.fixture.ts'
import { useBelow } from './measure/process-tree.ts'
import { median, quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '5' },
    chats: { type: 'string', default: '20' },
    turns: { type: 'string', default: '10' },
  },
})
const [rows, rounds, chats, turns] = [values.rows, values.rounds, values.chats, values.turns].map(Number) as [
  number,
  number,
  number,
  number,
]
const BARS = { ratio: 1.5, megabytes: 600, firstEventMs: 50 }
const PATIENCE_MS = 300_000
const BARE = `const { readFileSync } = require('node:fs'); const { read } = require('xlsx'); const t = performance.now();
read(readFileSync(process.argv[1]), { type: 'buffer' }); const u = process.resourceUsage(); console.log(performance.now() - t, (u.userCPUTime + u.systemCPUTime) / 1e6)`

const folder = mkdtempSync(join(tmpdir(), 'reports-bench-'))
const file = join(folder, 'costs.xlsx')
const bytes = workbookBytes({ Costs: costGrid(cleanStaff(rows, 1)) })
writeFileSync(file, bytes)
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })

const post = async (path: string, body: object | FormData): Promise<Response> => {
  const form = body instanceof FormData
  const reply = await fetch(server.url + path, {
    method: 'POST',
    ...(form ? { body } : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${await reply.text()}`)
  return reply
}
/** A session of a district of its own: nothing of an earlier round is compared. */
const begin = async (district: string): Promise<string> => {
  const about = { districtId: district, districtName: district, quarter: 'Q1', year: '2026', userId: 'bench' }
  return ((await (await post('/sdac/sessions', about)).json()) as { sessionId: string }).sessionId
}

interface Product {
  readonly ms: number
  readonly cpuSeconds: number
  readonly megabytes: number
  readonly sessionId: string
  readonly reportId: string
}

async function throughProduct(round: number): Promise<Product> {
  const sessionId = await begin(`bench-${round}`)
  const form = new FormData()
  form.append('sessionId', sessionId)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'costs.xlsx')
  let [peak, resident] = [0, 0]
  const sampling = setInterval(() => {
    const { residentBytes, proportionalBytes } = useBelow(process.pid)
    if (residentBytes <= resident) return
    resident = residentBytes
    peak = Math.max(peak, proportionalBytes())
  }, 100)
  const cpu = useBelow(process.pid).cpuSeconds
  const started = performance.now()
  try {
    const { jobId, reportId } = (await (await post('/sdac/upload', form)).json()) as { jobId: string; reportId: string }
    for (;;) {
      const job = (await (await fetch(`${server.url}/sdac/uploads/${jobId}/status`)).json()) as { status: string; message: string }
      if (job.status === 'complete') break
      if (job.status === 'error' || performance.now() - started > PATIENCE_MS)
        throw new Error(`the report did not end well: ${JSON.stringify(job)}`)
      await delay(25)
    }
    const ms = performance.now() - started
    const { cpuSeconds } = useBelow(process.pid)
    return { ms, cpuSeconds: cpuSeconds - cpu, megabytes: Math.max(0, peak) / 1e6, sessionId, reportId }
  } finally {
    clearInterval(sampling)
  }
}

const bare = (): { ms: number; cpuSeconds: number } => {
  const said = execFileSync(process.execPath, ['--input-type=commonjs', '-e', BARE, file], { encoding: 'utf8', cwd: import.meta.dirname })
  const [ms = 0, cpuSeconds = 0] = said.split(' ').map(Number)
  return { ms, cpuSeconds }
}

/** From the request to the first event, with so many asked at once. */
async function firstEvents({ sessionId, reportId }: Product): Promise<number[]> {
  const times: number[] = []
  const ask = async (n: number) => {
    const started = performance.now()
    const reply = await post('/sdac/chat', { reportId, sessionId, userId: `bench-${n}`, message: 'Summarise the report' })
    const reader = reply.body!.getReader()
    await reader.read()
    times.push(performance.now() - started)
    while (!(await reader.read()).done);
  }
  // What is compiled at the first questions of a process is no part of the others.
  await Promise.all(Array.from({ length: chats }, (_, n) => ask(n)))
  times.length = 0
  for (let turn = 1; turn < turns; turn++) await Promise.all(Array.from({ length: chats }, (_, n) => ask(n)))
  return times
}

let failed = false
const told = (what: string, value: number, bar: number, unit: string) => {
  failed ||= value >= bar
  console.log(`${what}: ${value.toFixed(unit === '' ? 2 : 0)}${unit} (bar ${bar}${unit})`)
}
try {
  const idle = useBelow(process.pid).proportionalBytes() / 1e6
  const times = { bare: [] as ReturnType<typeof bare>[], product: [] as Product[] }
  await throughProduct(0)
  for (let round = 1; round <= rounds; round++) {
    times.bare.push(bare())
    times.product.push(await throughProduct(round))
    const last = times.product.at(-1)!
    console.log(
      `round ${round}: bare SheetJS ${times.bare.at(-1)!.ms.toFixed(0)} ms (${times.bare.at(-1)!.cpuSeconds.toFixed(1)} CPU s), upload to findings ${last.ms.toFixed(0)} ms (${last.cpuSeconds.toFixed(1)} CPU s), ${last.megabytes.toFixed(0)} MB, load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  told(
    `${rows} rows, medians, upload to findings : bare SheetJS`,
    median(times.product.map(({ ms }) => ms)) / median(times.bare.map(({ ms }) => ms)),
    BARS.ratio,
    '',
  )
  const cpu = (of: readonly { readonly cpuSeconds: number }[]) => median(of.map(({ cpuSeconds }) => cpuSeconds))
  console.log(`the same by processor time: ${(cpu(times.product) / cpu(times.bare)).toFixed(2)}`)
  told(
    'most memory of all processes, what they share counted once',
    Math.max(...times.product.map(({ megabytes }) => megabytes)),
    BARS.megabytes,
    ' MB',
  )
  console.log(`the server alone, before: ${idle.toFixed(0)} MB`)

  const times20 = await firstEvents(times.product.at(-1)!)
  console.log(`first event, ${chats} chats at once, ${times20.length} asked: p50 ${median(times20).toFixed(0)} ms`)
  told('first event p99', quantile(times20, 0.99), BARS.firstEventMs, ' ms')
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
