import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { askOnPage, browserPresent, type ConsoleVisits, openConsole } from '../support/console-visits.ts'

const present = browserPresent('sign-out.browser.test.ts')
const ADA = 'key-of-ada-0123456789abcdef'
const BEA = 'key-of-bea-0123456789abcdef'
const SECRET = 'What does the silver lantern cost?'

describe.skipIf(!present)('a browser that several people use', () => {
  let server: ConsoleVisits
  let page: Page
  beforeAll(async () => {
    server = await openConsole({ SUBSCRIPTION_KEYS: `ada:${ADA},bea:${BEA}` })
  })
  afterAll(() => server?.close())
  afterEach(async () => {
    await server.leave()
    for (const key of [ADA, BEA])
      await fetch(`${server.url}/api/v2/chat/conversations`, { method: 'DELETE', headers: { 'ocp-apim-subscription-key': key } })
  })

  const panel = () => page.getByRole('dialog', { name: /^Sign(ed)? in$/ })
  async function signIn(key: string) {
    // The page opens it by itself once the server has refused it; a click that comes too late finds it open.
    const button = page.getByRole('banner').getByRole('button', { name: /^Sign(ed)? in$/ })
    if (!(await panel().isVisible())) await button.click({ timeout: 2_000 }).catch(() => undefined)
    await panel().getByLabel('Subscription key').fill(key)
    await panel().getByRole('button', { name: 'Sign in' }).click()
  }
  const ask = (question: string) => askOnPage(page, question)
  async function signOut() {
    await page.getByRole('button', { name: 'Signed in' }).click()
    await Promise.all([page.waitForURL(`${server.url}/`), panel().getByRole('button', { name: 'Sign out' }).click()])
    await panel().waitFor()
  }
  const kept = async () => String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'))
  const titles = () => page.locator('.conversation .title').allTextContents()

  /** Ada asks, in a theme of her liking. */
  async function adaAsks() {
    page = await server.visit('/ask', { tolerate: /401/ })
    await signIn(ADA)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await ask(SECRET)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText('Advanced').click()
    await page.getByLabel('Filter').fill("title eq 'lantern'")
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await kept()).toContain('lantern')
    expect(await kept()).not.toContain(SECRET)
  }

  it('says of a wrong key what to do, on a phone whose bar has room for the way in', async () => {
    page = await server.visit('/ask', { tolerate: /401/, width: 390 })
    await signIn('a-key-that-nobody-was-given')
    await panel()
      .getByText(`${new URL(server.url).host} refused what was given: The subscription key is not valid.`)
      .waitFor()
    await panel().getByText('ask who runs it for another').waitFor()
    const box = await page.getByText('Key refused').boundingBox()
    expect(box?.height).toBeLessThanOrEqual(44)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })

  it('hears of a refusal on a page that asks nothing, on the next page too, and until a good key is given', async () => {
    page = await server.visit('/docs', { tolerate: /401/ })
    await signIn('a-key-that-nobody-was-given')
    await panel().getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/docs`)
    const refused = page.getByRole('button', { name: 'Key refused' })
    expect(await refused.getAttribute('title')).toContain('The subscription key is not valid.')
    await refused.click()
    await panel().getByLabel('Subscription key').fill(ADA)
    await panel().getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Signed in' }).waitFor()
  })

  it('keeps nothing of who signs out but how the console looks, in every tab', async () => {
    await adaAsks()
    const other = await page.context().newPage()
    await other.goto(`${server.url}/ask`)
    await other.evaluate(`sessionStorage.setItem('millrace.key', '${ADA}')`)
    await other.reload()
    await other.locator('.conversation').click()
    await other.locator('.answer').waitFor()
    await signOut()
    expect(JSON.parse(await kept())).toEqual([{ 'millrace.theme': 'dark', 'millrace.signed-out': expect.any(String) }, {}])
    expect(await page.textContent('body')).not.toContain('lantern')
    await other.waitForURL(`${server.url}/`)
    expect(await other.evaluate('Object.keys(sessionStorage)')).toEqual([])
    expect(await other.textContent('body')).not.toContain('lantern')
    await other.close()
    // neither the way back nor the address of a conversation shows it again
    await page.goBack().catch(() => null)
    await page.goto(`${server.url}/ask`)
    expect(await page.textContent('body')).not.toContain('lantern')
    expect(await page.inputValue('#question')).toBe('')
  })

  it('shows the next person nothing of one who only closed the tab; who comes back goes on, on any device', async () => {
    await adaAsks()
    const address = page.url()
    await page.evaluate('sessionStorage.clear()')
    await page.goto(address)
    await panel().waitFor()
    expect([await titles(), await page.locator('.answer').count()]).toEqual([[], 0])
    await signIn('key-that-was-mistyped')
    await panel().getByRole('alert').waitFor()
    expect(await titles()).toEqual([])
    await signIn(ADA)
    await expect.poll(titles).toEqual([SECRET])
    await expect.poll(() => page.locator('.answer h2').allTextContents()).toEqual([SECRET])
    await page.evaluate('sessionStorage.clear()')
    await page.goto(`${server.url}/ask`)
    await signIn(BEA)
    await ask('Is it open today?')
    expect(await titles()).toEqual(['Is it open today?'])
    expect(await kept()).not.toContain('lantern')
    const device = await page.context().browser()!.newPage()
    await device.addInitScript(`sessionStorage.setItem('millrace.key', '${ADA}')`)
    await device.goto(address)
    await expect.poll(() => device.locator('.answer h2').allTextContents()).toEqual([SECRET])
    await device.close()
  })

  it('a page that shows one person is left when another signs in there', async () => {
    await adaAsks()
    await page.getByRole('button', { name: 'Signed in' }).click()
    await panel().getByLabel('Subscription key').fill(BEA)
    await Promise.all([page.waitForURL(`${server.url}/`), panel().getByRole('button', { name: 'Sign in' }).click()])
    await page.getByText('Nothing has been uploaded yet.').waitFor()
    expect(await kept()).not.toContain('lantern')
    await page.goto(`${server.url}/ask`)
    await page.getByText('What you ask is kept here for you alone').waitFor()
    expect(await titles()).toEqual([])
    expect(await page.textContent('#settings-words')).toBe('')
  })

  it('a wrong key costs the right one nothing, and the page stays', async () => {
    await adaAsks()
    const address = page.url()
    await page.evaluate('sessionStorage.clear()')
    await page.goto(address)
    await panel().waitFor()
    await signIn('key-that-was-mistyped')
    await panel().getByRole('alert').waitFor()
    await signIn(ADA)
    await expect.poll(titles).toContain(SECRET)
    await ask('And the copper one?')
    expect((await titles())[0]).toBe(SECRET)
    await expect.poll(() => page.locator('.answer h2').allTextContents()).toEqual([SECRET, 'And the copper one?'])
  })
})
