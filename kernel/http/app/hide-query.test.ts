import { afterEach, expect, test } from 'vitest'
import { listen, testApp } from './app.fixture.ts'
import { withoutQuery } from './hide-query.ts'

const names = new Set(['secret_word'])

test.each([
  ['/a', '/a'],
  ['/a?b=1', '/a?b=1'],
  ['/a?secret_word=x.y.z', '/a'],
  ['/a?b=1&secret_word=x&c=2', '/a?b=1&c=2'],
  ['/a?secret%5Fword=x&b=%2F', '/a?b=%2F'],
  ['/a?SECRET_WORD=x', '/a'],
  ['/a?secret_word', '/a'],
  ['/a?b=secret_word', '/a?b=secret_word'],
  ['/a?%zz=1', '/a?%zz=1'],
])('%s becomes %s', (given, left) => expect(withoutQuery(given, names)).toBe(left))

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const app of running.splice(0)) await app.close()
})

test('what a family calls secret stands in no line of the log, no reply and no handler', async () => {
  const families = [{ name: 'tests', access: { prefixes: { '/': 'open' as const }, secretQuery: ['secret_word'] } }]
  const { app, logged } = await testApp({}, { families })
  running.push(app)
  app.get('/seen', { config: { access: 'open' }, schema: {} }, async (request) => ({ url: request.url, raw: request.originalUrl }))
  const base = await listen(app)
  const said = await (await fetch(`${base}/seen?a=1&secret_word=canary.b.c`)).json()
  expect(said).toEqual({ url: '/seen?a=1', raw: '/seen?a=1' })
  const missing = await (await fetch(`${base}/nothing?secret_word=canary.b.c`)).text()
  expect(missing).toContain('not_found')
  expect(missing + logged()).not.toContain('canary')
})
