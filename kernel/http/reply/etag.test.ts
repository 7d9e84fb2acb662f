import { describe, expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import { etagOf, matchesEtag, sendBytesWithEtag } from './etag.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

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
  app.get('/x', { config: { access: 'open' } }, async (request, reply) =>
    sendBytesWithEtag(request, reply, JSON.stringify({ n }), JSON_TYPE),
  )
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

describe('a revalidation', () => {
  it('is 304 for a list, a weak tag and *, with the same headers by GET and HEAD', async () => {
    const { app } = await testApp()
    app.get('/thing', { config: { access: 'open' } }, (request, reply) => {
      reply.header('vary', 'Accept')
      return sendBytesWithEtag(request, reply, JSON.stringify({ a: 'ü' }), JSON_TYPE) as never
    })
    const whole = await app.inject('/thing')
    const etag = String(whole.headers.etag)
    for (const method of ['GET', 'HEAD'] as const) {
      for (const given of [etag, `"a", ${etag}`, `W/${etag}`, '*']) {
        const { statusCode, body, headers } = await app.inject({ method, url: '/thing', headers: { 'if-none-match': given } })
        expect([statusCode, body, headers.etag, headers['cache-control'], headers.vary]).toEqual([304, '', etag, 'no-cache', 'Accept'])
        expect([undefined, whole.headers['content-length']]).toContain(headers['content-length'])
      }
      expect((await app.inject({ method, url: '/thing', headers: { 'if-none-match': '"a"' } })).statusCode).toBe(200)
    }
    await app.close()
  })
})
