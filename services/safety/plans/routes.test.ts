import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { safety } from '../service.ts'

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([safety])
})
afterAll(() => stack.dispose())

const send = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: unknown) => {
  const reply = await stack.app.inject({ method, url, ...(payload === undefined ? {} : { payload: payload as object }) })
  return { status: reply.statusCode, body: reply.json() }
}
const annexes = [
  { id: 'a', name: 'Evacuation', type: 'FUNCTIONAL', html: "<p class='x'  id=y>Teachers &amp; staff\n</p>" },
  { id: 'b', name: 'Fire', type: 'HAZARD', html: '' },
]
const draft = (id: string, over: object = {}) => ({
  id,
  organizationId: 'org-1',
  name: `Plan ${id}`,
  annexes,
  generalUserTags: [{ id: 't', name: 'Teachers' }],
  ...over,
})

describe('plans', () => {
  it('read back as they were stored, with fields that nobody knows', async () => {
    const plan = draft('one', { gradeLevels: ['K', '1'] })
    expect(await send('PUT', '/k12/plans/one', plan)).toEqual({ status: 201, body: plan })
    expect(await send('GET', '/k12/plans/one')).toEqual({ status: 200, body: plan })
    expect((await send('PUT', '/k12/plans/one', { ...plan, name: 'Other', annexes: [] })).status).toBe(200)
    expect((await send('GET', '/k12/plans/one')).body).toMatchObject({ name: 'Other', annexes: [] })
  })

  it('have any id that a path can carry', async () => {
    const id = 'plan ü/1?%'
    const path = `/k12/plans/${encodeURIComponent(id)}`
    expect((await send('PUT', path, draft(id))).status).toBe(201)
    expect((await send('GET', path)).body.id).toBe(id)
  })

  it('are listed by name, without texts', async () => {
    await send('PUT', '/k12/plans/z1', draft('z1', { name: 'Z 1' }))
    await send('PUT', '/k12/plans/z2', draft('z2', { name: 'Z 2' }))
    const { body } = await send('GET', '/k12/plans?page_size=100')
    const ids = body.items.map((p: { id: string }) => p.id)
    expect(ids.indexOf('z2')).toBe(ids.indexOf('z1') + 1)
    expect(body.items.at(ids.indexOf('z1')).annexes[0]).toEqual({ id: 'a', name: 'Evacuation', type: 'FUNCTIONAL' })
    expect((await send('GET', '/k12/plans?page_size=1')).body.pagination.has_next).toBe(true)
    expect((await send('GET', '/k12/plans?page_size=101')).status).toBe(400)
  })

  it('are found by a part of their names, whatever its case', async () => {
    for (const n of [1, 2, 3]) await send('PUT', `/k12/plans/ü${n}`, draft(`ü${n}`, { name: `Schule Überlingen % ${n}` }))
    const names = async (query: string) => {
      const { body } = await send('GET', `/k12/plans?${query}`)
      return [body.items.map(({ id }: { id: string }) => id), body.pagination.total_items]
    }
    expect(await names(`name=${encodeURIComponent('überLINGEN %')}`)).toEqual([['ü1', 'ü2', 'ü3'], 3])
    expect(await names(`name=${encodeURIComponent('Überlingen')}&page=2&page_size=2`)).toEqual([['ü3'], 3])
    expect(await names('name=nowhere')).toEqual([[], 0])
  })

  it('are kept as snapshots that never change', async () => {
    await send('PUT', '/k12/plans/kept', draft('kept'))
    const { status, body } = await send('POST', '/k12/plans/kept/snapshots')
    expect([status, body.snapshotOf]).toEqual([201, 'kept'])
    await send('PUT', '/k12/plans/kept', draft('kept', { name: 'Changed' }))
    expect((await send('GET', `/k12/plans/${body.id}`)).body).toMatchObject({ id: body.id, name: 'Plan kept' })
    expect((await send('PUT', `/k12/plans/${body.id}`, draft(body.id))).status).toBe(409)
    expect((await send('POST', '/k12/plans/nothing/snapshots')).status).toBe(404)
  })

  it.each([
    ['no organisation', { organizationId: undefined }, 'organizationId'],
    ['an annex of another type', { annexes: [{ ...annexes[0], type: 'OTHER' }] }, 'annexes.0.type'],
    ['an id that comes twice', { annexes: [annexes[0], annexes[0]] }, 'annexes.1.id'],
    ['another id than the path', { id: 'other' }, 'id'],
    ['a control character', { name: 'a\u0000b' }, 'name'],
    ['HTML that is no text', { annexes: [{ ...annexes[0], html: 7 }] }, 'annexes.0.html'],
  ])('refuse %s, and say which field', async (_what, over, field) => {
    const { status, body } = await send('PUT', '/k12/plans/bad', draft('bad', over))
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
    expect((await send('GET', '/k12/plans/bad')).status).toBe(404)
  })

  it('may have 5 MB, and not 7', async () => {
    const of = (bytes: number) => draft('large', { annexes: [{ ...annexes[0], html: '<p>calm</p>'.repeat(bytes / 11) }] })
    expect((await send('PUT', '/k12/plans/large', of(5_000_000))).status).toBe(201)
    expect((await send('PUT', '/k12/plans/large', of(7_000_000))).status).toBe(413)
  })
})
