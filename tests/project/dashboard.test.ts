import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../../kernel/runtime/metrics.ts'
import { sendText, settled, until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const panelSchema = z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).default([]) })
const dashboardSchema = z.looseObject({ uid: z.string(), panels: z.array(panelSchema) })
const dashboard = dashboardSchema.parse(JSON.parse(readFileSync(new URL('../../deploy/grafana/millrace.json', import.meta.url), 'utf8')))
const expressions = dashboard.panels.flatMap((p) => p.targets.map((t) => t.expr))
const namesIn = (expr: string) => expr.match(/\b(?:millrace|process|nodejs)_\w+/g) ?? []

let dir: string
let server: ServerProcess
let samples: string[]

const metricsOf = async (): Promise<string[]> => (await (await fetch(`${server.url}/metrics`)).text()).split('\n')
const total = (name: string, labels = '') =>
  samples.filter((l) => l.startsWith(name) && l.includes(labels)).reduce((sum, l) => sum + Number(l.split(' ').at(-1)), 0)

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-dashboard-'))
  server = await startProcess({ DATA_DIR: dir })
  const good = await sendText(server.url, 'ropes.txt', 'Ropes are checked four weeks before the season opens.')
  const broken = await sendText(server.url, 'broken.pdf', 'this is no PDF')
  for (const { id } of [good, broken]) await settled(server.url, id)
  await fetch(`${server.url}/api/v2/flexible-rag`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'When are ropes checked?' }),
  })
  // the dead letter is counted a moment after its event is seen
  await until(async () => {
    samples = await metricsOf()
    return total('millrace_dead_letters_total') > 0
  }, 'the dead letter being counted')
})
afterAll(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('every name in the dashboard is one that a running server shows', () => {
  const shown = new Set(samples.flatMap((l) => /^# TYPE (\S+)/.exec(l)?.[1] ?? []))
  const unknown = expressions.flatMap(namesIn).filter((name) => !shown.has(name) && !shown.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(unknown).toEqual([])
  expect(expressions.length).toBeGreaterThan(20)
})

test('every label that an expression groups by or selects is one of its metric', async () => {
  const { registry } = createMetrics()
  for (const expr of expressions) {
    const metrics = namesIn(expr).map(
      (name) => registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, '')) ?? registry.getSingleMetric(name),
    )
    const known = new Set(['le', 'instance', ...metrics.flatMap((m) => (m as unknown as { labelNames?: string[] })?.labelNames ?? [])])
    const used = [
      ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap((m) => m[1]!.split(',').map((l) => l.trim())),
      ...[...expr.matchAll(/[{,](\w+)=~?"/g)].map((m) => m[1]!),
    ]
    expect([expr, used.filter((label) => !known.has(label))]).toEqual([expr, []])
  }
})

test('nothing that the platform measures is missing from it', async () => {
  const own = (await createMetrics().registry.getMetricsAsJSON()).map((m) => m.name).filter((name) => name.startsWith('millrace_'))
  const drawn = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(own.filter((name) => !drawn.has(name))).toEqual([])
})

test('dead letters, waiting work and calls to the model are counted', () => {
  expect(total('millrace_dead_letters_total', 'consumer="parse"')).toBe(1)
  expect(total('millrace_dead_letters_total', 'code="corrupt"')).toBe(1)
  expect(samples).toContain('millrace_queue_depth{queue="parser"} 0')
  expect(total('millrace_llm_request_duration_seconds_count', 'outcome="ok"')).toBe(1)
  expect(total('millrace_records_handled_total', 'consumer="index"')).toBeGreaterThan(0)
})
