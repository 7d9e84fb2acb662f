import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { knowledge } from '../knowledge/service.ts'
import { uploads } from '../uploads/service.ts'
import { searchAdmin } from './service.ts'

let stack: EmbeddedStack
beforeEach(async () => {
  stack = await embeddedStack([uploads, knowledge, searchAdmin])
})
afterEach(() => stack.dispose())

const ROOT = '/api/v2/search/indexes'
const remove = async (path: string) => {
  const reply = await stack.app.inject({ method: 'DELETE', url: `${ROOT}/${path}` })
  return { status: reply.statusCode, body: reply.json() }
}
const names = async () => (await stack.app.inject(`${ROOT}/live`)).json().indexes.map(({ name }: { name: string }) => name)
const make = async (name: string) => {
  const { fields } = (await stack.app.inject(`${ROOT}/documents`)).json()
  await stack.app.inject({ method: 'POST', url: `${ROOT}/from-json`, payload: { mode: 'create', index: { name, fields } } })
}
const told = async (topic: string) => {
  const found: { index: string; deleted: number }[] = []
  for (const { partition } of await stack.ports.broker.partitions(topic))
    for await (const { value } of stack.ports.broker.read({ topic, partition, from: 'beginning' }))
      found.push(JSON.parse(Buffer.from(value).toString()))
  return found
}

test('an index goes with its documents, of which it was said before how many there are', async () => {
  await make('own')
  await stack.ingest({ name: 'a.txt', texts: ['one', 'two'], index: 'own' })
  await stack.ingest({ name: 'b.txt', texts: ['three'], index: 'own' })
  await stack.ingest({ name: 'c.txt', texts: ['four'] })
  const counts = { name: 'own', documents: 2, chunks: 3 }
  expect(await remove('own?dry_run=true')).toEqual({ status: 200, body: { status: 'would_delete', ...counts } })
  expect(await names()).toEqual(['documents', 'own'])
  expect(await remove('own')).toEqual({ status: 200, body: { status: 'deleted', ...counts } })
  expect(await names()).toEqual(['documents'])
  const files = (await stack.app.inject('/api/v2/knowledge/files')).json().items as { source_file: string }[]
  expect(files.map(({ source_file }) => source_file)).toEqual(['c.txt'])
  expect(await told('index.cleared')).toMatchObject([{ index: 'own', deleted: 3 }])
  const list = (await stack.app.inject('/api/v2/upload/list?q=a.txt')).json()
  expect(list).toMatchObject([{ status: 'complete', searchable: false }])
})

test('one that is not there, and that of an alias, stay as they are', async () => {
  expect((await remove('nowhere')).status).toBe(404)
  const { status, body } = await remove('default')
  expect([status, body.error.message]).toEqual([409, expect.stringContaining('the alias default')])
  expect(await names()).toEqual(['documents'])
})

test('a deletion whose edge died in the middle is finished and told by another', async () => {
  await make('own')
  await stack.ingest({ name: 'a.txt', texts: ['one'], index: 'own' })
  await stack.ports.search.deleteIndex('own')
  const claims = stack.ports.database.tables<{ claims: Record<string, unknown> }>().insertInto('claims')
  const dead = {
    scope: 'clear-index',
    key: crypto.randomUUID(),
    holder: crypto.randomUUID(),
    value: 'whole own',
    kept: 0,
    until: 0,
    taken: 1,
  }
  await claims.values(dead).execute()
  await expect.poll(() => told('index.cleared'), { timeout: 40_000 }).toMatchObject([{ index: 'own' }])
}, 60_000)
