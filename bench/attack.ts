// One caller's load beside a neighbour's calls: the p99 of the neighbour under each attack beside its quiet one, at most 3 times as long
// in the median of the rounds.
// npm run bench bench/attack.ts [-- --rounds 3 --seconds 6 --case templates --json]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deflateSync } from 'node:zlib'
import { messageOf } from '../kernel/runtime/errors.ts'
import { withXref } from '../services/documents/parse/testing/make-pdf.ts'
import { startProcess } from '../tests/support/server-process.ts'
import { median, quantile } from './measure/quantile.ts'

const { values } = parseArgs({
  options: {
    /** Each on a server of its own, first quiet, then loud. */
    rounds: { type: 'string', default: '3' },
    /** Of each quiet and each loud time. */
    seconds: { type: 'string', default: '6' },
    /** One case alone, by the beginning of its name. */
    case: { type: 'string', default: '' },
    /** What the processes of the attacker are for: the address of the server that is attacked, and whether it gives keys. */
    'attack-on': { type: 'string' },
    'provide-keys': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const MOST = 3
const MS = Number(values.seconds) * 1000
const PAUSE_MS = 20
/** The first calls load code. */
const WARM = 5
const OPEN_FILES = 1024
const keys = { neighbour: 'neighbour-kX4vQ9zT7wLr2mBc', attacker: 'attacker-Hn3pY8sD5fGj1uEa' }
const headers = (who: keyof typeof keys) => ({ 'ocp-apim-subscription-key': keys[who] })

type Who = keyof typeof keys
const get = (url: string, who: Who, path: string) => fetch(`${url}${path}`, { headers: headers(who) })
const post = (url: string, who: Who, path: string, body: unknown) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers(who), 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function upload(url: string, who: Who, name: string, file: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: name, doc_type: 'bench' }))
  form.append('file', new Blob([new Uint8Array(file)]), name)
  const res = await fetch(`${url}/api/v2/upload`, { method: 'POST', headers: headers(who), body: form })
  const text = await res.text()
  if (res.status !== 202) throw new Error(`the upload was answered with ${res.status}: ${text}`)
  return /"upload_id":"([^"]+)"/.exec(text)?.[1] ?? ''
}

let files = 0
/** A note of twelve bytes, from its upload to its end. */
async function readNote(url: string, who: Who = 'neighbour'): Promise<void> {
  const id = await upload(url, who, `note-${files++}.txt`, Buffer.from('Twelve bytes'))
  for (;;) {
    const text = await (await get(url, who, `/api/v2/upload/status/${id}`)).text()
    if (text.includes('"status":"complete"')) return
    if (text.includes('"status":"error"')) throw new Error(`the note was not read: ${text}`)
    await delay(25)
  }
}

/** A reply that is not the right one would make a refusal look fast. */
async function list(url: string): Promise<void> {
  const res = await get(url, 'neighbour', '/api/v2/upload/list?limit=1')
  await res.text()
  if (res.status !== 200) throw new Error(`the neighbour was answered with ${res.status}`)
}

async function preview(url: string): Promise<void> {
  const res = await post(url, 'neighbour', '/api/v2/prompts/preview', { content: 'Dear {{ name }}', variables: { name: 'Anna' } })
  if ((await res.text()).includes('Dear Anna')) return
  throw new Error(`the neighbour's template was answered with ${res.status}`)
}

/** Does it `beside` at once, again and again, until the signal is aborted. */
async function loop(beside: number, stop: AbortSignal, work: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0
  const one = async () => {
    while (!stop.aborted) await work(n++).catch(() => delay(50))
  }
  await Promise.all(Array.from({ length: beside }, one))
}

