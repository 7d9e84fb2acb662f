import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createHealth, type Dependency } from './health.ts'

const log = pino({ level: 'silent' })
const fine = (name: string, required = true): Dependency => ({ name, required, check: async () => {} })
const broken = (name: string, required = true): Dependency => ({ name, required, check: () => Promise.reject(new Error('canary address')) })
const never: Dependency = { name: 'never', required: true, check: () => new Promise(() => {}) }

it('is healthy, degraded or unhealthy by what is down, and never says why', async () => {
  const status = async (...dependencies: Dependency[]) => {
    const report = await createHealth(dependencies, { clock: Date, log }).check()
    expect(JSON.stringify(report)).not.toContain('canary')
    return report.status
  }
  expect(await status(fine('a'), fine('b', false))).toBe('healthy')
  expect(await status(fine('a'), broken('b', false))).toBe('degraded')
  expect(await status(broken('a'), broken('b', false))).toBe('unhealthy')
})

it('probes at the same time, gives up at the deadline, and tells the check so', async () => {
  let aborted = false
  const listening: Dependency = {
    name: 'listening',
    required: true,
    check: (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason)
        }),
      ),
  }
  const health = createHealth([never, { ...never, name: 'never2' }, listening], { clock: Date, log, timeoutMs: 50 })
  const started = performance.now()
  const report = await health.check()
  expect(performance.now() - started).toBeLessThan(120)
  expect(aborted).toBe(true)
  expect(report.status).toBe('unhealthy')
  expect(report.dependencies.never!.responseTimeMs).toBeGreaterThanOrEqual(45)
})

it('shares a report for a second, and a probe that is under way', async () => {
  let probes = 0
  let now = 1_000_000
  const counted: Dependency = {
    name: 'counted',
    required: true,
    check: async () => {
      probes++
    },
  }
  const health = createHealth([counted], { clock: { now: () => now }, log })
  expect(health.latest()).toBeUndefined()
  await Promise.all([health.check(), health.check(), health.check()])
  now += 999
  await health.check()
  expect(probes).toBe(1)
  now += 1
  await health.check()
  expect(probes).toBe(2)
  expect(health.latest()?.status).toBe('healthy')
})

it('logs a loss and a return once each', async () => {
  const lines: string[] = []
  const spying = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  let up = false
  const flapping: Dependency = { name: 'x', required: true, check: async () => (up ? undefined : Promise.reject(new Error('down'))) }
  const health = createHealth([flapping], { clock: Date, log: spying, freshMs: 0 })
  await health.check()
  await health.check()
  up = true
  await health.check()
  await health.check()
  expect(lines.map((l) => JSON.parse(l).msg)).toEqual(['a dependency does not answer', 'a dependency answers again'])
})

it('says a few words on a dependency, by whether it answers', async () => {
  const detail = (answers: boolean) => (answers ? 'm answers' : 'down: m does not answer')
  const report = await createHealth(
    [
      { ...fine('a'), detail },
      { ...broken('b'), detail },
    ],
    { clock: Date, log },
  ).check()
  expect(report.dependencies).toMatchObject({ a: { detail: 'm answers' }, b: { detail: 'down: m does not answer' } })
})

it('answers with the report before where a dependency hangs, and goes on probing for the next who asks', async () => {
  let answer = Promise.resolve()
  let now = 1_000_000
  const hanging: Dependency = { name: 'hanging', required: true, check: () => answer }
  const health = createHealth([hanging], { clock: { now: () => now }, log, timeoutMs: 300, patienceMs: 20 })
  expect((await health.check()).status).toBe('healthy')
  answer = new Promise(() => {})
  now += 2_000
  const first = await health.check()
  expect([first.status, first.timestamp]).toEqual(['healthy', new Date(1_000_000).toISOString()])
  await expect.poll(async () => (await health.check()).status).toBe('unhealthy')
})
