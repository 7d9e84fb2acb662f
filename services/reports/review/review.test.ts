import { afterAll, beforeAll, expect, test } from 'vitest'
import { read } from 'xlsx'
import { findConversation } from '../../../kernel/conversations/read-conversations.ts'
import type { RunTables } from '../../../kernel/runs/tables.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { whoseOf } from '../chat/conversation.ts'
import { cleanStaff, costGrid, workbookBytes } from '../ingest/cost-sheet.fixture.ts'
import { reports } from '../service.ts'
import { reportFolder } from '../stored/report-blobs.ts'
import type { ReportTables } from '../stored/tables.ts'

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
  const workbook = await get(`/sdac/reports/${reportId}/workbook`)
  expect(workbook.headers['content-disposition']).toContain('costs%20with%20findings.xlsx')
  const cells = read(workbook.rawPayload, { type: 'buffer' }).Sheets.Costs!
  expect(cells.E6.c[0].t).toContain('The salary is negative')

  const rows = async (query: string) => (await get(`/sdac/reports/${reportId}/cells?${query}`)).json()
  const row = (await rows('sheet=Costs&from=6&count=1')).rows
  expect(row).toMatchObject([{ row: 6, cells: expect.arrayContaining([{ column: 'E', text: '-100' }]) }])
  expect((await rows('sheet=Costs&from=31&count=50')).rows.map((r: { row: number }) => r.row)).toEqual([31, 32])
  expect((await rows('sheet=Costs&from=900')).rows).toEqual([])
  expect((await rows('sheet=Other')).error.message).toBe('sheet: there is no such sheet; there are "Costs"')
})

test('what is another subject’s is not found, on any route', async () => {
  const { jobId, reportId } = await review(place(), workbookBytes({ Costs: costGrid(cleanStaff(8, 2)) }))
  const paths = ['', '/analysis-status', '/findings', '/layout', '/cells?sheet=Costs', '/workbook'].map(
    (tail) => `/sdac/reports/${reportId}${tail}`,
  )
  const others = [`/sdac/report/${reportId}`, `/sdac/report-analysis/${reportId}/status`, `/sdac/uploads/${jobId}/status`, `/jobs/${jobId}`]
  const queries = [`/sdac/costs?report_id=${reportId}`, `/sdac/feedback?report_id=${reportId}`]
  for (const path of [...paths, ...others, ...queries]) {
    expect((await get(path)).statusCode, path).toBe(200)
    expect((await get(path, 'key-e')).statusCode, path).toBe(404)
  }
  expect((await call('POST', '/sdac/validate', { reportId }, 'key-e')).statusCode).toBe(404)
  expect((await get('/api/dashboard/overview', 'key-e')).json().reports.total).toBeGreaterThan(0)
})

test('columns under other names are named by hand once, and remembered for the district', async () => {
  const [headers = [], ...rows] = costGrid(cleanStaff(6, 3))
  const strange = workbookBytes({ Costs: [headers.map((h) => (h === 'Salary' ? 'Column X' : h === 'Benefits' ? 'Column Y' : h)), ...rows] })
  const where = place()
  const first = await review(where, strange)
  expect(first.job).toMatchObject({ status: 'error', errors: [{ code: 'not_a_cost_report' }] })
  for (const words of ['"Column X"', 'Headers missing: Salary, Benefits']) expect(first.job.message).toContain(words)
  const layout = `/sdac/reports/${first.reportId}/layout`
  expect((await call('PUT', layout, { sheets: [{ name: 'None', columns: {} }] })).json().error.message).toContain('sheets.0.name')
  const twice = { sheets: [{ name: 'Costs', columns: { salary: 'E', benefits: 'E' } }] }
  expect((await call('PUT', layout, twice)).json().error.message).toContain('two fields')
  expect((await call('PUT', layout, { sheets: [{ name: 'Costs', columns: { salary: 'E', benefits: 'F' } }] })).statusCode).toBe(202)
  expect(await ended(first.jobId)).toMatchObject({ status: 'complete' })
  const corrected = (await get(`/sdac/reports/${first.reportId}`)).json()
  expect(corrected.layout.sheets[0].columns.find((c: { field: string }) => c.field === 'salary')).toMatchObject({
    column: 'E',
    by: 'given',
  })
  expect(corrected.findings.filter((f: { severity: string }) => f.severity !== 'info')).toEqual([])
  const second = await review({ ...where, quarter: 'Q2' }, strange)
  expect(second.job.status).toBe('complete')
  expect(second.report.layout.sheets[0].columns.find((c: { field: string }) => c.field === 'salary').by).toBe('remembered')
  expect((await review(place(), strange)).job.status).toBe('error')
})

