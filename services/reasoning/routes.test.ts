import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addIdempotency } from '../../kernel/http/idempotency/idempotent-routes.ts'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { gaussian, seeded } from './analysis/numbers/random.ts'
import { registerReasoningRoutes } from './routes.ts'
import { reasoning } from './service.ts'

const MAIN = '/reasoning-engine/workflows/main'
const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)
let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([
    {
      ...reasoning,
      routes(app, ctx) {
        addIdempotency(app, ctx.ports)
        registerReasoningRoutes(app, ctx)
      },
    },
  ])
})
afterAll(() => stack.dispose())

const post = async (url: string, payload: unknown) => {
  const reply = await stack.app.inject({ method: 'POST', url, payload: payload as object })
  return { status: reply.statusCode, body: reply.json() }
}
const get = async (url: string) => {
  const reply = await stack.app.inject({ method: 'GET', url })
  return { status: reply.statusCode, body: reply.json() }
}
const series = (id: string, values: readonly number[]) => ({
  id,
  label: id,
  points: values.map((v, i) => ({ t: new Date(START + i * DAY).toISOString(), v })),
})
const noisy = (seed: number, n: number, f: (i: number) => number) => {
  const next = gaussian(seeded(seed))
  return Array.from({ length: n }, (_, i) => f(i) + next())
}
const ended = async (runId: string) =>
  expect.poll(async () => (await get(`${MAIN}/runs/${runId}`)).body.status, { timeout: 60_000 }).not.toBe('running')

