import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPages } from '../../kernel/docs/pages.ts'
import { testApp } from '../../kernel/http/app/app.fixture.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { registerPages } from '../../kernel/http/reply/pages.ts'
import { registerDocsRoutes } from './routes.ts'
import { docs } from './service.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8' }
let app: App
beforeAll(async () => {
  ;({ app } = await testApp({}, { families: [docs] }))
  registerDocsRoutes(app)
  registerPages(app)
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers })

test('every page of docs/ is served in the frame of the console, without its front matter', async () => {
  for (const { path, title, summary } of readPages()) {
    const page = await get(path === '' ? '/docs' : `/docs/${path}`)
    expect([path, page.statusCode, page.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('aria-label="Console"')
    expect(page.body).toContain(`<title>${title.replace('&', '&#38;')} · Millrace</title>`)
    expect(page.body).not.toMatch(/<!-- |^questions:/m)
    expect(page.body.split(`<p class="lead">${summary.slice(0, 10)}`)).toHaveLength(2)
  }
})

test('a page has an entity tag and is not sent twice', async () => {
  const { etag } = (await get('/docs')).headers
  const again = await get('/docs', { ...BROWSER, 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  '/docs/how-to/never-written',
  '/docs/how-to',
  '/docs/how-to/..%2f..%2fpackage.json',
  '/docs/..%2f..%2fREADME',
  '/docs/%2e%2e/ARCHITECTURE',
  '/docs/images/never-drawn.png',
  '/docs/images/..%2f..%2fpackage.json',
  '/docs/images/..%5c..%5cpackage.json',
])('%s is the page of unknown addresses', async (url) => {
  const page = await get(url)
  expect([page.statusCode, page.body.includes('There is nothing here')]).toEqual([404, true])
  expect((await get(url, { accept: 'application/json' })).json().error.code).toBe('not_found')
})

test('pictures are served with their type', async () => {
  const image = await get('/docs/images/flow.svg')
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/svg+xml'])
})

test('search finds pages with their sections', async () => {
  const { items } = (await get('/docs/search?q=upload+documents')).json()
  expect(items[0]).toEqual({
    title: expect.any(String),
    heading: expect.any(String),
    path: expect.stringMatching(/^\/docs\//),
    excerpt: expect.any(String),
  })
  expect((await get('/docs/search?q=upload&limit=1')).json().items).toHaveLength(1)
  for (const wrong of ['', '?q=', '?q=a&limit=0', `?q=${'a'.repeat(201)}`]) expect((await get(`/docs/search${wrong}`)).statusCode).toBe(400)
})

test('the API reference allows no inline script, and style sheets by a nonce of one response', async () => {
  const [first, second] = [await get('/docs/api'), await get('/docs/api')]
  const policy = String(first.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(first.body).toContain(`<meta property="csp-nonce" content="${nonce}">`)
  expect(second.body).not.toContain(nonce)
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/style-src [^;]*unsafe-inline/)
})

test('the viewer of the API reference is compressed and has an entity tag', async () => {
  const viewer = await get('/docs/api/viewer.js')
  expect([viewer.statusCode, viewer.headers['content-encoding'], viewer.headers['content-type']]).toEqual([
    200,
    'gzip',
    'text/javascript; charset=utf-8',
  ])
  const again = await get('/docs/api/viewer.js', { 'if-none-match': String(viewer.headers.etag) })
  expect(again.statusCode).toBe(304)
})
