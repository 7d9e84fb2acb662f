import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'

const KEY = 'key-of-the-tests'
const PAGE = '/docs/how-to/upload-documents'

describe.skipIf(!browserPresent('the documentation'))('the documentation', () => {
  let visits: ConsoleVisits
  beforeAll(async () => {
    visits = await openConsole({ SUBSCRIPTION_KEYS: `tests:${KEY}` })
  })
  afterEach(() => visits.leave())
  afterAll(() => visits?.close())

  const path = (page: Page) => page.evaluate('location.pathname + location.hash')
  const screenshot = async (page: Page, name: string) => {
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/docs-${name}.png` })
  }

  for (const [dark, width] of [
    [false, 1440],
    [true, 1440],
    [true, 390],
  ] as const)
    it(`shows the map, a page and a wide table (${dark ? 'dark' : 'light'}, ${width} px)`, async () => {
      for (const at of ['/docs', PAGE, '/docs/reference/configuration']) {
        const page = await visits.visit(at, { dark, width })
        await page.locator('.copy-code, .table-scroll, [data-kind="map"]').first().waitFor()
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
        await expectAccessible(page, at)
        await screenshot(page, `${at.split('/').at(-1)}-${dark ? 'dark' : 'light'}-${width}`)
        await visits.leave()
      }
    })

  it('is readable and linked without scripts', async () => {
    const page = await visits.visit(PAGE)
    const text = await (await fetch(visits.url + PAGE)).text()
    const links = [...text.matchAll(/<a [^>]*href="(\/docs[^"#]*)/g)].map((match) => match[1]!)
    for (const link of new Set(links)) expect([link, (await fetch(visits.url + link)).status]).toEqual([link, 200])
    expect(await page.getByRole('navigation', { name: 'Documentation' }).locator('[aria-current="page"]').textContent()).toBe(
      await page.getByRole('heading', { level: 1 }).textContent(),
    )
  })

  it('copies a block of code', async () => {
    const page = await visits.visit(PAGE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const block = page.locator('.code-block').first()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await block.locator('code').textContent())?.trimEnd())
  })

  it('finds pages by keyboard alone, on a phone too', async () => {
    for (const width of [1440, 390]) {
      const page = await visits.visit('/docs', { width })
      await page.keyboard.press('/')
      await page.keyboard.type('upload docu')
      const results = page.getByRole('option')
      await results.first().locator('mark').first().waitFor()
      await expectAccessible(page, `the results, ${width} px`)
      await screenshot(page, `search-${width}`)
      await page.keyboard.press('Escape')
      await results.first().waitFor({ state: 'hidden' })
      await page.keyboard.press('ArrowDown')
      await results.first().waitFor()
      const place = (await results.locator('.title').allTextContents()).indexOf('Upload documents')
      expect(place).toBeGreaterThanOrEqual(0)
      for (let i = 0; i < place; i++) await page.keyboard.press('ArrowDown')
      await Promise.all([page.waitForURL(/upload-documents/), page.keyboard.press('Enter')])
      await visits.leave()
    }
  })

  it('answers a question with links to its sources', async () => {
    const page = await visits.visit(PAGE, { tolerate: /401/ })
    await page.fill('#manual-search', 'How do I upload a folder?')
    await page.getByRole('option', { name: 'Ask: How do I upload a folder?' }).click()
    const panel = page.getByRole('dialog', { name: 'Sign in' })
    await panel.getByLabel('Subscription key').fill(KEY)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.locator('.sources a').first().waitFor()
    expect((await fetch(visits.url + (await answer.locator('.sources a').first().getAttribute('href')))).status).toBe(200)
    await expectAccessible(page, 'an answer')
    await answer.getByRole('button', { name: 'Close' }).click()
    expect(await answer.count()).toBe(0)
  })

  it('lists all pages in a panel on a phone', async () => {
    const page = await visits.visit(PAGE, { width: 390 })
    const nav = page.getByRole('navigation', { name: 'Documentation' })
    expect(await nav.count()).toBe(0)
    await page.getByRole('button', { name: 'All pages' }).click()
    await expectAccessible(page, 'all pages')
    await Promise.all([page.waitForURL(/reference\/errors/), nav.getByRole('link', { name: 'Errors' }).click()])
    expect(await path(page)).toBe('/docs/reference/errors')
  })
})

describe.skipIf(!browserPresent('the API reference'))('the API reference', () => {
  let visits: ConsoleVisits
  beforeAll(async () => {
    visits = await openConsole({ SUBSCRIPTION_KEYS: `tests:${KEY}` })
  })
  afterEach(() => visits.leave())
  afterAll(() => visits?.close())

  /** Opens the reference signed in, and records what the browser requests. */
  async function openReference(at = '', options: VisitOptions = {}) {
    const page = await visits.visit('/docs', options)
    await page.evaluate(`sessionStorage.setItem('millrace.key', '${KEY}')`)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${visits.url}/docs/api${at}`)
    await page.locator('#viewer main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    return { page, outside: () => requested.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== visits.url) }
  }

  it('makes a call with the key of the tab, and no request leaves the server', async () => {
    const { page, outside } = await openReference('#tag/feedback/GET/api/v2/feedback/summary')
    await page.locator('button').filter({ hasText: 'Test Request(get /api/v2/feedback/summary)' }).click()
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${visits.url}/api/v2/feedback/summary`),
      page.locator('button').filter({ hasText: 'Send get request to' }).first().click(),
    ])
    expect([reply.status(), (await reply.request().allHeaders())['ocp-apim-subscription-key']]).toEqual([200, KEY])
    expect(outside()).toEqual([])
  })

  it('follows the theme of the console and fits a phone', async () => {
    for (const dark of [false, true]) {
      const { page, outside } = await openReference('', { dark, width: dark ? 390 : 1440 })
      expect(await page.getByRole('heading', { name: 'Authentication' }).count()).toBeGreaterThan(0)
      expect(await page.evaluate("document.body.classList.contains('dark-mode')")).toBe(dark)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(outside()).toEqual([])
      await visits.leave()
    }
  })
})
