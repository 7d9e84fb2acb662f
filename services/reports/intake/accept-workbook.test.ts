import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropRun } from '../../../kernel/runs/drop-run.ts'
import type { RunTables } from '../../../kernel/runs/tables.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { cleanStaff, costGrid, workbookBytes } from '../ingest/cost-sheet.fixture.ts'
import { reports } from '../service.ts'
import type { ReportTables } from '../stored/tables.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([reports])
})
afterAll(async () => {
  await stack.dispose()
  await reports.stop?.()
})

async function session(): Promise<string> {
  const payload = { districtId: 'd', districtName: 'North', quarter: 'Q1', year: '2026', userId: 'u' }
  return (await stack.app.inject({ method: 'POST', url: '/sdac/sessions', payload })).json().sessionId
}

function upload(sessionId: string, bytes: Uint8Array, key: string) {
  const payload = new FormData()
  payload.append('sessionId', sessionId)
  payload.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'costs.xlsx')
  return stack.app.inject({ method: 'POST', url: '/sdac/upload', headers: { 'idempotency-key': key }, payload })
}

async function ended(jobId: string) {
  const job = () => stack.app.inject({ url: `/sdac/uploads/${jobId}/status` }).then((r) => r.json())
  await expect.poll(async () => (await job()).status, { timeout: 60_000, interval: 100 }).toMatch(/complete|error/)
  return job()
}

test('an upload whose edge died is gone on with under its key: before its run, after it, and before its report', async () => {
  const bytes = workbookBytes({ Costs: costGrid(cleanStaff(3, 9)) })
  const id = await session()
  const tables = stack.ports.database.tables<
    ReportTables & RunTables & { claims: { scope: string; value: string; until: number; kept: number } }
  >()
  const send = async () => {
    const sent = await upload(id, bytes, 'broken-off')
    expect(sent.statusCode, sent.body).toBe(202)
    const { jobId, reportId } = sent.json()
    expect(await ended(jobId)).toMatchObject({ status: 'complete', reportId })
    return { jobId, reportId }
  }
  /** The key as a process leaves it that dies before it answers. */
  const die = async (reportId: string) => {
    const rows = await tables.selectFrom('claims').selectAll().where('scope', '=', 'commands').execute()
    const { value } = rows.find((row) => row.value.includes(`"reportId":"${reportId}"`))!
    const { reply: _, ...note } = JSON.parse(value)
    await tables
      .updateTable('claims')
      .set({ value: JSON.stringify(note), until: Date.now() - 1, kept: 0 })
      .where('value', '=', value)
      .execute()
  }
  const unrun = (jobId: string) => stack.ports.database.transaction<RunTables, void>((trx) => dropRun(trx, jobId))
  const first = await send()
  await unrun(first.jobId)
  await tables.updateTable('sdac_reports').set({ ready_at: null }).where('id', '=', first.reportId).execute()
  await die(first.reportId)
  expect(await send()).toEqual(first)
  await die(first.reportId)
  expect(await send()).toEqual(first)
  await unrun(first.jobId)
  await tables.deleteFrom('sdac_reports').where('id', '=', first.reportId).execute()
  await die(first.reportId)
  const anew = await send()
  expect(anew.reportId).not.toBe(first.reportId)
  expect(await send()).toEqual(anew)
})

test('a workbook whose report stands when the database goes away keeps its file, and its key finishes it', async () => {
  const { database } = stack.ports
  const { transaction, tables } = database
  const id = await session()
  const bytes = workbookBytes({ Costs: costGrid(cleanStaff(2, 5)) })
  const away = async () => Promise.reject(new ApiError('unavailable', 'the database does not answer'))
  const kept = () => database.tables<ReportTables>().selectFrom('sdac_reports').select('id').execute()
  const before = await kept()
  const goesAway: typeof transaction = async (work, options) => {
    const result = await transaction(work, options)
    if ((await kept()).length > before.length) {
      const gone = new Proxy({}, { get: () => () => ({ where: () => ({ execute: away }) }) })
      Object.assign(database, { transaction: away, tables: () => gone })
    }
    return result
  }
  Object.assign(database, { transaction: goesAway })
  const refused = await upload(id, bytes, 'away')
  Object.assign(database, { transaction, tables })
  expect([refused.statusCode, refused.json().error.details.outcome]).toEqual([503, 'unknown'])
  const again = await upload(id, bytes, 'away')
  expect([again.statusCode, again.json().reportId]).toEqual([202, refused.json().error.details.report_id])
  expect(await ended(again.json().jobId)).toMatchObject({ status: 'complete' })
})
