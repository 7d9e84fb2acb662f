// Memory and time of the tagging workflow by the number of posts, embedded: npm run bench bench/tagging.ts [--posts 1000,1000,1000,10000,10000,10000]
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startServer } from '../scripts/cli/start-server.ts'

const { values } = parseArgs({ options: { posts: { type: 'string', default: '1000,1000,1000,10000,10000,10000' } } })
const WORDS = 'residence halls open at eight on friday and students bring their boxes to the north gate where volunteers help'.split(' ')
const startedSchema = z.object({ runId: z.string() })
const runSchema = z.looseObject({ status: z.string(), progress: z.looseObject({ processed: z.number() }) })

const server = await startServer({ RATE_LIMIT_PER_MINUTE: '0' })
const flow = `${server.url}/ai/tap/workflows/tagging-suggestions`
const metric = async (name: string): Promise<number> => {
  const told = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(told)?.[1] ?? Number.NaN)
}
const megabytes = async () => (await metric('process_resident_memory_bytes')) / 1e6
try {
  console.log(`at rest: ${(await megabytes()).toFixed(0)} MB`)
  for (const count of values.posts.split(',').map(Number)) {
    const posts = Array.from({ length: count }, (_, i) => ({
      postId: `p${i}`,
      tenantId: 'north',
      text: Array.from({ length: 50 }, (_, k) => WORDS[(i * 7 + k * (1 + (i % 5))) % WORDS.length]).join(' '),
    }))
    const [began, cpu] = [performance.now(), await metric('process_cpu_seconds_total')]
    const body = JSON.stringify({ posts, options: { maxTagsPerPost: 3 } })
    const started = await fetch(`${flow}/create-run`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { runId } = startedSchema.parse(await started.json())
    const accepted = performance.now() - began
    let [peak, seen] = [0, new Set<number>()]
    for (;;) {
      const { status, progress } = runSchema.parse(await (await fetch(`${flow}/runs/${runId}`)).json())
      peak = Math.max(peak, await megabytes())
      seen.add(progress.processed)
      if (status === 'completed') break
      if (status !== 'running' && status !== 'queued') throw new Error(`the run ended as ${status}`)
      await delay(500)
    }
    const seconds = (performance.now() - began) / 1000
    const spent = (await metric('process_cpu_seconds_total')) - cpu
    console.log(
      `${count} posts: accepted in ${(accepted / 1000).toFixed(1)} s, over in ${seconds.toFixed(1)} s (${(count / seconds).toFixed(0)} a second), ${((1000 * spent) / count).toFixed(1)} ms of processor time each, peak ${peak.toFixed(0)} MB, ${seen.size} steps of progress seen`,
    )
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await server.stop()
}
