// node scripts/run.mjs bench/widget-page.ts [rounds]: what the widget costs the page around it, at a fourth of the processor's speed.
// Round after round a host page without its script and with it, opened, given a workbook and asked: the tasks of the page's main thread in
// which the widget's script runs, in processor time, the page's own longest one beside them, and the layout shift. Chromium slows a page by
// the clock, not by processor time: beside other work on the machine that is more than fourfold, so that the same is told at full speed too.
import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { startServer } from '../scripts/cli/start-server.ts'
import { startWidgetHost } from '../scripts/widget-host/start-widget-host.ts'
import { WORKBOOK } from '../tests/support/widget-visits.ts'

const rounds = Number(process.argv[2] ?? 5)
const SLOWER = 4
const LONG_MS = 50
const OBSERVE = `window.shift = 0; new PerformanceObserver((l) => l.getEntries().forEach((e) => { if (!e.hadRecentInput) shift += e.value }))
  .observe({ type: 'layout-shift', buffered: true })`

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      ...{ name: z.string(), ph: z.string(), pid: z.number(), tid: z.number(), ts: z.number() },
      ...{ dur: z.number().optional(), tdur: z.number().optional() },
      args: z
        .object({ name: z.string().optional(), data: z.object({ url: z.string().optional() }).loose().optional() })
        .loose()
        .optional(),
    }),
  ),
})

let platform = ''
const host = await startWidgetHost({ port: 0, platform: () => platform, token: async () => undefined })
const server = await startServer({ LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', WIDGET_ORIGINS: host.url })
// another site than the host's, as it is in use: the frame has a process of its own then
platform = server.url.replace('127.0.0.1', 'localhost')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--site-per-process'],
})

async function round({ without = false, slower = SLOWER }): Promise<{ shift: number; tasks: number[]; longest: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.addInitScript(OBSERVE)
    if (without) await page.route('**/widget/embed.js', (route) => route.abort())
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
    await page.goto(host.url)
    await page.waitForLoadState('networkidle')
    if (!without) await review(page)
    const shift = z.number().parse(await page.evaluate('shift'))
    const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
    return { shift, ...tasksOf(traceEvents) }
  } finally {
    await context.close()
  }
}

async function review(page: Page): Promise<void> {
  const frame = page.frameLocator('sdac-review iframe')
  await frame.locator('#drop-words:not(:empty)').waitFor({ state: 'attached' })
  await page.locator('sdac-review button').click()
  await frame.locator('#file').setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer: Buffer.from(WORKBOOK) })
  await frame.locator('.findings li').first().waitFor()
  await frame.getByRole('tab').nth(1).click()
  await frame.getByRole('button', { name: 'Summarise the report' }).click()
  await frame.locator('.theirs .said p').first().waitFor()
}

/** Tasks of the host page's process in which the widget's script ran, and the longest one in which it did not: ms of processor time. */
function tasksOf(events: z.output<typeof traceSchema>['traceEvents']): { tasks: number[]; longest: number } {
  const hosts = new Set(
    events.filter(({ name, args }) => name === 'CommitLoad' && args?.data?.url?.startsWith(host.url)).map(({ pid }) => pid),
  )
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = (pid: number, tid: number) => hosts.has(pid) && mains.some((m) => m.pid === pid && m.tid === tid)
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && isMain(pid, tid))
  const ours = own.filter(({ args }) => args?.data?.url?.includes('/widget/embed.js'))
  const whole = own.filter(({ name }) => name.endsWith('::RunTask'))
  const [with_, others] = [true, false].map((holds) =>
    whole
      .filter((task) => ours.some((o) => o.tid === task.tid && o.ts >= task.ts && o.ts <= task.ts + (task.dur ?? 0)) === holds)
      .map(({ tdur = 0 }) => tdur / 1000)
      .sort((a, b) => b - a),
  )
  return { tasks: with_ ?? [], longest: others?.[0] ?? 0 }
}

const shown = (ms: number) => `${ms.toFixed(0)} ms`
console.log(`Chromium ${browser.version()}, processor × 1/${SLOWER}, load ${loadavg()[0]?.toFixed(1)}`)
for (let n = 1; n <= rounds; n++) {
  const bare = await round({ without: true })
  const { shift, tasks, longest } = await round({})
  const full = await round({ slower: 1 })
  const long = tasks.filter((ms) => ms > LONG_MS).length
  console.log(
    `round ${n}: ${tasks.length} tasks with the widget's script, the longest ${tasks.slice(0, 3).map(shown).join(', ')}, ${long} over ${LONG_MS} ms; ` +
      `at full speed ${full.tasks.slice(0, 3).map(shown).join(', ')}; ` +
      `the page's own longest ${shown(longest)}, without the widget ${shown(bare.longest)}; layout shift ${shift}`,
  )
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
await browser.close()
await server.stop()
await host.close()