describe('the whole way', () => {
  it('answers what was asked, with numbers that stand in the reply', { timeout: 60_000 }, async () => {
    const visits = noisy(7, 120, (i) => (i < 70 ? 40 : 50) + (i % 7 === 6 ? -8 : 0))
    const { status, body } = await post(MAIN, {
      objective: 'When did visits change?',
      taskId: 't',
      hints: ['weekly cycle'],
      series: [series('visits', visits)],
    })
    expect([status, body.taskId, body.objective]).toEqual([200, 't', 'When did visits change?'])
    expect(body.temporal.series[0].changePoints.map((c: { index: number }) => c.index)).toEqual([70])
    expect(body.temporal.series[0].seasonality.period).toBe(7)
    expect(body.result.summary).toMatch(/^The mean of "visits" goes from [\d.]+ up to [\d.]+ at 2026-03-12\./)
    expect(body.result.keyInsights[0]).toMatchObject({ kind: 'change', about: ['visits'], direction: 'up' })
    expect(body.domain.hints).toMatchObject([{ hint: 'weekly cycle', status: 'supported', series: ['visits'] }])
    expect(body.explanation.source).toBe('templates')
    const sentences: string[] = body.explanation.claims.map((c: { text: string }) => c.text)
    expect(body.explanation.text).toBe([...new Set(sentences)].join(' '))
    expect(body.validation.checks.map((c: { passed: boolean }) => c.passed)).toEqual([true, true, true])
    const steps = body.executedSteps.map((s: { step: string; status: string }) => `${s.step} ${s.status}`)
    expect(steps).toEqual([
      'temporal completed',
      'pattern completed',
      'correlation skipped',
      'domain completed',
      'explanation completed',
      'validation completed',
      'result completed',
    ])
    expect(body.result.missing).toEqual([{ step: 'correlation', status: 'skipped', reason: expect.stringContaining('two series') }])
  })

  it('gives the same findings to a run that nobody waits for, lists it, and tells its steps', { timeout: 60_000 }, async () => {
    const input = {
      objective: 'Do they go together?',
      series: [
        series(
          'a',
          noisy(1, 80, (i) => Math.sin(i)),
        ),
        series(
          'b',
          noisy(2, 80, (i) => 3 * Math.sin(i)),
        ),
      ],
    }
    const now = await post(MAIN, input)
    const { status, body } = await post(`${MAIN}/start-async`, input)
    expect(status).toBe(202)
    await ended(body.runId)
    const run = (await get(`${MAIN}/runs/${body.runId}`)).body
    expect(run.status).toBe('completed')
    for (const part of ['temporal', 'pattern', 'correlation', 'domain', 'explanation', 'validation', 'result'])
      expect(run.result[part]).toEqual(now.body[part])
    expect((await get(`${MAIN}/runs`)).body.items.map((r: { runId: string }) => r.runId)).toContain(body.runId)
    const events = await stack.app.inject({ method: 'GET', url: `${MAIN}/runs/${body.runId}/events` })
    expect(events.body).toContain('event: step\ndata: {"step":"correlation","status":"completed"}')
    expect(events.body).toContain('event: done\ndata: {"status":"completed"}')
    expect((await post(`${MAIN}/runs/${body.runId}/cancel`, {})).status).toBe(409)
  })

  it('skips what one point cannot say, and says so', { timeout: 60_000 }, async () => {
    const { status, body } = await post(MAIN, {
      objective: 'x',
      series: [series('lone', [5])],
      datasets: [{ id: 'none', label: 'none', values: [] }],
    })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('temporal')
    expect(body.result.summary).toBe('There are too few values to tell anything: the longest, "lone" has 1, and 5 are needed.')
    expect(body.result.skipped).toEqual([{ id: 'none', notes: ['It has no values and was left out.'] }])
    expect(body.result.missing.map((m: { step: string }) => m.step)).toEqual(['temporal', 'correlation'])
  })

  it('tells what it was asked, with the numbers as they were taken', { timeout: 60_000 }, async () => {
    const points = [
      { t: '2026-01-02', v: 2 },
      { t: '2026-01-01', v: 1 },
      { t: '2026-01-01', v: 3 },
    ]
    const asked = { objective: 'What\n is there?', hints: ['h'], series: [{ id: 'a', points }], datasets: [{ id: 'b', values: [4, 5] }] }
    const { runId } = (await post(`${MAIN}/start-async`, asked)).body
    expect((await get(`${MAIN}/runs/${runId}/request`)).body).toEqual({
      objective: 'What\n is there?',
      series: [
        {
          id: 'a',
          label: 'a',
          points: [
            { t: '2026-01-01T00:00:00.000Z', v: 2 },
            { t: '2026-01-02T00:00:00.000Z', v: 2 },
          ],
        },
      ],
      datasets: [{ id: 'b', label: 'b', values: [4, 5] }],
      hints: ['h'],
      outputProfile: 'default',
    })
    expect((await get(`${MAIN}/runs`)).body.items).toContainEqual(expect.objectContaining({ runId, objective: 'What is there?' }))
    await ended(runId)
  })

  it('reads a large body beside the event loop, and tells its faults in the same words', { timeout: 60_000 }, async () => {
    const days = Array.from({ length: 3000 }, (_, i) => i % 7)
    const { status, body } = await post(`${MAIN}/start-async`, { objective: 'x', series: [series('a', days)] })
    expect([status, body]).toMatchObject([202, { runId: expect.any(String) }])
    await ended(body.runId)
    const points = [...series('a', days).points, { t: 'no time', v: 1 }]
    const faulty = await post(MAIN, { objective: 'x', series: [{ id: 'a', points }] })
    expect(faulty).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', details: { issues: [{ path: 'series.0.points.3000.t' }] } } },
    })
    const many = await post(MAIN, { objective: 'x', datasets: [{ id: 'a', values: new Array(100_001).fill(1) }] })
    expect(many).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large', details: { limit: 100_000, received: 100_001 } } },
    })
    const text = await stack.app.inject({
      method: 'POST',
      url: MAIN,
      headers: { 'content-type': 'application/json' },
      payload: `{"objective":${' '.repeat(100_000)}`,
    })
    expect([text.statusCode, text.json().error.code]).toEqual([400, 'invalid_request'])
  })

  it('replies the same once more to the same Idempotency-Key, and to no other content', { timeout: 60_000 }, async () => {
    const send = (payload: object, url = MAIN) => stack.app.inject({ method: 'POST', url, headers: { 'idempotency-key': 'once' }, payload })
    const asked = { objective: 'x', series: [series('a', [1, 2, 4, 8, 9])] }
    const [first, second] = [await send(asked), await send(asked)]
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect([second.statusCode, second.headers['content-type'], second.json()]).toEqual([200, first.headers['content-type'], first.json()])
    expect((await send({ ...asked, objective: 'y' })).statusCode).toBe(409)
    const large = { objective: 'x', series: [series('a', new Array(2000).fill(4))] }
    const started = (await send(large, `${MAIN}/start-async`)).json()
    expect((await send(large, `${MAIN}/start-async`)).json()).toEqual(started)
    await ended(started.runId)
  })

  it('is nobody else’s business', async () => {
    expect((await get(`${MAIN}/runs/0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11`)).status).toBe(404)
    expect((await get(`${MAIN}/runs/no-id`)).status).toBe(404)
  })
})
