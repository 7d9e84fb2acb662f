import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const present = browserPresent('guides.browser.test.ts')
/** For who wants to look: a folder that pictures and pages go into. */
const SHOTS = process.env.SHOTS

describe.skipIf(!present)('the page of quick reference guides', () => {
  let visits: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    visits = await openConsole()
  })
  afterEach(() => visits.leave())
  afterAll(() => visits?.close())

  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
  }
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

  it('makes a guide of each annex of the sample plan, shows where a sentence stands, and prints one page each', async () => {
    page = await visits.visit('/guides')
    await page.getByText('There is no plan yet.').waitFor()
    await shot('guides-empty')
    await page.getByRole('button', { name: 'Put in a sample plan' }).click()
    await page.getByText('16 annexes, 12 roles.').waitFor()
    await page.getByRole('button', { name: 'Make guides' }).click()
    await page.getByRole('heading', { name: '16 guides' }).waitFor()
    await page.getByText('No language model is connected').waitFor()
    expect(await page.locator('.guide').count()).toBe(16)
    const sentence = page.locator('.guide summary', { hasText: 'Stay low where there is smoke.' })
    await sentence.focus()
    await page.keyboard.press('Enter')
    await page.getByText('The annex: “Stay low where there is smoke.”').waitFor()
    await expectAccessible(page, 'guides')
    await shot('guides')
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await page.pdf({ format, preferCSSPageSize: false })
      if (SHOTS) writeFileSync(`${SHOTS}/guides-${format}.pdf`, pdf)
      expect(pagesOf(pdf)).toBe(16)
    }
  })

  it('makes them for some roles, and finds them again by their address, in the dark and on a phone', async () => {
    page = await visits.visit('/guides', { dark: true, width: 390 })
    const sample = page.getByRole('button', { name: 'Put in a sample plan' })
    const listed = page.getByText('16 annexes, 12 roles.')
    await sample.or(listed).first().waitFor()
    if (await sample.isVisible()) await sample.click()
    await page.getByLabel('School Nurse').check()
    await page.getByRole('button', { name: 'Make guides' }).click()
    await page.getByRole('heading', { name: '16 guides' }).waitFor()
    expect(await page.locator('.guide .for').first().textContent()).toBe('For: School Nurse')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await shot('guides-phone')
    await page.goto(page.url())
    await page.getByRole('heading', { name: '16 guides' }).waitFor()
    await expectAccessible(page, 'guides, dark')
  })
})
