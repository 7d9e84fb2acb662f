import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from './app.fixture.ts'
import type { App } from './app.ts'

let app: App
beforeAll(async () => {
  ;({ app } = await testApp({}))
  const schema = { querystring: z.object({ page: z.coerce.number().optional(), page_size: z.coerce.number().optional() }) }
  app.get('/list', { config: { access: 'open' }, schema }, async (r) => r.query)
  app.get('/page', { config: { access: 'open' }, schema: { ...schema, page: true } }, async () => ({}))
  app.get('/one', { config: { access: 'api' } }, async () => ({}))
  app.get('/probe', { config: { access: 'open' } }, async () => ({}))
})
afterAll(() => app.close())

it('names of a query that the route knows pass', async () => {
  expect((await app.inject('/list?page=2&page_size=5')).json()).toEqual({ page: 2, page_size: 5 })
})

it('others are refused with the name that was probably meant', async () => {
  const reply = await app.inject('/list?pagesize=5')
  expect(reply.statusCode).toBe(400)
  expect(reply.json().error).toMatchObject({
    code: 'invalid_request',
    message: 'the query parameter pagesize is not known; did you mean page_size?',
  })
  expect((await app.inject('/list?colour=red')).json().error.message).toContain('known: page, page_size')
  expect((await app.inject('/one?index=x')).json().error.message).toContain('it takes none')
})

it('pages and probes take what others put into addresses', async () => {
  expect((await app.inject('/page?saved=true')).statusCode).toBe(200)
  expect((await app.inject('/probe?cache=1')).statusCode).toBe(200)
})
