import { expect, it } from 'vitest'
import { testApp } from './app.fixture.ts'
import { etagOf, matchesEtag, sendWithEtag } from './etag.ts'

it('tags differ with the body and are strong', () => {
  expect(etagOf('a')).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf('a')).not.toBe(etagOf('b'))
  expect(etagOf('a')).toBe(etagOf(Buffer.from('a')))
})

it('If-None-Match is a list, weak or strong, or a star', () => {
  for (const header of ['"x"', 'W/"x"', '"a", "x"', '*', ' "a" ,W/"x"'])
    expect([header, matchesEtag(header, '"x"')]).toEqual([header, true])
  for (const header of [undefined, '', '"y"', 'x', '"xx"']) expect([header, matchesEtag(header, '"x"')]).toEqual([header, false])
})

it('a client that has the body gets 304 without one', async () => {
  const { app } = await testApp()
  let n = 1
  app.get('/x', { config: { access: 'open' } }, async (request, reply) => sendWithEtag(request, reply, { n }))
  const first = await app.inject('/x')
  const etag = String(first.headers.etag)
  expect([first.statusCode, first.json()]).toEqual([200, { n: 1 }])
  const again = await app.inject({ url: '/x', headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['x-request-id']).toBeTruthy()
  n = 2
  expect((await app.inject({ url: '/x', headers: { 'if-none-match': etag } })).json()).toEqual({ n: 2 })
  await app.close()
})
