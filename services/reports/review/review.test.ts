import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { cleanStaff, costGrid, workbookBytes } from '../ingest/cost-sheet.fixture.ts'
import { reports } from '../service.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([reports], { SUBSCRIPTION_KEYS: 'ada:key-a,eve:key-e' })
})
afterAll(async () => {
  await stack.dispose()
  await reports.stop?.()
})

const as = (key = 'key-a') => ({ 'ocp-apim-subscription-key': key })
const get = async (url: string, key?: string) => stack.app.inject({ url, headers: as(key) })
const call = async (method: 'POST' | 'PUT', url: string, payload: object, key?: string) =>
  stack.app.inject({ method, url, headers: as(key), payload })
let district = 0
const place = (over = {}) => ({ districtId: `d-${++district}`, districtName: 'North', quarter: 'Q1', year: '2026', userId: 'u', ...over })
const session = async (where: object): Promise<string> => (await call('POST', '/sdac/sessions', where)).json().sessionId

function upload(sessionId: string | undefined, bytes: Uint8Array, { name = 'costs.xlsx', key = 'key-a', headers = {} } = {}) {
  const form = new FormData()
  if (sessionId !== undefined) form.append('sessionId', sessionId)
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return stack.app.inject({ method: 'POST', url: '/sdac/upload', headers: { ...as(key), ...headers }, payload: form })
}

async function ended(jobId: string) {
  const job = () => get(`/sdac/uploads/${jobId}/status`).then((r) => r.json())
  await expect.poll(async () => (await job()).status, { timeout: 60_000, interval: 100 }).toMatch(/complete|error/)
  return job()
}

async function review(where: object, bytes: Uint8Array, name?: string) {
  const sent = await upload(await session(where), bytes, name ? { name } : {})
  expect(sent.statusCode, sent.body).toBe(202)
  const { jobId, reportId } = sent.json()
  return { jobId, reportId, job: await ended(jobId), report: (await get(`/sdac/reports/${reportId}`)).json() }
}

test('a workbook becomes a report with findings, read by its subject alone', async () => {
  const people = cleanStaff(30, 1).map((p, i) => (i === 4 ? { ...p, salary: -100 } : p))
  const where = place()
  const { jobId, reportId, job, report } = await review(where, workbookBytes({ Costs: costGrid(people) }))
  expect(job).toMatchObject({ jobId, reportId, status: 'complete', progress: 100, errors: [] })
  expect(report.findings.map((f: { rule: string; cell: string }) => [f.rule, f.cell])).toContainEqual(['negative_amount', 'E6'])
})