test('a quarter is compared with the newest generation of the one before, and told by quarter', async () => {
  const where = place()
  const before = cleanStaff(12, 4)
  await review(where, workbookBytes({ Costs: costGrid(before.map((p) => ({ ...p, salary: 1, benefits: 0.3 }))) }))
  const newest = await review(where, workbookBytes({ Costs: costGrid(before) }))
  const now = before.map((p, i) => ({
    ...p,
    period: '2026-Q2',
    ...(i === 5 && { salary: Number(p.salary) * 2, benefits: Number(p.benefits) * 2 }),
  }))
  const { report } = await review({ ...where, quarter: 'Q2' }, workbookBytes({ Costs: costGrid(now) }))
  expect(report.comparedWith).toBe(newest.reportId)
  expect([newest.report.generation, report.generation]).toEqual([2, 1])
  const changes = report.findings.filter((f: { rule: string }) => f.rule === 'quarter_change')
  expect(changes.map((f: { cell: string }) => f.cell)).toEqual(['E7', 'F7'])
  const district = `district_id=${where.districtId}`
  const quarters = (await get(`/api/dashboard/quarters?${district}`)).json().items
  expect(quarters.map((q: { quarter: string; reportId: string }) => q.quarter)).toEqual(['2026-Q1', '2026-Q2'])
  expect(quarters[0].reportId).toBe(newest.reportId)
  const pools = (await get(`/api/dashboard/pools?${district}&quarter=2026-Q1`)).json().items
  const cents = (of: { total: number }[]) => of.reduce((n, { total }) => n + Math.round(total * 100), 0)
  expect(cents(pools)).toBe(Math.round(quarters[0].total * 100))
  const byRule = (await get(`/api/dashboard/findings?${district}`)).json()
  expect(byRule).toMatchObject({ quarter: '2026-Q2' })
  expect(byRule.items.find((i: { rule: string }) => i.rule === 'quarter_change').count).toBe(2)
})

test('reference data tell the pool of a position; rows and ratings of findings are kept', async () => {
  const where = place()
  const told = { districtId: where.districtId, positions: [{ name: 'Nurse', pool: 'Direct Services' }] }
  expect((await call('POST', '/sdac/sync', told)).json()).toMatchObject({ positions: [{ name: 'Nurse', pool: 'Direct Services' }] })
  const people = cleanStaff(6, 5).map((p, i) => (i === 0 ? { ...p, pool: '' } : p))
  const { reportId, report } = await review(where, workbookBytes({ Costs: costGrid(people) }))
  const [finding] = report.findings
  expect(finding).toMatchObject({ rule: 'position_without_pool', cell: 'D2', suggestion: expect.stringContaining('Direct Services') })
  const rows = (await get(`/sdac/costs?report_id=${reportId}&page_size=2&page=2`)).json()
  expect(rows.items.map((r: { row: number }) => r.row)).toEqual([4, 5])
  expect(rows.pagination.total_items).toBe(6)
  expect((await call('POST', '/sdac/feedback', { reportId, findingId: 'F99', rating: 'agree' })).statusCode).toBe(400)
  expect((await call('POST', '/sdac/feedback', { reportId, findingId: 'F1', rating: 'agree' })).statusCode).toBe(201)
  expect((await get(`/sdac/feedback?report_id=${reportId}`)).json().items).toMatchObject([{ findingId: 'F1', rating: 'agree' }])
})

