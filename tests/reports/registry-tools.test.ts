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
