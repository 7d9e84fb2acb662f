import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('polls that change nothing are all there whenever the metrics are read, by route', async () => {
  const metrics = createMetrics()
  const [one, other] = [metrics.countUnchanged('/one/:id'), metrics.countUnchanged('/other/:id')]
  const shown = async (route: string) =>
    Number(new RegExp(`^millrace_http_unchanged_total\\{route="${route}"\\} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1])
  expect([await shown('/one/:id'), await shown('/other/:id')]).toEqual([0, 0])
  for (let i = 0; i < 300; i++) one()
  expect([await shown('/one/:id'), await shown('/other/:id')]).toEqual([300, 0])
  one()
  other()
  expect([await shown('/one/:id'), await shown('/other/:id')]).toEqual([301, 1])
})