const page = (contents: string) => [
  Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
  Buffer.from(`<< /Type /Pages /Count 200000 /Kids [${contents}] >>`),
  Buffer.from('<< /Type /Page /MediaBox [0 0 612 792] /Contents 4 0 R >>'),
]
const samePage = () => withXref([...page('3 0 R '.repeat(200_000)), Buffer.from('<< /Length 0 >>\nstream\n\nendstream')])
function packedTwice() {
  const packed = deflateSync(deflateSync(Buffer.alloc(200_000_000, 'BT (x) Tj ET ')))
  const filter = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
  return withXref([
    ...page('3 0 R').map((part) => Buffer.from(part.toString().replace('200000', '1'))),
    Buffer.concat([Buffer.from(filter), packed, Buffer.from('\nendstream')]),
  ])
}
const templates = [
  "{% set s = range(10000) | join(',') %}{{ s | replace('', s) }}",
  '{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}',
  "{% set s = range(10000) | join(',') %}{% set n = namespace(l=[]) %}{% for a in range(9999) %}{% set n.l = n.l + [s ~ a | upper] %}{% endfor %}",
]
const manyKeys = JSON.stringify({
  question: 'x',
  template_variables: Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, i])),
})

/** This script in a process of its own that takes no processor from the server: an attacker has a machine of its own. */
function again(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}
const firstWords = async (child: ChildProcess): Promise<string> => String((await once(child.stdout!, 'data'))[0]).trim()

