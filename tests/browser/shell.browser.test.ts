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
  '/docs': '.manual-page',
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
        await open.leave()
      }
    })

  it('leads to every page from a side bar that can be closed and folded, and stays so', async () => {
    const page = await open.visit('/settings')
    await page.locator('.facts').waitFor()
    const nav = page.getByRole('navigation', { name: 'Console' })
    expect(await nav.getByRole('link').count()).toBe(keys.length)
    expect(await nav.locator('[aria-current]').textContent()).toBe('Settings')
    const fold = async (group: string) => nav.locator('summary', { hasText: group }).click()
    await fold('Documents')
    await fold('Operate')
    await page.reload()
    await page.locator('.facts').waitFor()
    // The group of the page at hand is open whatever was folded.
    expect([await nav.getByRole('link', { name: 'Upload' }).count(), await nav.getByRole('link', { name: 'Runs' }).count()]).toEqual([0, 1])
    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.reload()
    await page.locator('.facts').waitFor()
    expect(await nav.count()).toBe(0)
    const toggle = page.getByRole('button', { name: 'Navigation', expanded: false })
    await toggle.focus()
    await page.keyboard.press('Enter')
    expect(await nav.locator('[aria-current]').isVisible()).toBe(true)
    const beyondItsBox = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#open-palette'))"
    expect(await page.evaluate(beyondItsBox)).toBe(0)
  })

  it('has the navigation in a drawer where there is no room beside the page, also at twice the size', async () => {
    for (const [width, dark] of [
      [390, false],
      [640, true],
    ] as const) {
      const page = await open.visit('/settings', { width, dark })
      await page.locator('.facts').waitFor()
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect([width, wide, await page.locator('.nav').isVisible()]).toEqual([width, 0, false])
      await page.getByRole('button', { name: 'Navigation' }).click()
      const drawer = page.getByRole('dialog', { name: 'Navigation' })
      await drawer.waitFor()
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Settings')
      await expectAccessible(page, 'the drawer')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Navigation' }).click()
      await drawer.getByRole('link', { name: 'Health' }).click()
      await page.waitForURL(/health/)
      await open.leave()
    }
  })

  it('finds pages, documents and actions in a palette, by keyboard alone', async () => {
    const page = await open.visit('/settings')
    await page.locator('.facts').waitFor()
    const form = `{
      const form = new FormData()
      form.append('metadata', JSON.stringify({ title: 'Mill', doc_type: 'note', source: 'test' }))
      form.append('replace_existing', 'true')
      form.append('file', new File(['The mill opens at nine.'], 'palette-hours.txt'))
      fetch('/api/v2/upload', { method: 'POST', body: form }).then((r) => r.status)
    }`
    expect(await page.evaluate(form)).toBe(202)
    await page.locator('#filter').focus()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search' })
    const options = palette.getByRole('option')
    await palette.waitFor()
    expect(await options.count()).toBeGreaterThan(keys.length)
    await expectAccessible(page, 'the palette')
    await page.keyboard.type('palette')
    await options.filter({ hasText: 'palette-hours.txt' }).waitFor()
    expect(await options.last().textContent()).toContain('Ask: palette')
    await page.keyboard.press('ArrowUp')
    expect(await palette.locator('[aria-selected="true"]').textContent()).toContain('Ask: palette')
    await page.keyboard.press('ArrowDown')
    await Promise.all([page.waitForURL(/\/document\?id=/), page.keyboard.press('Enter')])
    await page.getByRole('heading', { name: 'palette-hours.txt' }).waitFor()
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await palette.waitFor()
    await page.keyboard.type('light')
    await options.filter({ hasText: 'Switch between light and dark' }).and(palette.locator('[aria-selected="true"]')).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('ask')
    await Promise.all([page.waitForURL(/\/ask$/), page.keyboard.press('Enter')])
  })

  it('opens every page by two keys, and its search by one', async () => {
    // Not the first page that is opened: its address would be there before it is.
    const page = await open.visit('/settings')
    for (const [path, key] of keys) {
      await page.locator('.tools').getByRole('button', { name: 'Keyboard' }).waitFor()
      // Out of a field that has the focus from the start.
      await page.keyboard.press('Escape')
      await page.locator('body').press('g')
      await Promise.all([page.waitForURL(open.url + path), page.locator('body').press(key)])
    }
    await page.goto(`${open.url}/docs`)
    await page.locator('body').press('/')
    expect(await focused(page)).toBe('manual-search')
    await page.goto(`${open.url}/ask`)
    await page.locator('.nav a').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('body').press('/')
    expect(await focused(page)).toBe('question')
  })

  it('remembers the theme over pages and visits', async () => {
    const page = await open.visit('/')
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await paper()
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    const dark = await paper()
    expect(dark).not.toBe(light)
    await page.getByRole('link', { name: 'Ask' }).click()
    await page.getByRole('heading', { name: 'Ask the documents' }).waitFor()
    expect(await paper()).toBe(dark)
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
      expect(await map.locator('dt').count()).toBe(5 + keys.length)
      await expectAccessible(page, 'the map of keys')
      await page.keyboard.press('g')
      await page.keyboard.press('u')
      expect(await here(page)).toBe('/settings')
      await page.keyboard.press('Escape')
      await map.waitFor({ state: 'detached' })
      if (width > 640) await page.getByRole('button', { name: 'Keyboard' }).click()
      else {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('keyboard')
        await page.keyboard.press('Enter')
      }
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

  const told = Object.entries(pages).filter(([path]) => path !== '/docs' && !path.startsWith('/api/') && path !== '/ask')
  it.each(told)('asks who it is on 401 at %s, and shows the page once that is known', async (path, drawn) => {
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
  })

  it('a refusal that arrives after the sign-in asks nobody again', async () => {
    const page = await secured.visit('/docs', { tolerate: /40[14]/ })
    const given = Promise.withResolvers<void>()
    await page.route('**/api/v2/knowledge/stats', async (route) => {
      const response = await route.fetch()
      await given.promise
      await route.fulfill({ response })
    })
    await page.goto(`${secured.url}/search-admin`)
    const panel = page.getByRole('dialog', { name: 'Sign in' })
    await panel.getByLabel('Subscription key').fill(KEY)
    await page.keyboard.press('Enter')
    await panel.waitFor({ state: 'detached' })
    given.resolve()
    await page.locator('#live li, #live .card').first().waitFor()
    expect(await panel.count()).toBe(0)
    await secured.leave()
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
      await panel.getByText('This server asks for a key before').waitFor()
      expect(await panel.getByLabel('Access token').count()).toBe(0)
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
