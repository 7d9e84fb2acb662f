import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIENCE, startIdentityProvider, WIDGET_AUDIENCE } from '../../../kernel/http/identity/identity-provider.fixture.ts'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { finding, readyReport } from '../chat/ready-report.fixture.ts'
import { sdacSection } from '../sdac-section.ts'
import { reports } from '../service.ts'
import { signMetadata } from './signed-metadata.ts'

const KEY = '0123456789abcdef01234567'
const SESSIONS = '/widget/api/ingestion/sdac/sessions'
const place = { districtId: 'd-1', districtName: 'North', quarter: 'Q1', year: '2026', userId: 'u-1' }
const claims = { aud: WIDGET_AUDIENCE, roles: ['access_as_application'] }

let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let open: EmbeddedStack
let signing: EmbeddedStack
beforeAll(async () => {
  idp = await startIdentityProvider()
  const variables = { OIDC_ISSUER: idp.issuer, OIDC_AUDIENCE: AUDIENCE, WIDGET_AUDIENCE }
  open = await embeddedStack([reports], variables)
  signing = await embeddedStack([reports], { ...variables, WIDGET_SIGNING_KEY: KEY })
})
afterAll(async () => {
  await Promise.all([open?.dispose(), signing?.dispose()])
  await idp?.close()
})

const call = async (
  stack: EmbeddedStack,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { json, as = claims, sub = 'host' }: { json?: object; as?: object; sub?: string } = {},
) => {
  const authorization = `Bearer ${await idp.mint({ sub, ...as })}`
  return stack.app.inject({ method, url, headers: { authorization }, ...(json ? { payload: json } : {}) })
}
const codeOf = (reply: { statusCode: number; json(): { error: { code: string } } }) => [reply.statusCode, reply.json().error.code]

test('every route of the widget asks for its own token, and for nothing in the address', async () => {
  const routes = ['sessions', 'chat'].map((name) => ['POST', `/widget/api/ingestion/sdac/${name}`] as const)
  const reading = [
    `uploads/${crypto.randomUUID()}/status`,
    `report-analysis/${crypto.randomUUID()}/status`,
    ...['', '/layout', '/cells?sheet=Costs', '/workbook'].map((part) => `reports/${crypto.randomUUID()}${part}`),
  ]
  const all = [
    ...routes,
    ['POST', '/widget/api/runtime/sdac/upload'] as const,
    ...reading.map((path) => ['GET', `/widget/api/runtime/sdac/${path}`] as const),
    ['DELETE', `/widget/api/runtime/sdac/reports/${crypto.randomUUID()}`] as const,
    ['PUT', `/widget/api/runtime/sdac/reports/${crypto.randomUUID()}/layout`] as const,
  ]
  const good = await idp.mint({ sub: 'host', ...claims })
  for (const [method, url] of all) {
    const bare = await open.app.inject({ method, url: `${url}${url.includes('?') ? '&' : '?'}widget_token=${good}` })
    expect([url, ...codeOf(bare)]).toEqual([url, 401, 'unauthorized'])
    expect([url, ...codeOf(await call(open, method, url, { as: { aud: AUDIENCE, roles: ['Api.Access'] } }))]).toEqual([
      url,
      401,
      'unauthorized',
    ])
    expect([url, ...codeOf(await call(open, method, url, { as: { aud: WIDGET_AUDIENCE, roles: [] } }))]).toEqual([url, 403, 'forbidden'])
    expect([401, 403]).not.toContain((await call(open, method, url)).statusCode)
  }
})

