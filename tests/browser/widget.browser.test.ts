import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent } from '../support/console-visits.ts'
import { tabTo } from '../support/tab-to.ts'
import { type WidgetVisits, WORKBOOK, widgetClaims, widgetVisits } from '../support/widget-visits.ts'

const present = browserPresent('widget.browser.test.ts')
/** A refused call is one line of the browser's console. */
const REFUSED = /status of 401/

describe.skipIf(!present)('the widget in a page of another origin', () => {
  let widget: WidgetVisits
  let page: Page

  beforeAll(async () => {
    widget = await widgetVisits({ WIDGET_SIGNING_KEY: '0123456789abcdef01234567' })
  })
  afterEach(() => widget.leave())
  afterAll(() => widget?.close())

  const { launcher, frame, inside, upload, shot, expectBothAccessible } = {
    launcher: () => widget.launcher(),
    frame: () => widget.frame(),
    inside: () => widget.inside(),
    upload: () => widget.upload(),
    shot: (name: string) => widget.shot(name),
    expectBothAccessible: (what: string) => widget.expectBothAccessible(what),
  }
  const open = async (...how: Parameters<WidgetVisits['open']>) => {
    page = await widget.open(...how)
  }

  it('without a token the shell loads, its calls are 401, and the frame says why', async () => {
    const statuses: number[] = []
    await open('/?token=none', { tolerate: REFUSED })
    page.on('response', (reply) => reply.url().includes('/widget/api/') && statuses.push(reply.status()))
    await page.reload()
    await launcher().click()
    await frame().getByRole('alert').getByText('could not sign the review in').waitFor()
    expect(new Set(statuses)).toEqual(new Set([401]))
    await shot('no-token')
    await expectBothAccessible('no token')
  })

  it('with a token and no metadata it loads, asks for nothing and names what is missing', async () => {
    const calls: string[] = []
    await open('/?metadata=none')
    page.on('request', (request) => request.url().includes('/widget/api/') && calls.push(request.url()))
    await page.reload()
    await launcher().click()
    await frame().getByRole('alert').getByText('districtId, districtName, quarter, year, userId').waitFor()
    expect(calls).toEqual([])
    await shot('no-metadata')
    await expectBothAccessible('no metadata')
  })

  it('with both, by mouse: a workbook is checked, a finding opens, and a question about it is answered', async () => {
    await open()
    expect(await page.locator('script[data-widget-token]').count()).toBe(0)
    expect(await page.content()).not.toMatch(/eyJ/)
    await launcher().click()
    await shot('empty')
    await upload()
    const negative = frame().locator('.findings li', { hasText: 'Negative amount' }).first()
    await negative.click()
    await negative.getByText('What to do').waitFor()
    await shot('findings')
    await expectBothAccessible('findings')
    await negative.getByRole('button', { name: 'Ask about this' }).click()
    await frame().locator('.theirs .said', { hasText: 'What to do:' }).waitFor()
    await frame().getByRole('button', { name: 'Totals by cost pool' }).click()
    await frame().locator('.theirs .said', { hasText: 'Direct Services' }).waitFor()
    await frame().getByRole('button', { name: 'Send' }).waitFor()
    await shot('talk')
    await expectBothAccessible('talk')
    expect(await page.evaluate('window.shifts')).toBe(0)
    // the next visit finds the report again
    await page.reload()
    await launcher().click()
    await frame().locator('.findings li').first().waitFor()
    expect(await page.title()).toBe('District portal')
  })

  it('a workbook of another quarter is told above its findings', async () => {
    await open()
    await launcher().click()
    await frame().locator('#drop').waitFor()
    const buffer = Buffer.from(WORKBOOK.replaceAll('2026-Q1', '2025-Q3'))
    await frame().locator('#file').setInputFiles({ name: 'costs.csv', mimeType: 'text/csv', buffer })
    await frame().locator('.warned', { hasText: 'This review is of 2026-Q1, but 10 of 10 rows say 2025-Q3' }).waitFor()
    await frame().locator('.findings li').first().waitFor()
    expect(
      await inside().evaluate("document.querySelector('.warned').compareDocumentPosition(document.querySelector('.findings')) & 4"),
    ).toBe(4)
    await shot('other-quarter')
    await expectBothAccessible('another quarter')
  })

  it('by keyboard alone: opened, asked, closed, and the focus comes back', async () => {
    await open()
    await tabTo(page, 'Spanish')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    await upload()
    await inside().focus('#title')
    const focused = () => inside().evaluate('document.activeElement.id || document.activeElement.textContent')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('close')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('report-tab')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('talk-tab')
    await inside().focus('#question')
    await page.keyboard.type('Summarise the report')
    await page.keyboard.press('Enter')
    await frame().locator('.theirs .said', { hasText: 'costs.csv of North District' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('sdac-review section').waitFor({ state: 'hidden' })
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.textContent')).toBe('Review cost report')
  })

  it.each([
    ['de', 'Kostenbericht prüfen', 'Fasse den Bericht zusammen', 'Gehälter'],
    ['es', 'Revisar el informe de costos', 'Resume el informe', 'Salarios'],
  ])('speaks %s, in the dark and on a phone', async (lang, name, question, answer) => {
    await open(`/?lang=${lang}`, { width: 390, dark: true })
    await page.getByRole('button', { name }).click()
    await upload()
    await shot(`findings-${lang}-phone`)
    await expectBothAccessible(`findings ${lang}`)
    await frame().getByRole('tab').nth(1).click()
    await frame().getByRole('button', { name: question }).click()
    await frame().locator('.theirs .said', { hasText: answer }).waitFor()
    await shot(`talk-${lang}-phone`)
    await expectBothAccessible(`talk ${lang}`)
    await frame().locator('#close').click()
    await page.getByRole('button', { name }).waitFor()
  })

  it('older attributes are read as well, where the server takes unsigned ones it does not here', async () => {
    await open('/?metadata=legacy', { tolerate: /status of 403/ })
    await launcher().click()
    await frame().locator('#place', { hasText: 'North District · Q1 2026' }).waitFor()
    await frame().getByRole('alert').getByText('signed metadata').waitFor()
  })

  it('a token that has ended is renewed without a reload', async () => {
    const tokens = [
      await widget.provider.mint({ exp: 1, ...widgetClaims }),
      await widget.provider.mint({ sub: crypto.randomUUID(), ...widgetClaims }),
    ]
    let fetched = 0
    // the page's load, and the renewal: what comes after is a good one
    await open('', { tolerate: REFUSED, fresh: async () => tokens[Math.min(fetched++, 1)]! })
    await launcher().click()
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    expect(fetched).toBe(2)
  })

  it('a page that is not named may not show it', async () => {
    await open('', { tolerate: /frame-ancestors|Framing|ERR_BLOCKED/ })
    await page.goto(widget.stranger.url)
    await launcher().click()
    await page.waitForFunction(`document.querySelector('sdac-review').hasAttribute('open')`)
    const shown = page.frames().filter((f) => f.url().includes('/widget/frame'))
    expect(await Promise.all(shown.map((f) => f.locator('#title').count()))).toEqual(shown.map(() => 0))
  })
})
