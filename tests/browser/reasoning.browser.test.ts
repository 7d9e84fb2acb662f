import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const present = browserPresent('reasoning.browser.test.ts')
/** For who wants to look: a folder that pictures go into. */
const SHOTS = process.env.SHOTS

describe.skipIf(!present)('the page of the reasoning engine', () => {
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
  const findings = () => page.locator('#findings .summary').waitFor()

  it('an example is analysed step by step; its findings lead into the chart, and its run is found again', async () => {
    page = await visits.visit('/reasoning')
    await shot('empty')
    await page.getByRole('button', { name: 'A step in web traffic' }).click()
    await page.getByText('1 series in time: visitors, 150 values.').waitFor()
    await shot('data')
    await page.getByRole('button', { name: 'Find out' }).click()
    await findings()
    expect(await page.locator('#steps li').evaluateAll((all) => all.map((li) => li.getAttribute('data-status')))).toEqual(
      expect.arrayContaining(['completed', 'skipped']),
    )
    // the bar of what is a hint is shorter than that of what is sure
    const bars = await page
      .locator('.sure-track')
      .evaluateAll((all) => all.map((bar) => bar.firstElementChild!.clientWidth / bar.clientWidth))
    expect([Math.max(...bars), Math.min(...bars) < 0.6]).toEqual([1, true])
    const change = page.locator('.insights li', { hasText: '2026-04-02' }).first()
    await change.getByRole('button', { name: 'Show in the chart' }).click()
    expect(await page.locator('figure.series .mark').count()).toBe(1)
    expect(await page.locator('figure.series .change').count()).toBeGreaterThan(0)
    await shot('step')
    await expectAccessible(page, 'reasoning')
    const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()])
    expect(JSON.parse(readFileSync(await json.path(), 'utf8')).executedSteps).toHaveLength(7)
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(readFileSync(await csv.path(), 'utf8').split('\r\n')[0]).toBe('"finding","kind","about","time","direction","effect","certainty"')

    await page.goto(`${visits.url}/reasoning`)
    await page.locator('#history').getByRole('button', { name: 'Did the new start page' }).click()
    await findings()
    await page.locator('figure.series .values').waitFor()
  })

  it('two series with a lag: the pair says which follows, in the dark and on a phone', async () => {
    page = await visits.visit('/reasoning', { dark: true, width: 390 })
    await page.getByRole('button', { name: 'Two series with a lag' }).click()
    await page.getByRole('button', { name: 'Find out' }).click()
    await findings()
    await page.locator('.heat td button').first().click()
    await page.getByText('orders follows advertising by 5 days: r = 0.8').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await shot('lag-dark-phone')
    await expectAccessible(page, 'reasoning')
  })

  it('a weekly load shows its days that are unusual', async () => {
    page = await visits.visit('/reasoning')
    await page.getByRole('button', { name: 'A weekly load with outliers' }).click()
    await page.getByRole('button', { name: 'Find out' }).click()
    await findings()
    await page.getByText('repeats every 7 days').first().waitFor()
    await page.getByRole('img', { name: /^Over the week\. Monday .*, Sunday / }).waitFor()
    expect(await page.locator('figure.series .odd').count()).toBeGreaterThanOrEqual(3)
    await page.emulateMedia({ media: 'print' })
    await shot('week-print')
  })

  it('sets of numbers are called by their labels, drawn side by side, and their differences told', async () => {
    page = await visits.visit('/reasoning', { width: 390 })
    const set = (id: string, label: string, middle: number) => ({
      id,
      label,
      values: Array.from({ length: 40 }, (_, i) => middle + (i % 9)),
    })
    await page.fill('#data', JSON.stringify({ datasets: [set('n', 'North', 70), set('s', 'South', 80), set('w', 'West', 70)] }))
    await page.fill('#objective', 'Do they differ?')
    await page.getByRole('button', { name: 'Find out' }).click()
    await findings()
    expect(await page.locator('#findings .summary').textContent()).toMatch(/^"South" is higher than "(North|West)"/)
    await page
      .getByRole('row', { name: /^North less West/ })
      .getByText('may be chance')
      .waitFor()
    expect(await page.locator('.boxes .half').count()).toBe(3)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Show in the chart' }).first().press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('sets-title')
    await shot('sets')
    await expectAccessible(page, 'reasoning')
  })

  it('reads a workbook that is dropped, and says what is wrong with what is none', async () => {
    page = await visits.visit('/reasoning')
    const { utils, write } = await import('xlsx')
    const book = utils.book_new()
    const rows = Array.from({ length: 40 }, (_, i) => [new Date(Date.UTC(2026, 0, 1 + i)), 10 + (i % 7)])
    utils.book_append_sheet(book, utils.aoa_to_sheet([['day', 'tons "net"'], ...rows]), 'Sheet')
    const buffer = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
    await page.setInputFiles('#file', { name: 'mill.xlsx', mimeType: '', buffer })
    await page.getByText('1 series in time: tons "net", 40 values.').waitFor()
    await page.setInputFiles('#file', { name: 'torn.xlsx', mimeType: '', buffer: buffer.subarray(0, 200) })
    await page.getByText('torn.xlsx: This is no XLSX workbook').waitFor()
    await page.setInputFiles('#file', {
      name: 'flow.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('year,value\n1871,1120\n1872,1160\n1873,963'),
    })
    await page.getByText('1 series in time: flow, 3 values.').waitFor()
    await page.fill('#data', '{"a": 1')
    await page.getByText('This begins like JSON, but it is not').waitFor()
    await page.fill('#data', 'name\nAnna\nBert')
    await page.getByText('No column of numbers was recognised.').waitFor()
  })

  it('names that hold markup stay words', async () => {
    page = await visits.visit('/reasoning')
    await page.fill(
      '#data',
      'date,<img src=x onerror="window.hit=1">\n2026-01-01,1\n2026-01-02,2\n2026-01-03,4\n2026-01-04,3\n2026-01-05,6',
    )
    await page.fill('#objective', '<b>What</b> goes on?')
    await page.getByRole('button', { name: 'Find out' }).click()
    await findings()
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })
})
