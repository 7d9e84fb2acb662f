import { expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from '../app/app.fixture.ts'
import { digits, paged, pagedSchema, pageQuery, sliceOf } from './paging.ts'

it('walks all pages once, keeping the other parameters', () => {
  const url = '/api/v2/knowledge/files?q=a%20b&page_size=2'
  const first = paged(url, { page: 1, page_size: 2 }, ['a', 'b'], 3)
  expect(first).toEqual({
    items: ['a', 'b'],
    pagination: {
      page: 1,
      page_size: 2,
      total_items: 3,
      total_pages: 2,
      has_next: true,
      has_previous: false,
      next_page_url: '/api/v2/knowledge/files?q=a+b&page_size=2&page=2',
      previous_page_url: null,
    },
  })
  const second = paged(first.pagination.next_page_url!, { page: 2, page_size: 2 }, ['c'], 3)
  expect(second.pagination).toMatchObject({ has_next: false, has_previous: true, next_page_url: null })
  expect(second.pagination.previous_page_url).toBe('/api/v2/knowledge/files?q=a+b&page_size=2&page=1')
  expect(paged('/x', { page: 1, page_size: 20 }, [], 0).pagination).toMatchObject({ total_pages: 0, has_next: false, has_previous: false })
  for (const [total, last] of [
    [41, 3],
    [0, 1],
  ] as const)
    expect(paged('/x', { page: 9, page_size: 20 }, [], total).pagination).toMatchObject({
      ...{ has_next: false, has_previous: true, previous_page_url: `/x?page=${last}&page_size=20` },
    })
  expect(sliceOf({ page: 3, page_size: 20 })).toEqual({ skip: 40, top: 20 })
})

it('wrong pages are 400 that name the field', async () => {
  const { app } = await testApp()
  const schema = { querystring: pageQuery.extend({ q: z.string().optional() }), response: { 200: pagedSchema(z.string()) } }
  app.get('/list', { config: { access: 'open' }, schema }, async (request) => paged(request.url, request.query, ['x'], 1))
  expect((await app.inject('/list')).json().pagination).toMatchObject({ page: 1, page_size: 20 })
  expect((await app.inject('/list?page_size=100')).statusCode).toBe(200)
  for (const query of [
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=',
    'page=1&page=2',
    'page=99999999999',
    'page_size=0',
    'page_size=101',
    'page_size=1e2',
  ]) {
    const reply = await app.inject(`/list?${query}`)
    expect([query, reply.statusCode]).toEqual([query, 400])
    expect(reply.json().error.message).toContain(query.split('=')[0])
  }
  await app.close()
})

it('a number of a query is its digits, and nothing else that JavaScript takes for a number', () => {
  const limit = z.object({ limit: digits(0, 500).default(50) })
  expect([{}, { limit: '0' }, { limit: '007' }].map((query) => limit.parse(query).limit)).toEqual([50, 0, 7])
  for (const given of ['', ' 5', '5 ', '+5', '-1', '5.0', '1e1', '0x10', '0b11', '٥', 'Infinity', '501', ['1', '2']])
    expect([given, limit.safeParse({ limit: given }).success]).toEqual([given, false])
})
