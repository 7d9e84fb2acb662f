import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'
import { sendDemo, sendText, settled } from '../support/http-client.ts'
import { tabTo } from '../support/tab-to.ts'

const present = browserPresent('console-documents.browser.test.ts')
const pdf = 'evacuation-procedure.pdf'
const sentence = 'Water runs over the paddles and the stones grind the grain slowly. '
const handbook = Array.from({ length: 300 }, (_, i) => `Day ${i + 1}. ${sentence.repeat(12)}`).join('\n\n')
const hostile = '<img src=x onerror=window.hit=1>.txt'

const soon = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000 })

describe.skipIf(!present)('documents in the console', () => {
  let server: ConsoleVisits
  /** Accepts and cancels, but nothing reads there: what is uploaded waits. */
  let waiting: ConsoleVisits
  let page: Page
  let visited: ConsoleVisits
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    ;[server, waiting] = await Promise.all([openConsole(), openConsole({ SERVICES: 'edge,projector,index' })])
    const texts = { 'handbook.txt': handbook, [hostile]: 'The quern is <b>broken</b>.', 'torn.pdf': '%PDF-1.7\nnothing' }
    for (const [name, text] of Object.entries(texts)) ids[name] = (await sendText(server.url, name, text)).id
    for (const name of [pdf, 'equipment-prices.xlsx']) ids[name] = await sendDemo(server.url, name)
    await Promise.all(Object.values(ids).map((id) => settled(server.url, id)))
  })
  afterAll(() => Promise.all([server?.close(), waiting?.close()]))
  afterEach(() => visited.leave())

  async function visit(path: string, { at = server, ...options }: VisitOptions & { at?: ConsoleVisits } = {}) {
    visited = at
    page = await at.visit(path, options)
  }
  const textOf = async (name: string) => {
    let text = ''
    for (let from = 0, characters = 1; from < characters; from = text.length) {
      const reply = await (await fetch(`${server.url}/api/v2/upload/${ids[name]}/text?from=${from}&length=200000`)).json()
      const part = z.object({ text: z.string(), characters: z.number() }).parse(reply)
      text += part.text
      characters = part.characters
    }
    return text
  }
  const documentOf = (name: string, hash = '') => `/document?id=${ids[name]}${hash}`
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  it('says of what is complete which pages were not read, and offers to read them', async () => {
    await visit('/')
    const left = ['Pages 8, 9 are left: the 240 s of parsing.ocr.max_seconds were used up.']
    await page.route(`**/api/v2/upload/status/${ids[pdf]}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), warnings: left } })
    })
    await page.goto(server.url + documentOf(pdf))
    await page.getByText(left[0]!).waitFor()
    expect(await button('Retry').isVisible()).toBe(true)
    await page.goto(server.url + documentOf('handbook.txt'))
    await page.getByRole('heading', { name: 'handbook.txt' }).waitFor()
    expect(await button('Retry').isVisible()).toBe(false)
  })

  it('shows the text with its passages, and tells of the one that is pointed at', async () => {
    await visit(documentOf(pdf))
    await page.getByRole('heading', { name: pdf }).waitFor()
    expect(await page.textContent('#summary')).toBe('Leaving the mill')
    await page.getByText('upper meadow beside the dovecote').hover()
    expect(await page.inputValue('#jump')).toBe('8')
    expect(await page.textContent('#passage-place')).toMatch(/^page 3 · .*Assembly points · characters [\d,]+–[\d,]+$/)
    const number = page.getByRole('link', { name: /^Passage 2, page 1/ })
    await number.focus()
    expect(await page.inputValue('#jump')).toBe('2')
    expect(await page.locator('.at-hand:not(a)').first().textContent()).toContain('Whom this procedure is for')
  })

  it('says of a page that was read from its picture how sure its words are', async () => {
    await visit('/health')
    await page.route('**/text?*', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      for (const block of body.blocks) Object.assign(block, { recognised: true, confidence: block.page === 1 ? 0.41 : 0.98 })
      await route.fulfill({ json: body })
    })
    await page.goto(server.url + documentOf(pdf))
    const unsure = page.locator('.recognised.unsure')
    await unsure.waitFor()
    expect(await unsure.textContent()).toBe('Page 1 was read from its picture, 41 % sure. Compare its words with the file.')
    expect(await page.locator('.recognised:not(.unsure)').first().textContent()).toBe('Page 2 was read from its picture, 98 % sure')
  })

  it('draws sheets as tables with a row in its passage', async () => {
    await visit(documentOf('equipment-prices.xlsx'))
    const row = page.getByRole('row', { name: 'Millstone hoist' })
    await row.waitFor()
    expect(await page.locator('#page-fold').isVisible()).toBe(false)
    expect(await row.getAttribute('data-chunks')).toBe('1')
    expect(await page.getByRole('columnheader').allTextContents()).toContain('Deposit (EUR)')
    await row.hover()
    expect(await page.textContent('#passage-place')).toMatch(/^sheet 1 · /)
    expect(await page.locator('#details dt').allTextContents()).toContain('Sheets')
    await page
      .locator('#timeline')
      .getByText(/characters on \d sheets?$/)
      .waitFor()
  })

  it('loads a long text as the reader goes on, all of it and nothing twice', async () => {
    await visit(documentOf('handbook.txt'))
    await page.getByText('Day 1.', { exact: false }).first().waitFor()
    expect(await page.getByText('Day 300.').count()).toBe(0)
    for (let i = 0; i < 60 && (await page.getByText('Day 300.').count()) === 0; i++) {
      const count = await page.locator('.document-text .block').count()
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await soon(() => page.locator('.document-text .block').count()).not.toBe(count)
    }
    const shown = await page.evaluate(
      `[...document.querySelectorAll('.document-text .block')].map((b) => [...b.childNodes].filter((n) => !n.classList?.contains('chunk-number')).map((n) => n.textContent).join('')).join('\\n\\n')`,
    )
    expect(shown === (await textOf('handbook.txt'))).toBe(true)
    await soon(() => page.getByRole('button', { name: 'Show more text' }).isHidden()).toBe(true)
  })

  it('goes to a passage by its address, by number and step by step, and back to earlier text', async () => {
    await visit(documentOf('handbook.txt', '#chunk-90'))
    const focused = () => page.evaluate('document.activeElement.id')
    await soon(focused).toBe('chunk-90')
    expect(await page.locator('#chunk-5').count()).toBe(0)
    await button('Show earlier text').click()
    await page.locator('#chunk-80').waitFor({ state: 'attached' })
    expect(
      await page
        .locator('.chunk-number')
        .evaluateAll((all) => new Set(all.map((a) => (a as unknown as { id: string }).id)).size === all.length),
    ).toBe(true)
    await page.fill('#jump', '5')
    await page.press('#jump', 'Enter')
    await soon(focused).toBe('chunk-5')
    await button('Next passage').click()
    await soon(focused).toBe('chunk-6')
    expect(page.url()).toContain('#chunk-6')
    await page.fill('#jump', '100000')
    await page.press('#jump', 'Enter')
    await page.getByText('There are the passages 1 to').waitFor()
  })

  it('tells the history with times between its events, and gives the original back', async () => {
    await visit(documentOf(pdf))
    await page.getByRole('heading', { name: 'Timeline' }).click()
    const timeline = page.locator('#timeline')
    await timeline.getByText('Searchable: 10 passages').waitFor()
    expect(await page.textContent('main')).not.toMatch(/\d chunks?\b/)
    expect(await timeline.locator('> li').first().textContent()).toContain('Accepted and stored')
    expect(await timeline.textContent()).toMatch(/\+\d+(\.\d)? m?s/)
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download original').click()])
    expect(download.suggestedFilename()).toBe(pdf)
    const bytes = readFileSync(await download.path())
    expect(bytes.equals(readFileSync(new URL(`../../demo/documents/${pdf}`, import.meta.url)))).toBe(true)
  })

  it('says what is wrong with a file that cannot be read, offers no try that could not help, and deletes', async () => {
    // What is under way when the document goes meets nothing any more.
    await visit(documentOf('torn.pdf'), { tolerate: /404/ })
    await page.getByText('Export it again').first().waitFor()
    await page.getByText('No text could be read from this file.').waitFor()
    expect(await button('Retry').isVisible()).toBe(false)
    await button('Delete').click()
    await page.keyboard.press('Escape')
    await button('Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('torn.pdf was deleted.').waitFor()
    expect((await fetch(`${server.url}/api/v2/upload/status/${ids['torn.pdf']}`)).status).toBe(404)
  })

  it('says so when there is no such document', async () => {
    await visit('/document?id=nothing', { tolerate: /404/ })
    await page.getByText('There is no such document.').waitFor()
  })

  it('shows names and texts as text, whatever they contain', async () => {
    await visit(documentOf(hostile))
    await page.getByText('The quern is <b>broken</b>.').waitFor()
    await page.goto(`${server.url}/knowledge`)
    await page.getByRole('link', { name: hostile }).waitFor()
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })

  it('uploads, opens, cancels, retries and deletes by keyboard alone', async () => {
    await visit('/', { at: waiting, tolerate: /404/ })
    // Asked for before the key is pressed: the browser has to be told to hand its file dialog over.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, 'files')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from('The keys hang in the porch.') })
    await page.getByRole('button', { name: 'Upload 1 file' }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('send')
    await page.keyboard.press('Enter')
    await page.locator('.work a').waitFor()
    await tabTo(page, 'keys.txt')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/document?id=*')
    await page.getByText('Next in line').waitFor()
    await tabTo(page, 'Cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'Cancel it')
    await page.keyboard.press('Enter')
    await page.getByText('Cancelled by', { exact: false }).first().waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Retry')
    await page.keyboard.press('Enter')
    await page.getByText('Trying again from parsing').waitFor()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByText('keys.txt was deleted.').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Go to the uploads')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing has been uploaded yet.').waitFor()
  })

  it('says that it was deleted, whatever else was asked meanwhile', async () => {
    const { id } = await sendText(waiting.url, 'going.txt', 'words')
    await visit(`/document?id=${id}`, { at: waiting, tolerate: /404/ })
    await page.getByText('Next in line').waitFor()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route(`**/api/v2/upload/${id}`, async (route) => {
      const reply = await route.fetch()
      await held
      await route.fulfill({ response: reply })
    })
    const refused = page.waitForResponse((reply) => reply.url().includes(`/status/${id}`) && reply.status() === 404)
    await button('Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await refused
    await page.waitForTimeout(500)
    expect(await page.getByText('This document was deleted.').count()).toBe(0)
    goOn()
    await page.getByText('going.txt was deleted.').waitFor()
  })

  it('tells the place of what waits, and that nobody is at it', async () => {
    const first = (await sendText(waiting.url, 'first.txt', 'one')).id
    const second = (await sendText(waiting.url, 'second.txt', 'two')).id
    await visit(`/document?id=${second}`, { at: waiting })
    await page.getByText('1 upload ahead').waitFor()
    await page.route(`**/upload/status/${second}`, async (route) => {
      const reply = await route.fetch({ headers: {} })
      const entity = (await reply.json()) as object
      await route.fulfill({ json: { ...entity, queue: { position: 1, own: 1, eta_seconds: null, state: 'starved' } } })
    })
    await page.getByText('no worker is at it').waitFor()
    await page.unroute(`**/upload/status/${second}`)
    await fetch(`${waiting.url}/api/v2/upload/${first}`, { method: 'DELETE' })
    await page.getByText('Next in line').waitFor()
  })

  it('tells in each list of uploads which are ahead of what waits, and whose', async () => {
    const before = (await sendText(waiting.url, 'ahead.txt', 'one')).id
    await visit('/', { at: waiting, tolerate: /404/ })
    await page.setInputFiles('#files', { name: 'behind.txt', mimeType: 'text/plain', buffer: Buffer.from('two') })
    await page.click('#send')
    const words = /^[1-9] uploads? ahead, all of the same uploader/
    const row = page.locator('.work', { hasText: 'behind.txt' })
    await row.getByText(words).waitFor()
    expect(await row.getByText('Queued', { exact: true }).count()).toBe(1)
    await page.locator('.recent tr', { hasText: 'behind.txt' }).getByText(words).waitFor()
    const id = new URL((await row.getByRole('link').getAttribute('href')) ?? '', waiting.url).searchParams.get('id')
    for (const each of [before, id]) await fetch(`${waiting.url}/api/v2/upload/${each}`, { method: 'DELETE' })
    await row.getByText('Deleted').waitFor()
  })

  for (const dark of [false, true])
    for (const width of [1280, 390])
      it(`has no accessibility violation and no sideways scrolling, ${dark ? 'dark' : 'light'}, ${width} px`, async () => {
        await visit(documentOf(pdf, '#chunk-3'), { dark, width, tolerate: /404/ })
        await page.locator('#chunk-3.at-hand').waitFor()
        const folded = page.locator('.fold:not([open]) > summary')
        while ((await folded.count()) > 0) await folded.first().click()
        await page.locator('#timeline li').first().waitFor()
        await expectAccessible(page, 'document')
        await button('Delete').click()
        await expectAccessible(page, 'confirmation')
        await page.goto(server.url + documentOf('equipment-prices.xlsx'))
        await page.getByRole('row').first().waitFor()
        await expectAccessible(page, 'sheet')
        await page.goto(`${server.url}/document?id=nothing`)
        await page.getByText('There is no such document.').waitFor()
        await expectAccessible(page, 'gone')
      })
})