test('a session and its report are those of the direct routes, for the token’s subject alone', async () => {
  const reportId = await readyReport(open.ports, { subject: 'sub:host', findings: [finding(1)], warnings: ['It is of another quarter.'] })
  const started = await call(open, 'POST', SESSIONS, { json: place })
  expect([started.statusCode, started.json()]).toEqual([201, expect.objectContaining({ reportId, reportStatus: 'ready' })])
  const direct = await call(open, 'GET', `/sdac/sessions/${started.json().sessionId}`, { as: { aud: AUDIENCE, roles: ['Api.Access'] } })
  expect(direct.json()).toEqual(started.json())
  const found = await call(open, 'GET', `/widget/api/runtime/sdac/reports/${reportId}`)
  expect(found.json()).toEqual({
    ...{ reportId, fileName: 'costs.xlsx', status: 'ready', error: null, layout: null },
    ...{ warnings: ['It is of another quarter.'], findings: [finding(1)], findingsOmitted: 0 },
  })
  const german = await call(open, 'GET', `/widget/api/runtime/sdac/reports/${reportId}?lang=de`)
  expect(german.json().findings[0]).toMatchObject({ title: 'Bundesanteil über 100 %' })
  const analysis = await call(open, 'GET', `/widget/api/runtime/sdac/report-analysis/${reportId}/status`)
  expect(analysis.json()).toMatchObject({ reportId, status: 'completed', findings: { error: 1, warning: 0, info: 0 } })
  for (const path of [`reports/${reportId}`, `report-analysis/${reportId}/status`])
    expect(codeOf(await call(open, 'GET', `/widget/api/runtime/sdac/${path}`, { sub: 'other' }))).toEqual([404, 'not_found'])
  expect((await call(open, 'POST', SESSIONS, { json: place, sub: 'other' })).json()).toMatchObject({ reportId: null, reportStatus: 'none' })
})

test('a page’s visitors are not told which model failed, and where it stands', async () => {
  const reportId = await readyReport(open.ports, { subject: 'sub:host', findings: [finding(1)] })
  const { sessionId } = (await call(open, 'POST', SESSIONS, { json: place })).json()
  const ask = { reportId, sessionId, userId: 'u-1', message: 'How much is it in all?' }
  const before = open.ports.llm
  const stream = () => Promise.reject(new ApiError('upstream_failed', 'It answered with 500. Model m at http://10.0.0.5/v1.'))
  Object.assign(open.ports, { llm: { provider: 'openai', stream, complete: before.complete, check: before.check } satisfies Llm })
  const told = await call(open, 'POST', '/widget/api/ingestion/sdac/chat', { json: ask })
  expect(told.body).toContain('event: error\ndata: {"message":"The answer could not be given just now. Ask again in a while."}')
  expect(told.body).not.toContain('10.0.0.5')
  const direct = await call(open, 'POST', '/sdac/chat', { json: ask, as: { aud: AUDIENCE, roles: ['Api.Access'] } })
  expect(direct.body).toContain('Model m at http://10.0.0.5/v1.')
  Object.assign(open.ports, { llm: before })
})

test('with a signing key the signed fields count, and nothing else', async () => {
  const text = JSON.stringify({ ...place, districtId: 'd-signed' })
  const metadata = { text, signature: signMetadata(text, KEY, Date.now()) }
  const taken = await call(signing, 'POST', SESSIONS, { json: { ...place, metadata } })
  expect([taken.statusCode, taken.json().districtId]).toEqual([201, 'd-signed'])
  expect(codeOf(await call(signing, 'POST', SESSIONS, { json: place }))).toEqual([403, 'forbidden'])
  const changed = { ...metadata, text: text.replace('d-signed', 'd-other') }
  expect(codeOf(await call(signing, 'POST', SESSIONS, { json: { ...place, metadata: changed } }))).toEqual([403, 'forbidden'])
  const little = { text: '{"districtId":"d"}', signature: signMetadata('{"districtId":"d"}', KEY, Date.now()) }
  expect(codeOf(await call(signing, 'POST', SESSIONS, { json: { ...place, metadata: little } }))).toEqual([400, 'invalid_request'])
})

test('uploads of a day are bounded for all who share the token’s subject', async () => {
  const before = (open.ports.config as unknown as { sdac: object }).sdac
  Object.assign(open.ports.config, { sdac: sdacSection.schema.parse({ limits: { uploads_per_day: 1 } }) })
  const upload = () => call(open, 'POST', '/widget/api/runtime/sdac/upload', { json: {}, sub: 'eager' })
  expect((await upload()).statusCode).not.toBe(429)
  const over = await upload()
  expect(codeOf(over)).toEqual([429, 'rate_limited'])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3600)
  Object.assign(open.ports.config, { sdac: before })
})
