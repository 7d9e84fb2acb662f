import { afterAll, beforeAll, expect, test } from 'vitest'
import { toyRun } from '../../../tests/runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { reports } from '../service.ts'
import type { ReportTables } from '../stored/tables.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([{ ...reports, runs: [toyRun({ call: async () => '' })] }], { SUBSCRIPTION_KEYS: 'ada:key-a,eve:key-e' })
})
afterAll(() => stack.dispose())

const place = { districtId: 'd-1', districtName: 'North', quarter: 'Q1', year: '2026', userId: 'u-1', userEmail: 'ann@example.org' }
const as = (key: string) => ({ 'ocp-apim-subscription-key': key })
const start = (payload: object, key = 'key-a') => stack.app.inject({ method: 'POST', url: '/sdac/sessions', headers: as(key), payload })
const read = (id: string, key = 'key-a') => stack.app.inject({ url: `/sdac/sessions/${id}`, headers: as(key) })

test('a session begins without a report, lasts a day, and is read by its subject alone', async () => {
  const started = await start(place)
  expect(started.statusCode).toBe(201)
  const session = started.json()
  expect(session).toMatchObject({ ...place, reportId: null, reportStatus: 'none' })
  expect(started.headers.location).toBe(`/sdac/sessions/${session.sessionId}`)
  const hours = (Date.parse(session.expiresAt) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
  expect((await read(session.sessionId)).json()).toEqual(session)
  for (const reply of [await read(session.sessionId, 'key-e'), await read(crypto.randomUUID()), await read('x')]) {
    expect(reply.statusCode).toBe(404)
    expect(reply.json().error.code).toBe('not_found')
  }
})

test.each(['districtId', 'districtName', 'quarter', 'year', 'userId'])('a session without %s is refused by its name', async (key) => {
  const reply = await start({ ...place, [key]: undefined })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().error.message).toContain(key)
})

test.each([
  { quarter: 'Q5' },
  { quarter: 'spring' },
  { year: '26' },
  { districtId: '' },
  { districtName: 'x'.repeat(201) },
])('what is no place is refused: %j', async (over) => {
  const reply = await start({ ...place, ...over })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().error.message).toContain(Object.keys(over)[0])
})

test('an expired session is gone, and is swept when another begins', async () => {
  const { sessionId } = (await start(place)).json()
  const rows = stack.ports.database.tables<ReportTables>()
  await rows.updateTable('sdac_sessions').set({ expires_at: 1 }).where('id', '=', sessionId).execute()
  expect((await read(sessionId)).statusCode).toBe(404)
  await start(place)
  expect(await rows.selectFrom('sdac_sessions').select('id').where('id', '=', sessionId).execute()).toEqual([])
})
