import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentsServing } from '../../services/agents/service.ts'
import { safety } from '../../services/safety/service.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([safety, agentsServing([safety])])
  const annexes = [
    { id: 'fire', name: 'Fire', type: 'HAZARD', html: `<p onclick="x()">Leave.</p><script>x()</script>` },
    { id: 'long', name: 'Long', type: 'FUNCTIONAL', html: `<p>${'wait '.repeat(10_000)}</p>` },
  ]
  const payload = { id: 'p1', organizationId: 'o', name: 'Plan', annexes, generalUserTags: [{ id: 't', name: 'Teachers' }] }
  expect((await stack.app.inject({ method: 'PUT', url: '/k12/plans/p1', payload })).statusCode).toBeLessThan(300)
})
afterAll(() => stack.dispose())

const look = async (payload: object) => {
  const reply = await stack.app.inject({ method: 'POST', url: '/ai/k12/tools/plan-lookup', payload })
  return { status: reply.statusCode, ...reply.json() }
}

test('plans, a plan, and an annex by pieces, without what runs', async () => {
  expect((await look({})).data).toEqual({ plans: [{ id: 'p1', name: 'Plan' }] })
  expect((await look({ planId: 'p1' })).data.plan).toMatchObject({
    roles: [{ id: 't', name: 'Teachers' }],
    annexes: [{ id: 'fire' }, { id: 'long' }],
  })
  expect((await look({ planId: 'p1', annexId: 'fire' })).data.annex).toEqual({
    ...{ id: 'fire', name: 'Fire', type: 'HAZARD' },
    html: '<p>Leave.</p>',
    next: null,
  })
  const { annex } = (await look({ planId: 'p1', annexId: 'long' })).data
  const rest = (await look({ planId: 'p1', annexId: 'long', from: annex.next })).data.annex
  expect(annex.html + rest.html).toBe(`<p>${'wait '.repeat(10_000)}</p>`)
})

test('what is not there is said so', async () => {
  expect((await look({ planId: 'none' })).status).toBe(404)
  expect((await look({ planId: 'p1', annexId: 'none' })).status).toBe(404)
  expect((await look({ annexId: 'fire' })).status).toBe(400)
})
