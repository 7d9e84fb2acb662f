// A chat alone, and while documents come in, jobs run and an index is rebuilt: npm run bench bench/speed/mixed-load.ts [-- --documents 1000 --jobs 500 --chats 200]
// Answers are the embedded ones; jobs are runs of the reasoning engine. p99 of the chat beside its quiet value.
import { parseArgs } from 'node:util'
import { startServer } from '../../scripts/cli/start-server.ts'
import { quantile } from '../measure/quantile.ts'
import { sendTexts, untilSearchable } from './notes-to.ts'
import { printTables } from './side-by-side.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '500' },
    chats: { type: 'string', default: '200' },
  },
})
const [DOCUMENTS, JOBS, CHATS] = [Number(values.documents), Number(values.jobs), Number(values.chats)]
const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
  const reply = await fetch(server.url + path, sent)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${text.slice(0, 300)}`)
}

function* texts(prefix: string, count: number): Generator<readonly [string, string]> {
  for (let i = 0; i < count; i++)
    yield [
      `${prefix}-${i}.txt`,
      `The wheel of mill ${i} was built of oak. ${`Mill ${i} stands at the brook and grinds grain. `.repeat(10)}`,
    ]
}

/** One after the other; the milliseconds of each. */
async function chat(count: number, going: () => boolean = () => true): Promise<number[]> {
  const times: number[] = []
  while (times.length < count && going()) {
    const from = performance.now()
    await post('/api/v2/flexible-rag', { question: `Of what was the wheel of mill ${times.length % 50} built?` })
    times.push(performance.now() - from)
  }
  return times
}

async function jobs(): Promise<void> {
  let next = 0
  const sender = async () => {
    for (let i = next++; i < JOBS; i = next++)
      await post('/reasoning-engine/workflows/main/start-async', {
        objective: `Explain series ${i}`,
        datasets: [{ id: 'd', values: Array.from({ length: 60 }, (_, k) => (k * (i + 3)) % 7) }],
      })
  }
  await Promise.all(Array.from({ length: 4 }, sender))
}

try {
  await untilSearchable(server.url, await sendTexts(server.url, texts('first', 200)))
  await chat(50)
  const quiet = await chat(CHATS)
  let working = true
  const began = performance.now()
  const load = Promise.all([
    sendTexts(server.url, texts('more', DOCUMENTS), 8).then((ids) => untilSearchable(server.url, ids)),
    jobs(),
    post('/admin/rebuilds', { index: 'documents', from: 'parsed', config: { chunking: { max_tokens: 60, overlap_tokens: 0 } } }),
  ]).finally(() => {
    working = false
  })
  const [busy] = await Promise.all([chat(Number.POSITIVE_INFINITY, () => working), load])
  for (const [name, times] of Object.entries({ quiet, busy }))
    console.log(
      `${name}: ${times.length} chats, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, worst ${quantile(times, 1).toFixed(1)} ms`,
    )
  console.log(`documents, jobs and the rebuild took ${((performance.now() - began) / 1000).toFixed(1)} s`)
  printTables({}, [
    { claim: 'p99 of a chat under load, times its quiet one', measured: quantile(busy, 0.99) / quantile(quiet, 0.99), bar: 2 },
  ])
} finally {
  await server.stop()
}