test('a report is deleted by its subject alone, with its files, its run, ratings and conversations; and not while it is checked', async () => {
  const where = place()
  const { reportId, jobId, report } = await review(where, workbookBytes({ Costs: costGrid(cleanStaff(6, 9)) }))
  const other = await review(where, workbookBytes({ Costs: costGrid(cleanStaff(6, 9).map((p, i) => (i ? p : { ...p, salary: -1 }))) }))
  const question = { sessionId: report.sessionId, userId: 'u', message: 'Summarise the report' }
  const asked = async (id: string) => {
    const { body } = await call('POST', '/sdac/chat', { ...question, reportId: id })
    return JSON.parse(/^event: metadata\ndata: (.*)$/m.exec(body)![1]!).conversationId as string
  }
  const [about, aside] = [await asked(reportId), await asked(other.reportId)]
  await call('POST', '/sdac/feedback', { reportId: other.reportId, findingId: 'F1', rating: 'agree' })
  const remove = (id: string, key?: string) => stack.app.inject({ method: 'DELETE', url: `/sdac/reports/${id}`, headers: as(key) })
  expect([(await remove(reportId, 'key-e')).statusCode, (await remove('no-id')).statusCode]).toEqual([404, 404])

  const runs = () => stack.ports.database.tables<RunTables>()
  const { state } = await runs().selectFrom('runs').select('state').where('id', '=', jobId).executeTakeFirstOrThrow()
  const setState = (text: string) => runs().updateTable('runs').set({ state: text }).where('id', '=', jobId).execute()
  await setState(JSON.stringify({ ...JSON.parse(state), status: 'running' }))
  const busy = await remove(reportId)
  expect([busy.statusCode, busy.json().error.message]).toEqual([409, expect.stringContaining('is being checked')])
  expect((await get(`/sdac/reports/${reportId}/workbook`)).statusCode).not.toBe(404)
  await setState(state)

  expect((await remove(reportId)).statusCode).toBe(204)
  expect((await remove(reportId)).statusCode).toBe(404)
  for (const path of [`/sdac/reports/${reportId}`, `/jobs/${jobId}`, `/sdac/reports/${reportId}/workbook`])
    expect((await get(path)).statusCode, path).toBe(404)
  expect(await Array.fromAsync(stack.ports.blobs.list(reportFolder(reportId)))).toEqual([])
  for (const table of ['runs', 'run_items', 'run_timeline'] as const)
    expect(
      await runs()
        .selectFrom(table)
        .selectAll()
        .where(table === 'runs' ? 'id' : 'run_id', '=', jobId)
        .execute(),
    ).toEqual([])
  const ports = stack.ports
  expect(await findConversation(ports, whoseOf('key:ada', 'u'), about)).toEqual({ status: 'gone' })
  expect((await call('POST', '/sdac/chat', { ...question, reportId })).statusCode).toBe(404)
  // what is another report's stays
  expect((await findConversation(ports, whoseOf('key:ada', 'u'), aside))?.status).toBe('live')
  expect((await get(`/sdac/reports/${other.reportId}`)).json()).toEqual(other.report)
  expect((await get(`/sdac/feedback?report_id=${other.reportId}`)).json().items).toHaveLength(1)
})

test('the same upload under one Idempotency-Key is one report', async () => {
  const where = place()
  const id = await session(where)
  const bytes = workbookBytes({ Costs: costGrid(cleanStaff(4, 6)) })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, again, other] = [
    await upload(id, bytes, { headers }),
    await upload(id, bytes, { headers }),
    await upload(id, new Uint8Array(10), { headers }),
  ]
  expect(again.json()).toEqual(first.json())
  expect(other.statusCode).toBe(409)
  await ended(first.json().jobId)
})

