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

const ask = async (agent: string, prompt: string) => {
  const reply = await stack.app.inject({ method: 'POST', url: `/ai/k12/agents/${agent}/generate`, payload: { prompt } })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().text as string
}

test('without a model planners answer from the plans: what each lacks, and what one says word for word', async () => {
  expect(await ask('district-planner', 'Which annexes are missing?')).toBe(
    'Without a model (embedded), from the plans that are stored:\n\n- Plan (p1): 2 annexes, 1 roles. hazard: Fire; functional: Long.',
  )
  const annexes = [
    { id: 'fire', name: 'Fire', type: 'HAZARD', html: '<h2>Assembly point</h2><p>The assembly point is the north &amp; west yard.</p>' },
    { id: 'lock', name: 'Lockdown', type: 'FUNCTIONAL', html: '<p>Lock the doors.</p>' },
  ]
  const payload = { id: 'p2', organizationId: 'o', name: 'Hill School', annexes, generalUserTags: [] }
  expect((await stack.app.inject({ method: 'PUT', url: '/k12/plans/p2', payload })).statusCode).toBeLessThan(300)
  const district = await ask('district-planner', 'Which annexes are missing?')
  expect(district).toContain('Other plans have, and this one lacks: Lockdown.')
  expect(district).toContain('All of them have: Fire.')
  expect(await ask('facility-planner', 'Where is the assembly point?')).toContain('name the plan that is meant: ')
  expect(await ask('facility-planner', 'Where is the assembly point of Hill School?')).toBe(
    'Without a model (embedded), from the plan Hill School (p2):\n\nThe assembly point is the north & west yard. [1]\n\n[1] Fire',
  )
  expect(await ask('facility-planner', 'Who cooks at Hill School?')).toContain('It has the annexes Fire, Lockdown and the roles (none).')
})
