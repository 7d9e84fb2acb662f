import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPdfium } from '../../services/documents/parse/readers/pdf/pdfium/pdfium.ts'
import { tiffOf } from '../../services/documents/parse/testing/make-tiff.ts'
import { browserPresent, type ConsoleVisits, openConsole } from '../support/console-visits.ts'
import { sendDemo, sendText, settled } from '../support/http-client.ts'

const present = browserPresent('page-pictures.browser.test.ts')
const pdf = 'evacuation-procedure.pdf'

describe.skipIf(!present)('pages as they look, beside their text', () => {
  let server: ConsoleVisits
  beforeAll(async () => {
    server = await openConsole()
  })
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  it('shows the page of a PDF as it looks, with the passage or the quote marked in it', async () => {
    const id = await sendDemo(server.url, pdf)
    await settled(server.url, id)
    const page = await server.visit(`/document?id=${id}`)
    const status = page.locator('.page-bar [role=status]')
    await status.filter({ hasText: 'Page 1 of 3' }).waitFor()
    await page.fill('#jump', '8')
    await page.press('#jump', 'Enter')
    await status.filter({ hasText: 'Page 3 of 3' }).waitFor()
    await page.getByAltText('Page 3 as it looks').waitFor()
    await page.locator('.page-marks span').first().waitFor({ state: 'attached' })
    const marked = await page.locator('.page-marks span').count()
    expect(marked).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await page.getByAltText('Page 2 as it looks').waitFor()
    expect(await status.textContent()).toBe('Page 2 of 3')
    expect(await page.locator('.page-marks span').count()).toBe(0)
  })

  it('shows each page of a TIFF as it looks, beside what was recognised on it', { timeout: 180_000 }, async () => {
    const document = await openPdfium(readFileSync(new URL(`../../demo/documents/${pdf}`, import.meta.url)))
    const fax = tiffOf([0, 1].map((n) => document.render(n, { dots: 150, longestSide: 1600, inColour: false })))
    document.close()
    const { id } = await sendText(server.url, 'fax.tiff', new Uint8Array(fax))
    await settled(server.url, id)
    const page = await server.visit(`/document?id=${id}`)
    await page.locator('.page-bar [role=status]').filter({ hasText: 'Page 1 of 2' }).waitFor()
    await page.getByAltText('Page 1 as it looks').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    const image = page.getByAltText('Page 2 as it looks')
    await image.waitFor()
    const { width = 0, height = 0 } = (await image.boundingBox()) ?? {}
    expect([width > 100, height > width]).toEqual([true, true])
    expect(await page.textContent('#text-body')).toContain('mill')
  })
})
