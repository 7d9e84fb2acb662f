import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { read } from 'xlsx'
import { browserPresent } from '../support/console-visits.ts'
import { type WidgetVisits, WORKBOOK, widgetVisits } from '../support/widget-visits.ts'

const present = browserPresent('widget-report.browser.test.ts')
/** The same costs below headers that say nothing, and a title above them. */
const [, ...ROWS] = WORKBOOK.split('\n')
const STRANGE = ['Bericht', 'Alpha,Beta,Gamma,Delta,Epsilon,Zeta,Eta,Theta', ...ROWS, 'Total,,,,450034,150000,,'].join('\n')

describe.skipIf(!present)('a report in the widget', () => {
  let widget: WidgetVisits
  let page: Page

  beforeAll(async () => {
    widget = await widgetVisits()
  })
  afterEach(() => widget.leave())
  afterAll(() => widget?.close())

  const frame = () => widget.frame()
  const inside = () => widget.inside()
  const focused = () => inside().evaluate('document.activeElement.id || document.activeElement.textContent.trim()')
  /** Presses Tab inside the frame until this has the focus. */
  async function tabTo(name: string) {
    const passed: unknown[] = []
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      passed.push(await focused())
      if (passed.at(-1) === name) return
    }
    throw new Error(`${name} is not reached by Tab; passed were ${passed.join(', ')}`)
  }
  async function open(...how: Parameters<WidgetVisits['open']>) {
    page = await widget.open(...how)
    await widget.launcher().click()
    await frame().locator('#file:enabled').waitFor()
  }

  it('a sheet that is no cost report says which headers it has and lacks; which column is what is told by keyboard, and remembered', async () => {
    await open()
    await widget.give(STRANGE)
    const trouble = frame().locator('#trouble')
    await trouble.getByText('“Alpha”, “Beta”').waitFor()
    expect(await trouble.textContent()).toContain(
      'Missing: Employee ID, Name, Position, Cost pool, Salary, Benefits, Federal share, Period.',
    )
    await widget.shot('no-costs')
    await frame().locator('.sheet-beginning').scrollIntoViewIfNeeded()
    await frame().locator('.is-head').first().waitFor()
    await widget.shot('no-costs-sheet')
    await widget.expectBothAccessible('no cost report')
    // what ended badly is no clean report on the next visit either
    await page.reload()
    await widget.launcher().click()
    await trouble.getByText('“Alpha”, “Beta”').waitFor()
    expect(await frame().locator('.clean').count()).toBe(0)

    await frame().locator('#sheet-0-id').waitFor()
    await frame().locator('#file').focus()
    await widget.keysReachFrame()
    for (const [at, field] of ['id', 'name', 'position', 'pool', 'salary', 'benefits', 'share', 'period'].entries()) {
      await tabTo(`sheet-0-${field}`)
      await page.keyboard.press('ABCDEFGH'[at]!)
    }
    await tabTo('Read it this way, and remember it')
    await page.keyboard.press('Enter')
    await frame().locator('.findings li').first().waitFor()
    expect(await focused()).toBe('report')
    await expect
      .poll(() => inside().evaluate('document.getElementById("status").textContent'), { timeout: 30_000 })
      .toContain('is read the same way')
    await frame().locator('#layout > summary').click()
    await frame().getByText('10 rows of employees, 8 of 8 columns; headers in row 2; totals in row 13.').waitFor()
    await frame().getByText('(by hand)').first().waitFor()
    await widget.shot('layout')
    await widget.expectBothAccessible('layout')

    await widget.give(STRANGE, 'costs-2.csv')
    await frame().getByText('Findings in costs-2.csv').waitFor()
    await frame().locator('#layout > summary').click()
    await frame().getByText('(remembered)').first().waitFor()
  })

  it('a column that is chosen for a second field leaves the first', async () => {
    await open('/?lang=de', { width: 390, dark: true })
    await widget.upload()
    await frame().locator('#layout > summary').click()
    await frame().locator('#sheet-0-benefits').selectOption('E')
    expect(await frame().locator('#sheet-0-salary').inputValue()).toBe('')
    expect(await inside().evaluate('document.getElementById("status").textContent')).toBe('Gehalt hat jetzt keine Spalte.')
    await frame().locator('.is-head').first().waitFor()
    await widget.shot('layout-de-phone')
    await widget.expectBothAccessible('layout de')
    await frame().getByRole('button', { name: 'So lesen und merken' }).click()
    await frame().locator('.findings li', { hasText: 'Fehlender Wert' }).first().waitFor()
  })

  it('a finding shows its row as it stands in the sheet, with its cell marked', async () => {
    await open()
    await widget.upload()
    const negative = frame().locator('.findings li', { hasText: 'Negative amount' }).first()
    await negative.click()
    await negative.getByRole('button', { name: 'Show row 8' }).click()
    await negative.locator('mark', { hasText: '-5' }).waitFor()
    expect(await negative.locator('.sheet-row').textContent()).toContain('<img src=x onerror="document.title=1">')
    expect([await page.title(), await inside().locator('main img').count()]).toEqual(['District portal', 0])
    await widget.shot('row')
    await widget.expectBothAccessible('row')
    await negative.getByRole('button', { name: 'Hide row 8' }).click()
    await negative.locator('.sheet-row').waitFor({ state: 'hidden' })
  })

  it('the workbook comes back with its findings as comments, and a report is deleted once that is confirmed', async () => {
    await open()
    await widget.upload()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      frame().getByRole('button', { name: 'Download the workbook' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('costs with findings.xlsx')
    const sheet = Object.values(read(readFileSync(await download.path()), { type: 'buffer' }).Sheets)[0]!
    expect(sheet.E8.c[0].t).toContain('The salary is negative')

    const remove = frame().getByRole('button', { name: 'Delete the report' })
    await remove.click()
    await frame().getByRole('dialog').getByText('costs.csv, its findings').waitFor()
    await widget.shot('delete')
    await widget.keysReachFrame()
    await page.keyboard.press('Escape')
    await frame().getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused, { timeout: 30_000 }).toBe('remove')
    expect(await page.locator('sdac-review section').isVisible()).toBe(true)
    await remove.click()
    await frame().getByRole('dialog').getByRole('button', { name: 'Delete the report' }).click()
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    await frame().locator('#status', { hasText: 'The report was deleted.' }).waitFor({ state: 'attached' })
    expect([await frame().locator('.findings').count(), await focused()]).toEqual([0, 'file'])
  })
})
