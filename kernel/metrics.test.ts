import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('observations in batches are all there whenever the metrics are read, beside single ones', async () => {
  const metrics = createMetrics()
  const labels = { method: 'GET', route: '/thing/:id', status: '304' }
  const observe = metrics.httpBatch(labels)
  const shown = async (line: string) => new RegExp(`_seconds_${line} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]
  const series = 'method="GET",route="/thing/:id",status="304"'
  expect(await shown(`count{${series}}`)).toBeUndefined()
  for (let i = 1; i <= 1000; i++) {
    observe(i % 2 ? 0.001 : 0.02)
    if ([1, 255, 256, 257, 1000].includes(i)) expect(await shown(`count{${series}}`)).toBe(String(i))
  }
  metrics.httpDuration.observe(labels, 0.02)
  expect(await shown(`count{${series}}`)).toBe('1001')
  expect(await shown(`bucket{le="0.01",${series}}`)).toBe('500')
  expect(Number(await shown(`sum{${series}}`))).toBeCloseTo(500 * 0.001 + 501 * 0.02)
})
