import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { read } from 'xlsx'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'
import { tabTo } from '../support/tab-to.ts'
import { WORKBOOK } from '../support/widget-visits.ts'

const present = browserPresent('cost-reports.browser.test.ts')
const SHOTS = process.env.SHOTS
const NEXT = WORKBOOK.replaceAll('2026-Q1', '2026-Q2').replace('50001', '80001')

describe.skipIf(!present)('the pages of cost reports', () => {
  let server: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    server = await openConsole()
  })
  afterEach(() => server.leave())
  afterAll(() => server?.close())

  const visit = async (path: string, options?: VisitOptions) => {
    page = await server.visit(path, options)
  }
  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/costs-${name}.png`, fullPage: true })
  }
  async function upload(text: string, quarter: string) {
    await page.fill('#district-id', 'd-100')
    await page.fill('#district-name', 'North District')
    await page.fill('#year', '2026')
    await page.selectOption('#quarter', quarter)
    await page.setInputFiles('#file', { name: `${quarter}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByRole('link', { name: 'See the findings' }).waitFor()
  }

  it('says where the quarter comes from that stands there', async () => {
    await visit('/cost-reports')
    expect(await page.textContent('#period-hint')).toMatch(/^Q[1-4] 20\d\d is the quarter that ended last\./)
    await page.setInputFiles('#file', { name: 'costs-2025-q2.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    expect([await page.inputValue('#quarter'), await page.textContent('#period-hint')]).toEqual([
      'Q2',
      'Q2 2025 was taken from the file’s name.',
    ])
  })

  it('begins with what it needs, and shows a district in numbers once its quarters are there', async () => {
    await visit('/cost-reports')
    await page.getByText('No workbook was uploaded yet.').waitFor()
    await shot('empty')
    await expectAccessible(page, 'empty')
    await upload(WORKBOOK, 'Q1')
    await upload(NEXT, 'Q2')
    await page.locator('.cost-charts').getByText('2026-Q2').first().waitFor()
    await page.locator('#tiles').getByText('errors found').waitFor()
    // who chooses a district that is known need not know its id
    await page.fill('#district-id', '')
    await page.fill('#district-name', '')
    await page.fill('#district-name', 'North District')
    expect(await page.inputValue('#district-id')).toBe('d-100')
    expect(await page.locator('.cost-charts h3').allTextContents()).toEqual([
      'Costs by pool, 2026-Q2',
      'Costs by quarter',
      'Findings by rule, 2026-Q2',
    ])
    expect(await page.locator('.cost-bars dt').allTextContents()).toEqual(expect.arrayContaining(['Direct Services', '2026-Q1', '2026-Q2']))
    await shot('full')
    await expectAccessible(page, 'full')
  })

  it('fits a phone in the dark', async () => {
    await visit('/cost-reports', { width: 390, dark: true })
    await page.locator('.cost-bars').first().waitFor()
    await shot('full-phone')
    await expectAccessible(page, 'phone')
    await page.getByRole('link', { name: 'Q1.csv' }).click()
    await page.locator('#findings tbody tr').first().waitFor()
    await page.locator('.sheet-beginning').scrollIntoViewIfNeeded()
    await page.locator('.is-head').first().waitFor()
    await shot('report-phone')
    await expectAccessible(page, 'report on a phone')
  })

  it('a finding leads to its row, by keyboard alone', async () => {
    await visit('/cost-reports')
    await page.getByRole('link', { name: 'Q1.csv' }).waitFor()
    await tabTo(page, 'Q1.csv')
    await page.keyboard.press('Enter')
    await page.locator('#findings tbody tr').first().waitFor()
    await shot('report')
    await expectAccessible(page, 'report')
    await tabTo(page, 'CSV E8')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('mark', { hasText: '-5' }).waitFor()
    expect(await page.getByRole('dialog').locator('.is-head').textContent()).toContain('Employee ID')
    expect(await page.getByRole('dialog').locator('tbody tr').count()).toBe(8)
    await shot('row')
    await expectAccessible(page, 'row')
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('CSV E8')
    expect([await page.title(), await page.locator('main img').count()]).toEqual(['Cost report · Millrace', 0])
  })

  it('which column is what is corrected; the workbook comes back; a report is deleted once that is confirmed', async () => {
    await visit('/cost-reports')
    await page.getByRole('link', { name: 'Q1.csv' }).click()
    await page.selectOption('#sheet-0-share', '')
    await page.getByRole('button', { name: 'Read it this way, and remember it' }).click()
    await page.getByText('Federal share (by hand)').or(page.getByText('10 rows of employees, 7 of 8 columns')).first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the workbook with its findings' }).click(),
    ])
    const sheet = Object.values(read(readFileSync(await download.path()), { type: 'buffer' }).Sheets)[0]!
    expect(sheet.E8.c[0].t).toContain('The salary is negative')
    await page.getByRole('button', { name: 'Delete the report' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`${server.url}/cost-reports`)
    await page.getByRole('link', { name: 'Q2.csv' }).waitFor()
    expect(await page.getByRole('link', { name: 'Q1.csv' }).count()).toBe(0)
  })

  it('the widget is tried with any metadata, where nothing is missing, on a phone too', async () => {
    await visit('/widget-testing', { width: 390, dark: true })
    await page.getByText('This server asks for no token').waitFor()
    expect(await page.getByText('WIDGET_TOKEN_URL').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Get a testing token' }).isVisible()).toBe(false)
    await page.getByText('How the server comes to get tokens').click()
    await page.getByText('WIDGET_TOKEN_URL').waitFor()
    await shot('testing-phone')
    await expectAccessible(page, 'testing on a phone')
    await page.selectOption('#lang', 'de')
    await tabTo(page, 'Load the widget')
    await page.keyboard.press('Enter')
    await page.getByText('The widget is here').waitFor()
    await page.getByRole('button', { name: 'Kostenbericht prüfen' }).click()
    await page.frameLocator('sdac-review iframe').locator('.findings li, #drop-words').first().waitFor()
    await shot('testing-open-phone')
    await page.frameLocator('sdac-review iframe').locator('#close').click()
    await page.fill('#districtId', '')
    await page.getByRole('button', { name: 'Give it these values' }).click()
    await page.getByRole('button', { name: 'Kostenbericht prüfen' }).click()
    await page.frameLocator('sdac-review iframe').getByText('(districtId)').waitFor()
  })

  it('a report that is still on its way when the page says something else changes nothing any more', async () => {
    await visit('/widget-testing')
    await page.fill('#quarter', 'Q2')
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/runtime/sdac/reports/**', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Load the widget' }).click()
    await page.getByRole('button', { name: 'Review cost report' }).click()
    await asked.promise
    const frame = page.frameLocator('sdac-review iframe')
    await frame.locator('#close').click()
    await page.fill('#districtId', '')
    await page.getByRole('button', { name: 'Give it these values' }).click()
    await page.getByRole('button', { name: 'Review cost report' }).click()
    await frame.getByText('(districtId)').waitFor()
    const arrived = page.waitForResponse('**/runtime/sdac/reports/**')
    held.resolve()
    await (await arrived).finished()
    await expect.poll(() => frame.locator('#notice').textContent()).toContain('(districtId)')
    // two frames later, whatever the late reply would have drawn stands there
    await frame.locator('#notice').evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    expect(await frame.locator('#notice').textContent()).toContain('(districtId)')
  })
})
