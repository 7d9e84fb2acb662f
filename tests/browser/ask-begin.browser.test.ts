import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const ASKED = 'Where is the assembly point when the river gauge at the weir reads 1.80 metres or more?'
const present = browserPresent('ask-begin.browser.test.ts')

describe.skipIf(!present)('the first questions', () => {
  let server: ConsoleVisits
  let page: Page
  beforeAll(async () => {
    server = await openConsole()
  })
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

  it('an empty Ask says so, brings the example documents, and then questions that they answer', async () => {
    page = await server.visit('/ask')
    await page.getByText('There are no documents to ask yet.').waitFor()
    expect(await page.getByRole('link', { name: 'Upload your own' }).getAttribute('href')).toBe('/')
    await expectAccessible(page, 'empty')
    await button('Use the example documents').click()
    await page.getByRole('heading', { name: 'For example' }).waitFor()
    const examples = page.locator('.examples button')
    expect(await examples.count()).toBe(4)
    // the last heading alone, as a person would say it
    expect((await examples.allTextContents()).join()).not.toMatch(/ > |“\d/)
    await expectAccessible(page, 'examples')
    const question = String(await examples.first().textContent())
    await examples.first().click()
    await page.locator('.how').waitFor()
    expect(await page.locator('.answer h2').textContent()).toBe(question)
    expect(await page.locator('.place').count()).toBeGreaterThan(0)
    expect([await page.locator('.facts').isVisible(), await page.locator('#welcome').isVisible()]).toEqual([false, false])
    await button('New conversation').click()
    await page.locator('#welcome .examples button').first().waitFor()
  })

  it('offers what could be asked next, and takes a question from a link without asking it', async () => {
    page = await server.visit(`/ask?q=${encodeURIComponent(ASKED)}`)
    await page.locator('#welcome .examples button').first().waitFor()
    expect([await page.inputValue('#question'), await page.locator('.answer').count()]).toEqual([ASKED, 0])
    await page.press('#question', 'Enter')
    const next = page.locator('#follow-ups button')
    await next.first().waitFor()
    await expectAccessible(page, 'an answer with what could be asked next')
    const question = String(await next.first().textContent())
    await next.first().click()
    await expect.poll(() => page.locator('.answer h2').last().textContent()).toBe(question)
    await page.locator('.how').nth(1).waitFor()
    // what was asked is not offered again
    expect(await page.locator('#follow-ups button').allTextContents()).not.toContain(question)
  })

  it('asks the documents that were chosen by their title, and says which', async () => {
    page = await server.visit('/ask')
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/flexible_chat') && asked.push(request.postData() ?? ''))
    await button('Documents').click()
    const dialog = page.getByRole('dialog', { name: 'Which documents?' })
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(7)
    await dialog.getByLabel('Find by title or file name').fill('equipment PRI')
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1)
    await dialog.getByLabel(/^Equipment prices/).check()
    await dialog.getByLabel('Find by title or file name').fill('no such words')
    await dialog.getByText('No document has these words.').waitFor()
    await dialog.getByLabel('Find by title or file name').fill('spare')
    await dialog.getByLabel(/^Spare parts/).check()
    await dialog.getByText('2 chosen.').waitFor()
    await expectAccessible(page, 'picker')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await button('Do not ask Spare parts alone').click()
    expect(await page.locator('.scope li').allTextContents()).toEqual(['Equipment prices'])
    await page.fill('#question', 'What is the price per day of the millstone hoist?')
    await page.press('#question', 'Enter')
    await page.locator('.how').waitFor()
    const { CloudSearchFetcher: fetcher } = JSON.parse(asked[0] ?? '').fetch_args
    expect(fetcher).toMatchObject({
      index: 'documents',
      filter: expect.stringMatching(/^search\.in\(document_id, '[0-9a-f-]{36}', ','\)$/),
    })
    const read = await page.locator('.place .title').allTextContents()
    expect(new Set(read.map((title) => title.split(',')[0]))).toEqual(new Set(['equipment-prices.xlsx']))
    await page.reload()
    expect(await page.locator('.scope li').allTextContents()).toEqual(['Equipment prices'])
  })

  it('leads from a citation to its passage in the document', async () => {
    page = await server.visit('/ask')
    await page.fill('#question', ASKED)
    await page.press('#question', 'Enter')
    await page.locator('.marker').first().click()
    await page.getByRole('link', { name: 'Open in its document' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.classList.contains("quoted")'), { timeout: 30_000 }).toBe(true)
    expect(await page.locator('.at-hand').allTextContents()).toContainEqual(expect.stringContaining('upper meadow beside the dovecote'))
  })

  it('after nothing was found no passages stand open, and how it was answered is folded away', async () => {
    page = await server.visit('/ask')
    await page.fill('#question', 'Which insurance company covers the village swimming pool?')
    await page.press('#question', 'Enter')
    await page.locator('.how').waitFor()
    expect(await page.locator('details.retrieved[open]').count()).toBe(0)
    expect(await page.locator('.facts').isVisible()).toBe(false)
    await page.getByText('How it was answered').click()
    expect(await page.locator('.facts').textContent()).toMatch(/Request[0-9a-f-]{36}/)
  })

  for (const kind of ['passages', 'none'] as const)
    it(`shows honestly what kind of answer it is: ${kind}`, async () => {
      page = await server.visit('/ask')
      await page.route('**/flexible_chat', async (route) => {
        const reply = await route.fetch()
        const body = (await reply.text()).replace(/"answer_kind":"\w+"/, `"answer_kind":"${kind}"`)
        await route.fulfill({ response: reply, body })
      })
      await page.fill('#question', 'What is the price per day of the millstone hoist?')
      await page.press('#question', 'Enter')
      await page.locator('.how').waitFor()
      const said = {
        passages: 'Other words may find a surer answer.',
        none: 'Ask it with other words',
      }
      await page.getByText(said[kind]).waitFor()
      // it is kept with the answer
      await page.locator('.conversation[aria-current]').waitFor()
      await page.reload()
      await page.getByText(said[kind]).waitFor()
    })

  for (const dark of [false, true])
    it(`the picker has room on a phone, ${dark ? 'dark' : 'light'}`, async () => {
      page = await server.visit('/ask', { width: 390, dark })
      await page.locator('.examples button').first().waitFor()
      await expectAccessible(page, 'examples')
      // what can be done with a question stands in one line below it
      expect((await button('Documents').boundingBox())!.y).toBeCloseTo((await page.getByText('Add images').boundingBox())!.y, -1)
      await button('Documents').click()
      await expect.poll(() => page.getByRole('dialog').getByRole('checkbox').count()).toBe(7)
      await expectAccessible(page, 'picker')
      await page.keyboard.press('Escape')
      expect(await page.evaluate('document.activeElement.id')).toBe('documents')
    })
})
