import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { services } from '../../services/catalog.ts'
import { platform } from '../../services/edge/platform.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const present = browserPresent('shell.browser.test.ts')
const KEY = 'key-of-the-tests'
const keys = [...services, ...platform].flatMap(({ pages = [] }) =>
  pages.flatMap(({ paths, nav }) => (nav ? [[paths[0], nav.key] as const] : [])),
)
/** Every page with what shows that it has drawn what there is, on a server that holds nothing. */
const pages: Readonly<Record<string, string>> = {
  '/': 'text=Nothing has been uploaded yet',
  '/ask': '#question',
  '/knowledge': '#files .empty, #files .notice',
  '/search-admin': '#live li, #live .card',
  '/prompts': '#prompt-panel textarea',
  '/feedback': '#records .empty',
  '/settings': '.facts',
  '/api/v2/health/check': '.services li',
  '/docs': '.operation',
  '/document?id=7d0e1fd4-4dd8-4b8e-9f5a-0a3a4d7c1b11': '.notice',
}

describe.skipIf(!present)('the frame around every page', () => {
  let open: ConsoleVisits
  let secured: ConsoleVisits
  beforeAll(async () => {
    ;[open, secured] = await Promise.all([openConsole(), openConsole({ SUBSCRIPTION_KEYS: `tests:${KEY}` })])
  })
  afterAll(() => Promise.all([open?.close(), secured?.close()]))
  afterEach(async () => {
    await open.leave()
    await secured.leave()
  })

  const here = (page: Page) => page.evaluate('location.pathname')
  const focused = (page: Page) => page.evaluate('document.activeElement?.id')

  for (const [path, drawn] of Object.entries(pages))
    it(`${path} is accessible while it is empty, in both themes and on a phone`, async () => {
      for (const [what, dark, width] of [
        ['light', false, 1280],
        ['dark', true, 1280],
        ['phone', true, 390],
      ] as const) {
        const page = await open.visit(path, { dark, width, tolerate: /404/ })
        await page.locator(drawn).first().waitFor()
        await expectAccessible(page, `${path} ${what}`)
        expect(await page.title()).toMatch(/ · Millrace$/)
        if (width === 390 && path !== '/docs' && !path.startsWith('/document')) {
          const entry = await page.locator('.nav [aria-current]').boundingBox()
          expect([path, (entry?.x ?? -1) >= 0, (entry?.x ?? 999) + (entry?.width ?? 0) <= 390]).toEqual([path, true, true])
        }
        await open.leave()
      }
    })

  it('shows the entries of all pages at once, wherever there is more room than on a phone', async () => {
    for (const width of [660, 860, 1280]) {
      const page = await open.visit('/settings', { width })
      await page.locator('.facts').waitFor()
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.nav'))`
      expect([width, await page.evaluate(hidden)]).toEqual([width, 0])
      await open.leave()
    }
  })

  it('opens every page by two keys, and its search by one', async () => {
    // Not the first page that is opened: its address would be there before it is.
    const page = await open.visit('/settings')
    for (const [path, key] of keys) {
      await page.locator('.tools button').first().waitFor()
      // Out of a field that has the focus from the start.
      await page.keyboard.press('Escape')
      await page.locator('body').press('g')
      await Promise.all([page.waitForURL(open.url + path), page.locator('body').press(key)])
    }
    await page.locator('#filter').waitFor()
    await page.locator('body').press('/')
    expect(await focused(page)).toBe('filter')
    await page.goto(`${open.url}/ask`)
    await page.locator('.nav a').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('body').press('/')
    expect(await focused(page)).toBe('question')
  })

  it('shows the map of keys, which is accessible and closes by Escape', async () => {
    for (const [dark, width] of [
      [false, 1280],
      [true, 390],
    ] as const) {
      const page = await open.visit('/settings', { dark, width })
      await page.locator('.facts').waitFor()
      await page.locator('body').press('?')
      const map = page.getByRole('dialog', { name: 'Keyboard' })
      expect(await map.locator('dt').count()).toBe(4 + keys.length)
      await expectAccessible(page, 'the map of keys')
      await page.keyboard.press('g')
      await page.keyboard.press('u')
      expect(await here(page)).toBe('/settings')
      await page.keyboard.press('Escape')
      await map.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Keyboard' }).click()
      await map.waitFor()
      await open.leave()
    }
  })

  it('leaves keys alone while somebody types, with a modifier, and where they are switched off', async () => {
    const page = await open.visit('/')
    await page.fill('#tags', '')
    await page.locator('#tags').pressSequentially('g?/gat')
    expect([await page.inputValue('#tags'), await here(page), await page.locator('dialog').count()]).toEqual(['g?/gat', '/', 0])
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('')
    await page.locator('body').press('Control+g')
    await page.locator('body').press('a')
    expect(await here(page)).toBe('/')
    await page.locator('body').press('t')
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.locator('body').press('?')
    await page.getByLabel('Use these keys').uncheck()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.locator('.nav a').first().waitFor()
    await page.locator('body').press('?')
    expect(await page.locator('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Keyboard' }).click()
    await page.getByLabel('Use these keys').check()
  })

  it('tells of a failure with the id of its request, which a button copies', async () => {
    const page = await open.visit('/feedback', { tolerate: /503/ })
    await page.locator('#records .empty').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const body = { error: { code: 'unavailable', message: 'The log does not answer.', details: {}, request_id: 'id-of-the-request' } }
    await page.route('**/feedback/export.csv', (route) => route.fulfill({ status: 503, json: body }))
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const toast = page.getByRole('alert').locator('.toast')
    await toast.getByText('The log does not answer.').waitFor()
    await expectAccessible(page, 'a toast')
    await toast.getByRole('button', { name: 'Copy request id' }).click()
    await toast.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('id-of-the-request')
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    expect(await toast.count()).toBe(0)
  })

  it('asks who it is on 401 on every page, and shows the page once that is known', async () => {
    for (const [path, drawn] of Object.entries(pages)) {
      if (path === '/docs' || path.startsWith('/api/') || path === '/ask') continue
      const page = await secured.visit(path, { tolerate: /40[14]/, width: 390 })
      const panel = page.getByRole('dialog', { name: 'Sign in' })
      await panel.waitFor()
      if (path === '/') await expectAccessible(page, 'the sign-in panel')
      await panel.getByLabel('Subscription key').fill(KEY)
      await page.keyboard.press('Enter')
      await page.locator(drawn).first().waitFor()
      expect(await page.getByRole('button', { name: 'Signed in' }).count()).toBe(1)
      expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(KEY)
      await secured.leave()
    }
  })

  it('asks once, and says how to go on where nothing was given', async () => {
    for (const path of [
      '/',
      '/knowledge',
      '/search-admin',
      '/prompts',
      '/feedback',
      '/settings',
      '/document?id=7d0e1fd4-4dd8-4b8e-9f5a-0a3a4d7c1b11',
    ]) {
      const page = await secured.visit(path, { tolerate: /401/ })
      const panel = page.getByRole('dialog', { name: 'Sign in' })
      await panel.getByText('This server asks for a key, a token or both').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('main .notice').first().getByText('. Sign in with a subscription key').waitFor()
      await page.waitForTimeout(500)
      expect([path, await panel.count()]).toEqual([path, 0])
      expect([path, await page.getByText('Loading …').count(), await page.locator('main .danger:visible').count()]).toEqual([path, 0, 0])
      await expectAccessible(page, `${path} without a key`)
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await panel.waitFor()
      await secured.leave()
    }
  })
})
