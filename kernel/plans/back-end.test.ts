import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backEndPlans } from './back-end.ts'

interface Fault {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly text?: string
  readonly silent?: true
}
const annexes = [{ id: 'a', name: 'Evacuation', type: 'FUNCTIONAL', html: '<p>x</p>' }]
const tags = [{ id: 't', name: 'Teachers' }]
const plan = { id: 'p 1', organizationId: 'org', name: 'Plan' }

let asked: IncomingMessage[]
let faults: Fault[]
let url: string
let close: () => void
beforeEach(async () => {
  asked = []
  faults = []
  const server = createServer((request, reply) => {
    asked.push(request)
    const fault = faults.shift()
    if (fault?.silent) return
    const { status = 200, headers = {}, text } = fault ?? {}
    const [, id, tail] = /^\/eop\/plans\/([^/]+)(?:\/(.*))?$/.exec(request.url ?? '') ?? []
    const known = id === 'p%201'
    const json = tail === 'annexes' ? annexes : tail === 'general-user-tags' ? tags : plan
    reply.writeHead(fault || known ? status : 404, headers).end(text ?? JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eop/`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => close())

const read = (id = 'p 1', timeoutMs = 30_000, signal?: AbortSignal) =>
  backEndPlans({ url, apiKey: 'k', timeoutMs }).read(id, { requestId: 'r-1', signal })

it('reads plan, annexes and roles with our key and the request id', async () => {
  expect(await read()).toEqual({ ...plan, annexes, generalUserTags: tags })
  expect(asked.map(({ url }) => url).sort()).toEqual(['/eop/plans/p%201', '/eop/plans/p%201/annexes', '/eop/plans/p%201/general-user-tags'])
  for (const { headers } of asked) expect([headers.authorization, headers['x-request-id']]).toEqual(['Bearer k', 'r-1'])
})

it('knows no plan where the back end says 404, and asks for none whose name is a path', async () => {
  expect(await read('other')).toBeUndefined()
  expect(asked).toHaveLength(1)
  expect(await read('..')).toBeUndefined()
  expect(asked).toHaveLength(1)
})

it.each([500, 503, 429])('tries again after %i', async (status) => {
  faults = [{ status, headers: { 'retry-after': '0' } }]
  expect(await read()).toMatchObject(plan)
  expect(asked).toHaveLength(4)
})

it('tries again after a silence, and then gives up', async () => {
  faults = [{ silent: true }]
  expect(await read('p 1', 2000)).toMatchObject(plan)
  faults = [{ silent: true }, { silent: true }, { silent: true }]
  await expect(read('p 1', 100)).rejects.toMatchObject({ code: 'upstream_failed' })
}, 30_000)

it.each([401, 403])('gives up at once at %i', async (status) => {
  faults = [{ status }]
  await expect(read()).rejects.toMatchObject({ code: 'upstream_refused', status: 502 })
  expect(asked).toHaveLength(1)
})

it('gives up where it is asked for more patience than a request has', async () => {
  faults = [{ status: 503, headers: { 'retry-after': '600' } }]
  await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(asked).toHaveLength(1)
})

it.each([
  ['no JSON', '<html>'],
  ['another form', '{"name":5}'],
])('refuses %s', async (_what, text) => {
  faults = [{ text }]
  await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' })
})

it('follows no redirect', async () => {
  faults = Array(3).fill({ status: 302, headers: { location: '/elsewhere' } })
  await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(asked.every(({ url }) => url?.startsWith('/eop/plans/'))).toBe(true)
})

it('changes nothing', async () => {
  const plans = backEndPlans({ url, timeoutMs: 1000 })
  await expect(plans.list({ skip: 0, top: 1 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(plans.snapshot('p 1')).rejects.toMatchObject({ code: 'conflict' })
})
