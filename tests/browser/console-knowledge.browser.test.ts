import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'
import { sendText, settled } from '../support/http-client.ts'
import { tabTo } from '../support/tab-to.ts'

const present = browserPresent('console-knowledge.browser.test.ts')
const FILES = 23
const nameOf = (i: number) => `ledger-${String(i).padStart(2, '0')}.txt`
const spec = (name: string) => `name: ${name}
fields:
  - { name: id, type: Edm.String, key: true }
  - { name: text, type: Edm.String, searchable: true }
`

const soon = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000 })

describe.skipIf(!present)('the knowledge base and the indexes in the console', { timeout: 60_000 }, () => {
  let server: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    server = await openConsole()
    const ids = await Promise.all(
      Array.from(
        { length: FILES },
        async (_, i) => (await sendText(server.url, nameOf(i), `Entry ${i}. ${'Grain came in. '.repeat(i * 20 + 1)}`)).id,
      ),
    )
    ids.push((await sendText(server.url, 'prices.csv', 'item,price\nhoist,48\n')).id)
    await Promise.all(ids.map((id) => settled(server.url, id)))
  }, 120_000)
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  async function visit(path: string, options?: VisitOptions) {
    page = await server.visit(path, options)
  }
  const rows = () => page.locator('#files tbody tr:not(.below)')
  const names = () => page.locator('#files td.file').allTextContents()
  const newIndex = () => page.getByRole('button', { name: 'New index' }).click()
  const say = () => page.textContent('#announcer')

  it('counts what it holds, and says the numbers of its charts as tables', async () => {
    await visit('/api/v2/knowledge')
    await page.locator('#tiles dd').first().waitFor()
    const tiles = await page.locator('#tiles > div').allTextContents()
    expect(tiles[0]).toBe(`Files${FILES + 1}`)
    const byType = page.getByRole('table', { name: 'Files by type' })
    expect(await byType.locator('tbody tr').allTextContents()).toEqual([`txt${FILES}`, 'csv1'])
    const overTime = page.getByRole('table', { name: 'Files ingested over time' }).locator('tbody td')
    const counts = await overTime.allTextContents()
    expect(counts.reduce((sum, n) => sum + Number(n), 0)).toBe(FILES + 1)
  })

  it('sorts, pages, narrows and gives the list as CSV', async () => {
    await visit('/knowledge')
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await soon(names).toEqual(Array.from({ length: 20 }, (_, i) => nameOf(i)))
    expect(await page.evaluate('document.activeElement.textContent')).toBe('File')
    await page.getByRole('button', { name: 'Next page' }).click()
    await soon(names).toEqual([nameOf(20), nameOf(21), nameOf(22), 'prices.csv'])
    expect(await say()).toBe('24 files, page 2 of 2')
    await page.getByRole('button', { name: 'Tokens' }).click()
    await soon(async () => (await names())[0]).toBe(nameOf(22))
    expect(await page.getByRole('columnheader', { name: 'Tokens' }).getAttribute('aria-sort')).toBe('descending')
    await page.selectOption('#file-type', 'csv')
    await soon(names).toEqual(['prices.csv'])
    await page.selectOption('#file-type', '')
    await page.fill('#file-query', 'LEDGER-1')
    await soon(async () => (await names()).length).toBe(10)
    await page.fill('#file-query', 'nothing like it')
    await page.getByText('No file fits this search.').waitFor()
    const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(csv.suggestedFilename()).toBe('knowledge.csv')
    expect(
      readFileSync(await csv.path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(FILES + 2)
  })

  it('opens the passages of a file in place, and leads to each in its document', async () => {
    await visit('/knowledge')
    await page.fill('#file-query', nameOf(22))
    await soon(names).toEqual([nameOf(22)])
    await page.getByRole('button', { name: `Passages of ${nameOf(22)}` }).click()
    await page.locator('.passages li').getByText('Entry 22.').waitFor()
    await page.getByRole('link', { name: 'Passage 2', exact: true }).click()
    await soon(() => page.evaluate('document.activeElement.id')).toBe('chunk-2')
  })

  it('deletes a file by keyboard, after a question that Escape says no to', async () => {
    await visit('/knowledge')
    await page.fill('#file-query', nameOf(0))
    await soon(names).toEqual([nameOf(0)])
    await tabTo(page, `Delete ${nameOf(0)}`)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await rows().count()).toBe(1)
    await page.keyboard.press('Enter')
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByText(`${nameOf(0)} was deleted.`).waitFor()
    await soon(() => rows().count()).toBe(0)
  })

  it('shows an index with its fields, makes one, names the place of a mistake, and clears after its name was typed', async () => {
    await visit('/search-admin', { tolerate: /400|409/ })
    await page.getByRole('button', { name: 'Fields of documents' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'embedding' }) })
    expect(await row.textContent()).toContain('vector of 512')
    expect(await page.locator('#create').isVisible()).toBe(false)
    await newIndex()
    await page.getByText('YAML or JSON', { exact: true }).click()
    await page.fill('#spec', spec('own').replace('searchable:', 'serchable:'))
    await page.click('#apply')
    await page.locator('#spec-problem').getByText('fields.1.serchable').waitFor()
    await page.fill('#spec', 'name: own\nfields: [')
    await page.click('#apply')
    await page
      .locator('#spec-problem')
      .getByText(/line \d+, column \d+/)
      .waitFor()
    await page.fill('#spec', '{"name": "own",}')
    await page.click('#apply')
    await page.locator('#spec-problem').getByText('Not valid JSON').waitFor()
    await page.fill('#spec', spec('own'))
    await page.click('#apply')
    await page.getByText('own was created.').waitFor()
    expect(await page.locator('#spec-problem').textContent()).toBe('')
    await page.getByRole('heading', { name: 'own', exact: true }).waitFor()
    await page.click('#apply')
    await page.locator('#spec-problem .notice').waitFor()
    await page.getByRole('button', { name: 'Clear documents' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Clear' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('document')
    expect(await dialog.getByRole('button', { name: 'Clear' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear own' }).click()
    await dialog.getByText('0 documents with 0 passages of own go').waitFor()
    await dialog.getByRole('textbox').fill('own')
    await page.keyboard.press('Enter')
    await page.getByText('0 passages of own deleted.').waitFor()
  })

  it('tells what each index holds, leads to its documents, and explains the form', async () => {
    await visit('/search-admin')
    const card = page.locator('[data-index="documents"]')
    await expect.poll(() => card.locator('dt').allTextContents()).toEqual(['Documents', 'Passages', 'Tokens', 'Size', 'Last document'])
    await card.getByText('Uploads and questions that name no index use this one.').waitFor()
    await newIndex()
    await page.getByText('What the columns mean').click()
    await page.getByText('Its words are found by questions').waitFor()
    await expectAccessible(page, 'an index with its numbers')
    await card.locator('dd a').click()
    await page.waitForURL(/\/knowledge\?index=documents$/)
    await page.locator('#files tbody tr').first().waitFor()
    expect(await page.inputValue('#file-index')).toBe('documents')
  })

  it('makes an index from rows, with the keyboard alone, and marks the row of a mistake', async () => {
    await visit('/search-admin', { tolerate: /400/ })
    await page.getByRole('button', { name: 'New index' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('index-name')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('by-rows')
    await tabTo(page, 'Add a field')
    await page.keyboard.press('Enter')
    await page.keyboard.type('9lives')
    await page.keyboard.press('Enter')
    const name = page.getByLabel('Name of field 5')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('vector')
    await page.keyboard.press('Tab')
    await page.keyboard.type('vector')
    await page.getByLabel('Dimensions of vector').fill('8')
    await page.keyboard.press('Enter')
    await page.getByText('by-rows was created.').waitFor()
    await page.getByRole('button', { name: 'Fields of by-rows' }).click()
    await page.getByText('vector of 8').waitFor()
    await page.getByText('YAML or JSON', { exact: true }).click()
    expect(JSON.parse(await page.inputValue('#spec')).fields.at(-1)).toMatchObject({ name: 'vector', dimensions: 8 })
    await page.fill('#spec', '{"name": "x", "fields": []}')
    await page.locator('.views').getByText('Fields').click()
    expect(await page.getByLabel('Name of the index').inputValue()).toBe('x')
  })

  for (const dark of [false, true])
    for (const width of [1280, 390])
      it(`has no accessibility violation and no sideways scrolling, ${dark ? 'dark' : 'light'}, ${width} px`, async () => {
        await visit('/knowledge', { dark, width, tolerate: /400/ })
        await page.fill('#file-query', 'prices')
        await soon(names).toEqual(['prices.csv'])
        await page.getByRole('button', { name: 'Passages of prices.csv' }).click()
        await page.locator('.passages li').first().waitFor()
        await expectAccessible(page, 'knowledge')
        await page.goto(`${server.url}/search-admin`)
        await page.getByRole('button', { name: 'Fields of documents' }).click()
        await page.getByRole('table', { name: 'Fields of documents' }).waitFor()
        await expectAccessible(page, 'field editor')
        await newIndex()
        const inSight = `((button) => button.getBoundingClientRect().right <= button.closest('.scroll').getBoundingClientRect().right)(document.querySelector('#create [title="Remove"]'))`
        expect(await page.evaluate(inSight)).toBe(true)
        await page.getByText('YAML or JSON', { exact: true }).click()
        await page.fill('#spec', 'name: x')
        await page.click('#apply')
        await page.locator('#spec-problem .notice').waitFor()
        await expectAccessible(page, 'indexes')
        await page.getByRole('button', { name: 'Clear documents' }).click()
        await expectAccessible(page, 'typed confirmation')
      })
})
