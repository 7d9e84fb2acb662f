// A rebuild with another chunk size during uploads and 20 searches a second: npm run bench bench/rebuild.ts [-- --documents 2000]
// --kafka: on Kafka and PostgreSQL, an edge and its workers as processes of their own; --pgvector: and the index in PostgreSQL.
// Prints whether any reply mixed two builds, what was missing at the cut, and how long cut-over and roll-back took.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startKafka } from '../scripts/kafka/broker.ts'
import { rebuildSchema, startedSchema } from '../services/documents/rebuilds/reply.ts'
import { sendText, settled } from '../tests/support/http-client.ts'
import { ownInstallation } from '../tests/support/own-database.ts'
import { startProcess } from '../tests/support/server-process.ts'
import { startPgvector } from '../tests/support/services/pgvector.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'
import { quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    kafka: { type: 'boolean', default: false },
    pgvector: { type: 'boolean', default: false },
  },
})
const DOCUMENTS = Number(values.documents)
/** In the old build a document is one passage of all of them, in the new one it is several of a few. */
const PARAGRAPHS = 16
const SMALL = { chunking: { max_tokens: 60, overlap_tokens: 0 } }
const SEARCH_EVERY_MS = 50
const UPLOAD_EVERY_MS = 500

const dir = mkdtempSync(join(tmpdir(), 'millrace-rebuild-'))
const started: { stop(): Promise<unknown> }[] = []
const opened = <T extends { stop(): Promise<unknown> }>(service: T): T => {
  started.unshift(service)
  return service
}
async function environment(): Promise<Record<string, string>> {
  const own = { DATA_DIR: dir, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'WARNING', LOOK_FOR_MODELS: 'false' }
  const search: Record<string, string> = values.pgvector ? { SEARCH_DATABASE_URL: opened(await startPgvector()).url } : {}
  if (!values.kafka) return { ...own, ...search }
  const [broker, database] = [opened(await startKafka()), opened(await startPostgres())]
  return { ...own, ...search, ...(await ownInstallation(broker.brokers, database.url)) }
}
const env = await environment()
const workers = ['parse', 'chunk', 'embed', 'index', 'projector', 'rebuilds']
const server = opened(await startProcess(env, values.kafka ? ['edge'] : []))
const processes = [server, ...(values.kafka ? [opened(await startProcess(env, workers))] : [])]

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const sent: RequestInit = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}
  const reply = await fetch(server.url + path, { method, ...sent })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

const textOf = (name: string) =>
  Array.from({ length: PARAGRAPHS }, (_, i) => `Paragraph ${i} of ${name} tells of the wheel and of matter ${(i * 7919) % 9973}.`).join(
    '\n\n',
  )
/** Uploads that were answered 503 with Retry-After, and sent again when it said. */
let refused = 0
async function upload(name: string): Promise<void> {
  for (;;) {
    const { code, id, text, retryAfter } = await sendText(server.url, name, textOf(name))
    if (id) return void (await settled(server.url, id, 600_000))
    if (code !== 503 || !retryAfter) throw new Error(`upload of ${name}: ${code} ${text}`)
    refused++
    await pause(Number(retryAfter) * 1000)
  }
}

const replySchema = z.object({ metadata: z.array(z.object({ text: z.string(), filename: z.string() })) })
async function search(question: string, top_k: number) {
  const fetch_args = { CloudSearchFetcher: { index: 'documents', top_k, select_fields: ['text', 'filename'], deduplicate: false } }
  return replySchema.parse(await call('POST', '/api/v2/flexible-rag', { question, fetch_args })).metadata
}

const times: number[] = []
const faults = new Map<string, number>()
const replies = { old: 0, new: 0, mixed: 0, empty: 0 }
const pending = new Set<Promise<void>>()
let going = true

async function ask(): Promise<void> {
  const began = performance.now()
  try {
    const found = await search('Which paragraph tells of the wheel?', 20)
    times.push(performance.now() - began)
    const whole = found.filter(({ text }) => (text.match(/Paragraph /g) ?? []).length === PARAGRAPHS).length
    replies[found.length === 0 ? 'empty' : whole === found.length ? 'old' : whole === 0 ? 'new' : 'mixed']++
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    const what = `${String(error).slice(0, 120)}${cause}`
    faults.set(what, (faults.get(what) ?? 0) + 1)
  }
}

async function searchOn(): Promise<void> {
  while (going) {
    const asked = ask().finally(() => pending.delete(asked))
    pending.add(asked)
    await pause(SEARCH_EVERY_MS)
  }
  await Promise.all(pending)
}

const late: string[] = []
async function uploadOn(): Promise<void> {
  for (let i = 0; going; i++) {
    await upload(`late${i}.txt`)
    late.push(`late${i}.txt`)
    await pause(UPLOAD_EVERY_MS)
  }
}

async function timed(path: string): Promise<number> {
  const began = performance.now()
  await call('POST', path, {})
  return performance.now() - began
}

const load = () => loadavg()[0]?.toFixed(1)
try {
  console.log(`${DOCUMENTS} documents are brought in (load ${load()})`)
  for (let i = 0; i < DOCUMENTS; i += 40)
    await Promise.all(Array.from({ length: Math.min(40, DOCUMENTS - i) }, (_, k) => upload(`note${i + k}.txt`)))
  const background = Promise.all([searchOn(), uploadOn()])
  // Told where it is awaited: what was started is stopped all the same.
  background.catch(() => undefined)
  const since = performance.now()
  const { runId } = startedSchema.parse(await call('POST', '/admin/rebuilds', { index: 'documents', from: 'parsed', config: SMALL }))
  const one = `/admin/rebuilds/${runId}`
  const state = async () => rebuildSchema.parse(await call('GET', one))
  while ((await state()).status === 'running') await pause(100)
  const seconds = (performance.now() - since) / 1000
  const built = await state()
  console.log(
    `${built.status} after ${seconds.toFixed(1)} s: ${built.read} read, ${built.failed} failed, chunks ${JSON.stringify(built.compare?.chunks)}`,
  )
  const before = [...late]
  const cut = await timed(`${one}/cut-over`)
  let lost = 0
  for (const name of before)
    if (!(await search(`Which paragraph of ${name} tells of the wheel?`, 100)).some((s) => s.filename === name)) lost++
  await pause(2000)
  const back = await timed(`${one}/roll-back`)
  const { compare } = await state()
  const again = await timed(`${one}/cut-over`)
  going = false
  await background
  console.log(
    `uploads meanwhile: ${late.length}, of those before the cut not found after it: ${lost}; uploads sent again after a 503: ${refused}`,
  )
  console.log(`after roll-back: ${JSON.stringify(compare?.documents)}, missing ${compare?.missing}, extra ${compare?.extra}`)
  console.log(`cut-over ${cut.toFixed(0)} ms, roll-back ${back.toFixed(0)} ms, cut-over again ${again.toFixed(0)} ms`)
  console.log(
    `replies of one build: old ${replies.old}, new ${replies.new}; of both ${replies.mixed}, empty ${replies.empty}; faults ${JSON.stringify([...faults])}`,
  )
  console.log(`a search: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms (load ${load()})`)
} finally {
  going = false
  for (const { alive, output } of processes) {
    if (!alive()) console.error(output())
    // What held the connections, where all of them were in use.
    for (const line of output().match(/^.*DATABASE_POOL.*$/gm) ?? []) console.error(line)
  }
  for (const service of started) await service.stop()
  rmSync(dir, { recursive: true, force: true })
}
