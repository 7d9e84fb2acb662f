// What memory queued uploads take: small texts sent as fast as the server accepts them, far faster than they become searchable, beside the
// same number of which only a few wait at a time: npm run bench bench/speed/queued.ts [-- --uploads 10000 --few 32]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startServer } from '../../scripts/cli/start-server.ts'
import { useBelow } from '../measure/process-tree.ts'
import { sendTexts, untilSearchable } from './notes-to.ts'
import { printTables } from './side-by-side.ts'

const { values } = parseArgs({ options: { uploads: { type: 'string', default: '10000' }, few: { type: 'string', default: '32' } } })
const [UPLOADS, FEW] = [Number(values.uploads), Number(values.few)]
const WARM = 300
const SAMPLE_MS = 250

function* texts(count: number, name: string): Generator<readonly [string, string]> {
  for (let i = 0; i < count; i++) yield [`${name}-${i}.txt`, `The mill is ${name} ${i}.\n`]
}

/** Records that are published and not handled yet, of the group that lags most. */
async function waiting(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.max(0, ...[...metrics.matchAll(/^millrace_consumer_lag_records\{[^}]*\} (\d+)/gm)].map((m) => Number(m[1])))
}

/** Megabytes that all processes hold, and how many records waited, from a server of its own. */
async function measure(side: string, send: (url: string) => Promise<void>) {
  const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
  const below = () => useBelow(process.pid)
  try {
    await untilSearchable(server.url, await sendTexts(server.url, texts(WARM, 'warm')))
    const [before, from] = [below(), performance.now()]
    console.log(`${side}: ${(before.residentBytes / 1e6).toFixed(0)} MB with none queued`)
    let [peak, most] = [0, 0]
    const sampling = setInterval(async () => {
      peak = Math.max(peak, below().residentBytes)
      most = Math.max(most, await waiting(server.url).catch(() => 0))
    }, SAMPLE_MS)
    await send(server.url).finally(() => clearInterval(sampling))
    const after = below()
    const figures = {
      'MB before': before.residentBytes / 1e6,
      'MB at most': peak / 1e6,
      'MB at the end': after.residentBytes / 1e6,
      'queued at most': most,
      'CPU ms an upload': ((after.cpuSeconds - before.cpuSeconds) * 1000) / UPLOADS,
      seconds: (performance.now() - from) / 1000,
    }
    console.log(JSON.stringify({ side, load: Number(loadavg()[0]?.toFixed(1)), ...figures }))
    return figures
  } finally {
    await server.stop()
  }
}

const atOnce = await measure('at once', async (url) => {
  const from = performance.now()
  const ids = await sendTexts(url, texts(UPLOADS, 'many'), 64)
  const took = ((performance.now() - from) / 1000).toFixed(1)
  const megabytes = (useBelow(process.pid).residentBytes / 1e6).toFixed(0)
  console.log(`${UPLOADS} accepted in ${took} s, ${await waiting(url)} records wait, ${megabytes} MB`)
  await untilSearchable(url, ids)
})
const few = await measure('few', async (url) => {
  const all = texts(UPLOADS, 'few')
  const sender = async () => {
    for (let next = all.next(); !next.done; next = all.next()) await untilSearchable(url, await sendTexts(url, [next.value].values()))
  }
  await Promise.all(Array.from({ length: FEW }, sender))
})
printTables({ few: [few], 'at once': [atOnce] }, [
  {
    claim: `memory at most with ${UPLOADS} sent at once, times that with ${FEW} at a time`,
    measured: atOnce['MB at most'] / few['MB at most'],
    bar: 1.05,
  },
])
