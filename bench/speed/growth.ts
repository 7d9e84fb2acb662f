// What a document costs, what memory the processes hold, and how long a question takes, as documents of unique text become many:
// npm run bench bench/speed/growth.ts [-- --from 1000 --to 100000]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startServer } from '../../scripts/cli/start-server.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'
import { useBelow } from '../measure/process-tree.ts'
import { quantile } from '../measure/quantile.ts'
import { sendTexts, untilSearchable } from './notes-to.ts'
import { printTables } from './side-by-side.ts'

const { values } = parseArgs({ options: { from: { type: 'string', default: '1000' }, to: { type: 'string', default: '100000' } } })
const [FROM, TO] = [Number(values.from), Number(values.to)]
const WORDS = 60
const QUESTIONS = 100
const random = seededRandom(11)
const word = () =>
  Math.floor(random() ** 3 * 60_000)
    .toString(36)
    .padStart(3, 'q')
const sentence = (length: number) => Array.from({ length }, word).join(' ')

const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
let number = 0
function* texts(count: number): Generator<readonly [string, string]> {
  for (const end = number + count; number < end; ) yield [`note-${number++}.txt`, `${sentence(WORDS)}.\n`]
}

async function bring(count: number): Promise<number> {
  const before = useBelow(process.pid).cpuSeconds
  await untilSearchable(server.url, await sendTexts(server.url, texts(count)))
  return ((useBelow(process.pid).cpuSeconds - before) * 1000) / count
}

async function ask(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < QUESTIONS + 5; i++) {
    const body = JSON.stringify({ question: sentence(4), fetch_args: { CloudSearchFetcher: { index: 'documents', top_k: 10 } } })
    const from = performance.now()
    const reply = await fetch(`${server.url}/api/v2/flexible-rag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await reply.text()
    if (!reply.ok) throw new Error(`a question was answered with ${reply.status}`)
    if (i >= 5) times.push(performance.now() - from)
  }
  return quantile(times, 0.95)
}

async function at(documents: number, last: number) {
  await bring(documents - number - last)
  // Of the last documents only: those before them make the collection as large as it is.
  const cpu = await bring(last)
  const query = await ask()
  const figures = { documents, 'CPU ms a document': cpu, 'query p95 ms': query, 'resident MB': useBelow(process.pid).residentBytes / 1e6 }
  console.log(JSON.stringify({ ...figures, load: Number(loadavg()[0]?.toFixed(1)) }))
  return figures
}

try {
  await bring(200)
  const last = Math.round(FROM / 2)
  const small = await at(FROM, last)
  const large = await at(TO, last)
  const times = (name: keyof typeof small) => large[name] / small[name]
  printTables({}, [
    { claim: `processor time a document at ${TO}, times that at ${FROM}`, measured: times('CPU ms a document'), bar: 1.1 },
    { claim: 'resident memory', measured: times('resident MB'), bar: 1.5 },
    { claim: 'query p95', measured: times('query p95 ms'), bar: 3 },
  ])
} finally {
  await server.stop()
}
