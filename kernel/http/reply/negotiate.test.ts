import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { accepts, asksFor } from './negotiate.ts'

it('Accept names types, ranges and what is unwanted', () => {
  const types = ['application/json', 'text/csv']
  for (const accept of [undefined, '', '*/*', 'text/*', 'text/csv;header=present', 'image/png, application/json;q=0.1', 'TEXT/CSV'])
    expect([accept, accepts(accept, types)]).toEqual([accept, true])
  for (const accept of ['image/png', 'text/html', 'application/json;q=0', 'application/xml, image/*', 'text'])
    expect([accept, accepts(accept, types)]).toEqual([accept, false])
})

it('a type is asked for by its name alone, unless it is said to be unwanted', () => {
  for (const accept of ['application/json', 'text/html, Application/JSON;q=0.5', 'application/json; charset=utf-8'])
    expect([accept, asksFor(accept, 'application/json')]).toEqual([accept, true])
  for (const accept of [undefined, '*/*', 'application/*', 'application/json-seq', 'text/html, application/json;q=0'])
    expect([accept, asksFor(accept, 'application/json')]).toEqual([accept, false])
})

describe('a route', () => {
  let app: App
  beforeAll(async () => {
    ;({ app } = await testApp())
    const open = { access: 'open' } as const
    app.post('/json', { config: open, schema: { summary: 'x', body: z.looseObject({}) } }, async () => ({ ok: true }))
    const csv = { 200: { content: { 'text/csv': { schema: z.string() } } } }
    app.get('/csv', { config: open, schema: { response: csv } }, async (_request, reply) => reply.type('text/csv').send('a\r\n' as never))
    app.get('/page', { config: open, schema: { hide: true } }, async (_request, reply) => reply.type('text/html').send('x'))
  })
  afterAll(() => app.close())

  it('that has nothing of what the caller takes is 406, before it does anything', async () => {
    const ask = async (url: string, accept: string, method: 'GET' | 'POST' = 'GET') => {
      const reply = await app.inject({ method, url, headers: { accept }, ...(method === 'POST' ? { payload: {} } : {}) })
      return [reply.statusCode, reply.statusCode === 406 ? reply.json().error.code : reply.headers['content-type']]
    }
    expect(await ask('/json', 'image/png', 'POST')).toEqual([406, 'not_acceptable'])
    expect(await ask('/json', 'text/html, */*;q=0.1', 'POST')).toEqual([200, 'application/json; charset=utf-8'])
    expect(await ask('/csv', 'text/html')).toEqual([406, 'not_acceptable'])
    expect((await ask('/csv', 'text/csv'))[0]).toBe(200)
    expect((await ask('/page', 'image/png'))[0]).toBe(200)
  })

  it('refuses bodies that are compressed, and says so', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const reply = await app.inject({ method: 'POST', url: '/json', headers, payload: '{}' })
    expect([reply.statusCode, reply.headers['accept-encoding']]).toEqual([415, 'identity'])
    expect(
      (await app.inject({ method: 'POST', url: '/json', headers: { ...headers, 'content-encoding': 'identity' }, payload: '{}' }))
        .statusCode,
    ).toBe(200)
  })
})
