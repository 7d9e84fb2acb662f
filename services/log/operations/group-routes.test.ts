import { expect, onTestFinished, test } from 'vitest'
import { embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { ask, freshStackForEach, sendNotices } from '../log.fixture.ts'
import { log } from '../service.ts'
import type { AuditTables } from './audit-view.ts'
import { registerGroupRoutes } from './group-routes.ts'

freshStackForEach()

const move = (body: object) => ask('POST', '/admin/groups/projector/offsets', body)

test('a group that runs is seen, and not moved', async () => {
  const { body } = await ask('GET', '/admin/groups')
  const projector = body.items.find(({ name }: { name: string }) => name === 'projector')
  expect(projector).toMatchObject({ members: 1, topics: expect.arrayContaining(['dead.letter']) })
  expect((await move({ topic: 'dead.letter', to: 'beginning' })).status).toBe(409)
  expect((await move({ topic: 'dead.letter', to: 'beginning', dry_run: true })).body.moves).toHaveLength(3)
})

test('a group that rests begins where it is told, with an audit record', async () => {
  const groups = [{ name: 'resting', topics: ['document.stored'] }]
  const own = await embeddedStack([{ ...log, routes: (app, ctx) => registerGroupRoutes(app, { ...ctx, groups }), runs: [] }])
  onTestFinished(() => own.dispose())
  await sendNotices(12, own)
  const { broker, database } = own.ports
  const moved = async (to: unknown) => {
    const payload = { topic: 'document.stored', to, reason: 'again' }
    const reply = await own.app.inject({ method: 'POST', url: '/admin/groups/resting/offsets', payload })
    expect(reply.statusCode).toBe(200)
    return broker.committed('resting', 'document.stored')
  }
  const partitions = await broker.partitions('document.stored')
  expect(await moved('end')).toEqual(new Map(partitions.map(({ partition, latest }) => [partition, latest])))
  expect(await moved({ time: '2020-01-01T00:00:00Z' })).toEqual(new Map(partitions.map(({ partition }) => [partition, 0n])))
  const { partition } = partitions.find(({ latest }) => latest > 0n)!
  expect((await moved({ offset: { [partition]: 1 } })).get(partition)).toBe(1n)
  const rows = await database.tables<AuditTables>().selectFrom('admin_audit').select('action').execute()
  expect(rows).toEqual(Array(3).fill({ action: 'groups.moved' }))
})

test.each([
  ['/admin/groups/none/offsets', { topic: 'dead.letter', to: 'end' }, 404],
  ['/admin/groups/projector/offsets', { topic: 'document.parsed', to: 'end' }, 400],
  ['/admin/groups/projector/offsets', { topic: 'dead.letter', to: 'middle' }, 400],
  ['/admin/groups/projector/offsets', { topic: 'dead.letter', to: { offset: { 9: 1 } } }, 400],
  ['/admin/groups/projector/offsets', { topic: 'dead.letter' }, 400],
])('%s %j is refused', async (path, body, status) => expect((await ask('POST', path, body)).status).toBe(status))
