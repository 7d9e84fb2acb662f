import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { QUESTION } from '../support/chat-model.ts'
import { type AnsweringConsole, answeringConsole, askOnPage, browserPresent, type VisitOptions } from '../support/console-visits.ts'

const present = browserPresent('conversations.browser.test.ts')

describe.skipIf(!present)('conversations in the console', () => {
  let server: AnsweringConsole
  let page: Page

  beforeAll(async () => {
    server = await answeringConsole()
  })
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  const visit = async (path?: string, options?: VisitOptions) => {
    page = await server.visit(path, options)
  }
  const ask = (question: string) => askOnPage(page, question)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const clipboard = () => page.evaluate('navigator.clipboard.readText()')
  const kept = async () => String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'))
  const lastAsked = () => JSON.stringify(server.model.asked.at(-1))

  it('keeps conversations over a reload, and renames, exports, and deletes them', async () => {
    await visit()
    await ask('First [short]')
    await ask('Second [short]')
    expect(lastAsked()).toMatch(/First \[short\].*Short\..*Second \[short\]/)
    await page.reload()
    await expect.poll(() => page.locator('.answer h2').allTextContents()).toEqual(['First [short]', 'Second [short]'])
    await button('Rename: First [short]').click()
    // what is typed takes the place of the name before
    await page.locator('#form-dialog-name').waitFor()
    await page.keyboard.type('Ropes & wheels')
    await page.keyboard.press('Enter')
    await button('Rename: Ropes & wheels').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export: Ropes & wheels').click()])
    expect(download.suggestedFilename()).toBe('Ropes-wheels.md')
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^# Ropes & wheels\n[\s\S]*## First \[short\]\n\nShort\.[\s\S]*## Second/)
    await button('New conversation').click()
    await ask('Third [short]')
    await expect.poll(() => page.locator('.conversation .title').allTextContents()).toEqual(['Third [short]', 'Ropes & wheels'])
    await button('Delete: Third [short]').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.locator('.conversation').count()).toBe(1)
    expect(await page.locator('.answer').count()).toBe(0)
    await page.locator('.conversation').click()
    await expect.poll(() => page.locator('.answer').count()).toBe(2)
    expect(await kept()).not.toContain('short')
  })

  it('two browsers of a server without credentials see each their own, and one that forgets leaves nothing behind', async () => {
    await visit()
    await ask('Mine [short]')
    const address = page.url()
    const secret = String(await page.evaluate(`localStorage.getItem('millrace.visitor')`))
    const browser = page.context().browser()!
    const other = await browser.newPage()
    await other.goto(address)
    await other.getByText('This conversation is not here').waitFor()
    expect([await other.locator('.conversation').count(), await other.locator('.answer').count()]).toEqual([0, 0])
    await other.close()
    const mine = async () => (await fetch(`${server.url}/api/v2/chat/conversations`, { headers: { 'x-browser-id': secret } })).json()
    expect(await mine()).toMatchObject({ items: [{ title: 'Mine [short]' }], kept_for: 'browser' })
    // nobody signs in here: what one takes away is what one deletes
    expect(await page.getByRole('button', { name: /^Sign(ed)? in$/ }).count()).toBe(0)
    await button('Delete all').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
    await expect.poll(mine).toMatchObject({ items: [] })
    expect(await kept()).not.toContain('Mine')
  })

  it('is read by a link until that is taken back, and cannot be written to by it', async () => {
    await visit('/ask', { tolerate: /404/ })
    await ask(QUESTION)
    await page.getByRole('button', { name: /^Copy link/ }).click()
    await page.getByText('The link was copied.').waitFor()
    const link = String(await clipboard())
    const browser = page.context().browser()!
    const other = await browser.newPage()
    await other.goto(link)
    await other.getByText('Somebody shared this conversation').waitFor()
    expect(await other.locator('.answer h2').allTextContents()).toEqual([QUESTION])
    expect(await other.locator('.marker').count()).toBe(await page.locator('.marker').count())
    expect([await other.locator('.thumb').count(), await other.getByText('Retry').count()]).toEqual([0, 0])
    await other.fill('#question', 'My own [short]')
    await other.press('#question', 'Enter')
    await expect.poll(() => other.locator('.conversation .title').allTextContents()).toEqual(['My own [short]'])
    expect(await other.locator('.answer h2').allTextContents()).toEqual(['My own [short]'])
    await page.getByRole('button', { name: /^End link/ }).click()
    await page.getByText('The link opens nothing any more.').waitFor()
    await other.goto('about:blank')
    await other.goto(link)
    await other.getByText('This link opens no conversation').waitFor()
    await other.close()
  })

  it('sums up what is older where a conversation is long, and shows it page by page', async () => {
    await visit()
    const secret = String(await page.evaluate(`localStorage.getItem('millrace.visitor')`))
    const headers = { 'x-browser-id': secret, 'content-type': 'application/json' }
    for (let i = 1; i <= 60; i++) {
      const body = JSON.stringify({ question: `Old ${i}?`, replies: [{ reply: { answer: `Reply ${i}.` } }] })
      await fetch(`${server.url}/api/v2/chat/conversations/long/turns/q${i}`, { method: 'PUT', headers, body })
    }
    await page.goto(`${server.url}/ask?c=long`)
    await expect.poll(() => page.locator('.answer').count()).toBe(50)
    await button('Show what was asked before').click()
    await expect.poll(() => page.locator('.answer').count()).toBe(60)
    expect(await page.locator('.answer h2').first().textContent()).toBe('Old 1?')
    await ask('And now? [short]')
    const { messages } = server.model.asked.findLast(({ stream }) => stream) as { messages: { content: string }[] }
    expect(messages.length).toBeLessThan(45)
    expect(JSON.stringify(messages)).toMatch(/Earlier in this conversation, summed up[\s\S]*Reply 60\./)
  })

  it('says that a conversation which was deleted elsewhere is not kept any more', async () => {
    await visit('/ask', { tolerate: /404/ })
    await ask('Here [short]')
    const secret = String(await page.evaluate(`localStorage.getItem('millrace.visitor')`))
    await fetch(`${server.url}/api/v2/chat/conversations`, { method: 'DELETE', headers: { 'x-browser-id': secret } })
    await page.fill('#question', 'Late [short]')
    await page.press('#question', 'Enter')
    await page.getByText('what you ask here is not kept any more').waitFor()
    await page.reload()
    await page.getByText('What you ask is kept here, for this browser alone.').waitFor()
  })
})
