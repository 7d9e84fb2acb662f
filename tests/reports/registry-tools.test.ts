import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentsServing } from '../../services/agents/service.ts'
import { finding, readyReport } from '../../services/reports/chat/ready-report.fixture.ts'
import { reports } from '../../services/reports/service.ts'
import { toyRun } from '../runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

let stack: EmbeddedStack
let reportId: string
beforeAll(async () => {
  const served = { ...reports, runs: [toyRun({ call: async () => '' })] }
  stack = await embeddedStack([served, agentsServing([served])], { SUBSCRIPTION_KEYS: 'ada:key-ada,eve:key-eve' })
  await readyReport(stack.ports, { subject: 'key:ada', period: '2025-Q4', salary: 1_000_000 })
  reportId = await readyReport(stack.ports, { subject: 'key:ada', findings: [finding(1), finding(2, { severity: 'warning' })] })
})
afterAll(() => stack.dispose())

const use = async (slug: string, payload: object = {}, name = 'ada') => {
  const headers = { 'ocp-apim-subscription-key': `key-${name}` }
  const reply = await stack.app.inject({ method: 'POST', url: `/ai/sdac/tools/${slug}`, headers, payload: { reportId, ...payload } })
  return { status: reply.statusCode, data: reply.json().data }
}

test('a report is checked in numbers and by row', async () => {
  const { data } = await use('validate-cost-report')
  expect(data).toMatchObject({
    error_count: 1,
    warning_count: 1,
    passed: false,
    errors: [{ row: finding(1).row, message: finding(1).message }],
  })
  expect(data.total_records_checked).toBeGreaterThan(0)
  expect((await use('validate-cost-report', {}, 'eve')).status).toBe(404)
})

test('pools that changed much against the quarter before are named, others not', async () => {
  const { data } = await use('cost-variance', { threshold: 0 })
  expect(data).toMatchObject({ before: '2025-Q4', threshold: 0 })
  expect(data.pools.length).toBeGreaterThan(0)
  const percents = data.pools.flatMap(({ total }: { total: { percent: number | null } }) => total.percent ?? [])
  const above = (await use('cost-variance', { threshold: 1000 })).data.pools
  expect(above.every(({ total }: { total: { percent: number | null } }) => total.percent === null)).toBe(true)
  expect(percents.length + above.length).toBe(data.pools.length)
})

test('reports are listed to whoever they belong to, with the ids that the other tools ask for', async () => {
  const { data } = await use('list-reports', { reportId: undefined })
  expect(data.reports.map(({ period, status }: Record<string, string>) => [period, status]).toSorted()).toEqual([
    ['2025-Q4', 'ready'],
    ['2026-Q1', 'ready'],
  ])
  expect((await use('list-reports', { reportId: undefined, period: '2026-Q1' })).data.reports).toMatchObject([{ reportId }])
  expect((await use('list-reports', { reportId: undefined }, 'eve')).data).toEqual({ total: 0, reports: [] })
  expect((await use('list-reports', { reportId: undefined, period: 'spring' })).status).toBe(422)
})

const ask = async (agent: string, prompt: string, name = 'ada') => {
  const headers = { 'ocp-apim-subscription-key': `key-${name}` }
  const reply = await stack.app.inject({ method: 'POST', url: `/ai/sdac/agents/${agent}/generate`, headers, payload: { prompt } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().text as string
}

test('without a model the agents of cost reports answer from their tools, for the report that is meant', async () => {
  const reviewed = await ask('cost-report-reviewer', 'Review the report of Q1 2026.')
  expect(reviewed).toMatch(/^Without a model \(embedded\), from the numbers of costs\.xlsx of North District for 2026-Q1:\n\n/)
  expect(reviewed).toContain('$1,019,000.00')
  expect(reviewed).toContain(finding(1).message)
  expect(await ask('cost-report-reviewer', 'What are the totals by pool of 2025-Q4?')).toContain('Direct Services: $1,300,000.00')
  expect(await ask('cost-report-reviewer', `Explain finding 1 of ${reportId}`)).toContain(finding(1).suggestion)
  const held = await ask('coordinator-release', 'May the report of 2026-Q1 be released?')
  expect(held).toContain('It may not go out yet: 1 error is open in 20 rows.')
  expect(held).toContain('For whoever prepares the workbook, to put right (1):')
  expect(held).toContain('For whoever approves it, to judge (1):')
  expect(await ask('coordinator-release', 'May 2025-Q4 go out?')).toContain('It may go out as far as the rules go: 20 rows were checked')
  expect(await ask('coordinator-release', 'May it go out?', 'eve')).toContain('there is no cost report of yours that fits')
})
