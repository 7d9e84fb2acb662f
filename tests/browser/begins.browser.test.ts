import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, openConsole } from '../support/console-visits.ts'
import { sendText, settled } from '../support/http-client.ts'

describe.skipIf(!browserPresent('where texts and dialogs begin'))('where texts and dialogs begin', () => {
  let visits: ConsoleVisits
  beforeAll(async () => {
    visits = await openConsole()
  })
  afterAll(() => visits?.close())
  afterEach(() => visits.leave())

  it('a text that is written from the right begins there', async () => {
    const { id } = await sendText(visits.url, 'arabic.txt', 'العجلة تدور الآن.')
    await settled(visits.url, id)
    const page = await visits.visit(`/document?id=${id}`)
    await page.locator('.document-text .block').first().waitFor()
    const gap = await page.evaluate(`(() => {
      const block = document.querySelector('.document-text .block')
      const words = document.createRange()
      words.selectNodeContents(block)
      return block.getBoundingClientRect().right - words.getBoundingClientRect().right
    })()`)
    expect(gap).toBeLessThan(12)
  })

  it('a page whose asking failed says so, and nowhere that it is still loading', async () => {
    const page = await visits.visit('/', { tolerate: /500/ })
    await page.route(/\/admin\/dlq/, (route) => route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'no' } } }))
    await page.goto(new URL('/dead-letters', page.url()).href)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.evaluate("getComputedStyle(document.getElementById('letters'), '::before').content")).toBe('none')
  })

  it('a dialog that is longer than the window begins at its top', async () => {
    const page = await visits.visit('/knowledge', { width: 390 })
    await page.setViewportSize({ width: 390, height: 480 })
    await page.keyboard.press('?')
    const heading = page.getByRole('dialog').getByRole('heading', { name: 'Keyboard' })
    await heading.waitFor()
    expect((await heading.boundingBox())!.y).toBeGreaterThan(0)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keyboard')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