/** An identity provider whose keys have no end. */
async function provideKeys(): Promise<void> {
  const key = Buffer.from(`${JSON.stringify({ kty: 'RSA', n: 'x'.repeat(1000), e: 'AQAB', kid: 'y' })},`.repeat(1000))
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"keys":[')
    for (let sent = 0; sent < 300e6 && !response.destroyed; sent += key.length)
      if (!response.write(key)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    response.end('{}]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

interface Case {
  readonly name: string
  /** The neighbour's call; rejects when the reply is not the right one. */
  readonly probe: (url: string, who?: Who) => Promise<void>
  readonly attack: (url: string, stop: AbortSignal) => Promise<void>
  /** More of the environment, and what is to be ended after it. */
  readonly setUp?: () => Promise<{ env: Record<string, string>; close: () => void }>
}

const cases: readonly Case[] = [
  {
    name: 'parsing: PDFs of one page named 200,000 times, and compressed twice',
    probe: readNote,
    attack(url, stop) {
      const bombs = [packedTwice(), samePage()]
      return loop(1, stop, async (n) => {
        await upload(url, 'attacker', `bomb-${files++}.pdf`, bombs[n % 2]!)
        // Six at once, and then one after the other.
        if (n >= 6) await delay(1000, undefined, { signal: stop })
      })
    },
  },
  {
    name: 'templates: texts and lists without end, eight at once',
    probe: preview,
    attack: (url, stop) =>
      loop(8, stop, async (n) => (await post(url, 'attacker', '/api/v2/prompts/preview', { content: templates[n % 3] })).text()),
  },
  {
    name: 'guessing: wrong keys from the address of the neighbour',
    probe: list,
    attack: (url, stop) =>
      loop(8, stop, async (n) => {
        const res = await fetch(`${url}/api/v2/upload/list`, { headers: { 'ocp-apim-subscription-key': `guess-${n}` } })
        await res.text()
        await delay(PAUSE_MS)
      }),
  },
  {
    name: 'sockets: twice as many idle ones as files may be open',
    probe: list,
    async attack(url, stop) {
      const { hostname, port } = new URL(url)
      const sockets = Array.from({ length: OPEN_FILES * 2 }, () => connect(Number(port), hostname).on('error', () => undefined))
      await delay(MS + 10_000, undefined, { signal: stop }).catch(() => undefined)
      for (const socket of sockets) socket.destroy()
    },
  },
  {
    name: 'bodies: 80,000 keys in template_variables, four at once',
    probe: list,
    attack: (url, stop) => loop(4, stop, async () => (await post(url, 'attacker', '/api/v2/flexible-rag', manyKeys)).text()),
  },
  {
    name: 'keys: an identity provider that sends 300 MB',
    async probe(url) {
      const res = await fetch(`${url}/api/health/live`)
      if (!(await res.text()) || res.status !== 200) throw new Error(`health was answered with ${res.status}`)
    },
    async attack(url, stop) {
      const token = `${Buffer.from('{"alg":"RS256","kid":"x"}').toString('base64url')}.e30.AAAA`
      const authorization = `Bearer ${token}`
      await loop(2, stop, async () => {
        await (await fetch(`${url}/api/v2/upload/list`, { headers: { ...headers('attacker'), authorization } })).text()
        await delay(200)
      })
    },
    async setUp() {
      const provider = again('--provide-keys')
      const url = await firstWords(provider)
      return { env: { OIDC_JWKS_URL: url, OIDC_ISSUER: url, OIDC_AUDIENCE: 'bench' }, close: () => provider.kill('SIGKILL') }
    },
  },
]

/** Milliseconds of the probes within the time; one that takes longer is waited for. */
async function measure(probe: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + MS; performance.now() < end || times.length < WARM; await delay(PAUSE_MS)) {
    const began = performance.now()
    await probe()
    times.push(performance.now() - began)
  }
  return times
}

/** One round: the p99 of the probes in ms, quiet and under attack. */
async function round({ name, probe, setUp }: Case): Promise<{ calls: number; quiet: number; loud: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-attack-'))
  const more = await setUp?.()
  const SUBSCRIPTION_KEYS = Object.entries(keys)
    .map((pair) => pair.join(':'))
    .join(',')
  const server = await startProcess({ DATA_DIR: dir, SUBSCRIPTION_KEYS, ...more?.env }, [], { openFiles: OPEN_FILES })
  let attacker: ChildProcess | undefined
  try {
    for (let i = 0; i < WARM; i++) for (const who of ['neighbour', 'attacker'] as const) await probe(server.url, who)
    const quiet = await measure(() => probe(server.url))
    attacker = again('--case', name, '--attack-on', server.url)
    await firstWords(attacker)
    const loud = await measure(() => probe(server.url))
    return { calls: loud.length, quiet: quantile(quiet, 0.99), loud: quantile(loud, 0.99) }
  } finally {
    attacker?.kill('SIGKILL')
    await server.kill()
    more?.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

async function run(attacked: Case) {
  const { name } = attacked
  try {
    const rounds = []
    for (let i = 0; i < Number(values.rounds); i++) rounds.push(await round(attacked))
    const ratios = rounds.map(({ quiet, loud }) => loud / quiet)
    return {
      name,
      calls: rounds.reduce((sum, { calls }) => sum + calls, 0),
      p99Quiet: rounded(median(rounds.map(({ quiet }) => quiet))),
      p99: rounded(median(rounds.map(({ loud }) => loud))),
      times: rounded(median(ratios)),
      range: [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
    }
  } catch (error) {
    return { name, failed: messageOf(error) }
  }
}

const chosen = cases.filter(({ name }) => name.startsWith(values.case))
if (values['provide-keys']) await provideKeys()
if (values['attack-on']) {
  const attack = chosen[0]?.attack(values['attack-on'], new AbortController().signal)
  console.log('begun')
  await attack
}

const results = []
for (const one of values['attack-on'] || values['provide-keys'] ? [] : chosen) {
  const result = await run(one)
  results.push(result)
  if (values.json) continue
  const said =
    'failed' in result
      ? `failed: ${result.failed}`
      : `p99 ${result.p99} ms, quiet ${result.p99Quiet} ms: ${result.times} times, from ${result.range.join(' to ')} (${result.calls} calls)`
  console.log(`${result.name}\n  ${said}`)
}
if (values.json) console.log(JSON.stringify(results))
process.exitCode = results.every((r) => !('failed' in r) && r.times <= MOST) ? 0 : 1