const table = (rows: (string | number | null)[][]) => workbookBytes({ Costs: rows })
test.each([
  ['no rows', 'costs.xlsx', () => table([]), 'empty'],
  [
    'no cost report',
    'costs.xlsx',
    () =>
      table([
        ['Fruit', 'Color'],
        ['Apple', 'red'],
      ]),
    'not_a_cost_report',
  ],
  ['a text that is no workbook', 'costs.xlsx', () => Buffer.from('hello'), 'corrupt'],
  ['half a workbook', 'costs.xlsx', () => table(costGrid(cleanStaff(50, 7))).subarray(0, 3000), 'corrupt'],
  ['bytes that are no CSV', 'costs.csv', () => Buffer.from([0, 1, 2, 0, 255, 254, 0, 7, 0, 3]), 'corrupt'],
])('%s ends in error and says why', async (_, name, bytes, code) => {
  const { job } = await review(place(), bytes(), name)
  expect(job).toMatchObject({ status: 'error', progress: 100, errors: [{ code }] })
  expect(job.message.length).toBeGreaterThan(20)
})

test('what is no workbook of a session is refused before anything is kept', async () => {
  const bytes = workbookBytes({ Costs: costGrid(cleanStaff(3, 8)) })
  const id = await session(place())
  const statuses = [
    await upload(undefined, bytes),
    await upload(id, bytes, { name: 'costs.txt' }),
    await upload(id, new Uint8Array(0)),
    await upload(crypto.randomUUID(), bytes),
    await upload(id, bytes, { key: 'key-e' }),
  ].map((r) => r.statusCode)
  expect(statuses).toEqual([400, 415, 400, 404, 404])
  expect((await get(`/sdac/sessions/${id}`)).json().reportId).toBeNull()
})

test('a German CSV in latin-1 with semicolons and decimal commas is read', async () => {
  const lines = [
    'Personalnummer;Name;Stelle;Kostenpool;Bruttogehalt (in EUR);Sozialleistungen;Bundesanteil;Quartal',
    'M1;Jörg Groß;Pfleger;Direkt;18.400,50;5.520,10;50%;2026-Q1',
    'M2;Ända Ö;Pfleger;Direkt;19.000,00;-5,00;62,5 %;2026-Q1',
    'Gesamtsumme;;;;37.400,50;5.515,10;;',
  ]
  const { report } = await review(place(), Buffer.from(lines.join('\r\n'), 'latin1'), 'kosten.csv')
  expect(report.totals).toMatchObject({ rows: 2, salary: 37_400.5, benefits: 5_515.1 })
  expect(report.findings.map((f: { rule: string; cell: string }) => [f.rule, f.cell])).toEqual([['negative_amount', 'F3']])
  expect((await get(`/sdac/costs?report_id=${report.reportId}`)).json().items[1]).toMatchObject({ name: 'Ända Ö', federalShare: 0.625 })
})

test('a workbook whose run nobody has seen yet waits; after a minute it was never taken in', async () => {
  const { reportId, jobId } = await review(place(), workbookBytes({ Costs: costGrid(cleanStaff(3, 9)) }))
  const tables = stack.ports.database.tables<ReportTables & RunTables>()
  await tables.deleteFrom('runs').where('id', '=', jobId).execute()
  const since = (created_at: number) =>
    tables.updateTable('sdac_reports').set({ ready_at: null, created_at }).where('id', '=', reportId).execute()
  const status = () => get(`/sdac/uploads/${jobId}/status`).then((r) => r.json())
  await since(Date.now())
  expect(await status()).toMatchObject({ status: 'queued', errors: [] })
  await since(Date.now() - 61_000)
  expect(await status()).toMatchObject({ status: 'error', errors: [{ code: 'internal' }] })
})
