import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'
import { tabTo } from '../support/tab-to.ts'

const present = browserPresent('console.browser.test.ts')
const demo = (name: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: readFileSync(new URL(`../../demo/documents/${name}`, import.meta.url)),
})
const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })

const KEY = 'key-of-the-tests'
const QUESTION = 'Where is the assembly point when the river gauge at the weir reads 1.80 metres or more?'

describe.skipIf(!present)('the console', () => {
  let open: ConsoleVisits
  let secured: ConsoleVisits
  let visited: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    ;[open, secured] = await Promise.all([openConsole(), openConsole({ SUBSCRIPTION_KEYS: `tests:${KEY}` })])
    await visit('/')
    await page.setInputFiles('#files', [demo('evacuation-procedure.pdf'), demo('meeting-2026-03-12.txt'), demo('equipment-prices.xlsx')])
    await page.click('#send')
    await page.locator('.work[data-outcome="done"]').nth(2).waitFor()
    await open.leave()
  })
  afterAll(() => Promise.all([open?.close(), secured?.close()]))
  afterEach(() => visited.leave())

  async function visit(path: string, { at = open, ...options }: VisitOptions & { at?: ConsoleVisits } = {}) {
    visited = at
    page = await at.visit(path, options)
  }

  const staged = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => page.setInputFiles('#files', files)
  const ask = async (question: string) => {
    await page.fill('#question', question)
    await page.press('#question', 'Enter')
  }

  it('uploads several files with progress, and says what to do about one that is damaged', async () => {
    await visit('/')
    await staged(demo('spare-parts.csv'), file('torn.pdf', '%PDF-1.7\nnothing'), file('empty.txt', ''))
    expect(
      await page.locator('.staged input').evaluateAll((inputs) => inputs.map((i) => (i as unknown as { value: string }).value)),
    ).toEqual(['spare-parts', 'torn', 'empty'])
    expect(await page.textContent('.staged .problem')).toContain('empty')
    await page.fill('#tags', 'mill, parts')
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    const rows = page.locator('.work')
    await rows.filter({ hasText: 'spare-parts.csv' }).getByText('Searchable').waitFor()
    await rows.filter({ hasText: 'torn.pdf' }).getByText('Export it again').waitFor()
    await page.locator('.batch').getByText('2 of 2 files finished · 1 failed').waitFor()
    expect(await page.getByRole('progressbar', { name: 'All files' }).getAttribute('aria-valuenow')).toBe('100')
    expect(await page.getByRole('progressbar', { name: 'spare-parts.csv' }).getAttribute('aria-valuenow')).toBe('100')
    const recent = page.locator('.recent tbody tr')
    await recent.filter({ hasText: 'torn.pdf' }).getByText('error', { exact: true }).waitFor()
    expect(await recent.filter({ hasText: 'torn.pdf' }).getByRole('button').count()).toBe(0) // it would be as torn
    await recent.filter({ hasText: 'spare-parts.csv' }).getByText('complete').waitFor()
    const list = await page.evaluate(`fetch('/api/v2/upload/list?q=spare-parts').then((r) => r.json())`)
    expect(list).toMatchObject([{ metadata: { title: 'spare-parts', doc_type: 'csv', tags: ['mill', 'parts'] } }])
  })

  it('refuses a name that is there with the request id, and replaces it when asked to', async () => {
    await visit('/', { tolerate: /409/ })
    await staged(demo('meeting-2026-03-12.txt'))
    await page.click('#send')
    const refused = page.locator('.work[data-outcome="failed"]')
    await refused.getByText('Put this file in its place').waitFor()
    expect(await refused.locator('.mono').textContent()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await refused.getByRole('link', { name: 'Open what is there' }).getAttribute('href')).toMatch(/^\/document\?id=[0-9a-f-]{36}$/)
    await tabTo(page, 'Replace it: meeting-2026-03-12.txt')
    await page.keyboard.press('Enter')
    await page.locator('.work[data-outcome="done"]').getByText('Searchable').waitFor()
    expect(await page.locator('.work').count()).toBe(1)
    await page.check('#replace')
    await staged(demo('meeting-2026-03-12.txt'))
    await page.click('#send')
    await expect.poll(() => page.locator('.work[data-outcome="done"]').count(), { timeout: 30_000 }).toBe(2)
  })

  it('shows every upload there is, a page of the server after the other, by keyboard', async () => {
    const COUNT = 1203
    await visit('/')
    await page.route('**/api/v2/upload/list?*', (route) => {
      const query = new URL(route.request().url()).searchParams
      const [from, limit] = [Number(query.get('cursor')), Number(query.get('limit'))]
      if (limit > 500) return route.fulfill({ status: 400, json: { error: { message: 'limit is too large' } } })
      const items = Array.from({ length: Math.min(limit, COUNT - from) }, (_, i) => ({
        ...{ upload_id: `id-${from + i}`, filename: `page-${from + i}.txt`, status: 'complete', processing_stage: 'indexed' },
        ...{ errors: [], metadata: {}, timestamps: { created: '2026-03-12T09:30:00.000Z' }, attempt: 1, queue: null },
      }))
      return route.fulfill({ json: { items, next_cursor: from + limit < COUNT ? String(from + limit) : null } })
    })
    await page.reload()
    const rows = page.locator('.recent tbody tr')
    for (const shown of [10, 50, 250, 500, 1000, COUNT]) {
      await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(shown)
      if (shown === COUNT) break
      await page.locator('#recent-more').focus()
      await page.keyboard.press('Enter')
    }
    expect(await page.locator('#recent-more').isHidden()).toBe(true)
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('page-1000.txt')
    await page.getByText(`page-${COUNT - 1}.txt`).waitFor()
  })

  it('tells how every file fares, however many are on their way', async () => {
    await visit('/', { tolerate: /404/ })
    const names = Array.from({ length: 8 }, (_, i) => `way-${i}.txt`)
    const listed = names.map((filename, i) => ({
      ...{
        upload_id: `id-${i}`,
        filename,
        status: 'processing',
        progress: 24,
        processing_stage: 'parsing',
        message: 'Embedding: 3 of 12 chunks',
      },
      ...{ errors: [], metadata: {}, timestamps: {}, attempt: 1, queue: null },
    }))
    await page.route('**/api/v2/upload', (route) => {
      const name = /filename="(way-\d)/.exec(route.request().postData() ?? '')?.[1]
      return route.fulfill({ status: 202, json: { upload_id: `id-${name?.at(-1)}`, status: 'queued' } })
    })
    await page.route('**/api/v2/upload/list?*', (route) => {
      const [items, paged] = [listed.slice(1), new URL(route.request().url()).searchParams.has('cursor')]
      return route.fulfill({ json: paged ? { items, next_cursor: null } : items })
    })
    await page.route('**/api/v2/upload/status/id-0', (route) => route.fulfill({ status: 200, json: listed[0] }))
    await staged(...names.map((name) => file(name, 'words')))
    await page.click('#send')
    const rows = page.locator('.work')
    await expect.poll(() => rows.getByText('Embedding: 3 of 12 passages').count(), { timeout: 15_000 }).toBe(8)
    Object.assign(listed[7]!, { status: 'complete', processing_stage: 'indexed' })
    await page.route('**/api/v2/upload/status/id-0', (route) => route.fulfill({ status: 404, json: {} }))
    await rows.last().getByText('Searchable').waitFor()
    await rows.first().getByText('Deleted').waitFor()
  })

  it('sends one of two files of the same name, and tells of what is too large for this server', async () => {
    await visit('/')
    await page.route('**/api/v2/upload/config', (route) => route.fulfill({ json: { limits: { max_file_size_mb: 1 } } }))
    await page.reload()
    await page.getByText('up to 1 MB each').waitFor()
    await staged(file('twin.txt', 'one'), file('twin.txt', 'two'), file('large.txt', 'x'.repeat(1_100_000)))
    expect(await page.locator('.staged .problem').allTextContents()).toEqual([
      expect.stringContaining('has the same name'),
      '1.1 MB is over the limit of 1 MB, so it stays here.',
    ])
    await page.getByRole('button', { name: 'Upload 1 file', exact: true }).waitFor()
  })

  it('takes files that are dropped anywhere on the page', async () => {
    await visit('/')
    await page.evaluate(`document.querySelector('.side').dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true }))`)
    await page.getByText('Drop to add the files').waitFor()
    await page.evaluate(`document.querySelector('.side').dispatchEvent(new DragEvent('dragleave', { bubbles: true, cancelable: true }))`)
    await page.getByText('Drop to add the files').waitFor({ state: 'hidden' })
    await page.evaluate(`{
      const transfer = new DataTransfer()
      transfer.items.add(new File(['some words'], 'dropped.txt'))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.querySelector('.side').dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
    }`)
    await page.locator('.staged .name').getByText('dropped.txt').waitFor()
  })

  it('keeps dates in order before anything is sent', async () => {
    await visit('/')
    await staged(file('dated.txt', 'words'))
    await page.fill('#effective-date', '2026-05-01')
    await page.fill('#expiry-date', '2026-04-01')
    await page.click('#send')
    await page.getByText('The end lies before the start.').waitFor()
    expect([await page.locator('.work').count(), await page.evaluate('document.activeElement.id')]).toEqual([0, 'expiry-date'])
  })

  it('answers with numbered citations that open the quote in its passage', async () => {
    await visit('/ask')
    await ask(QUESTION)
    const marker = page.locator('.marker').first()
    await marker.click()
    const passage = page.getByRole('dialog')
    expect(await passage.getByRole('heading').textContent()).toBe('evacuation-procedure.pdf')
    expect(await passage.locator('.hint').textContent()).toContain('page 3')
    expect(await passage.locator('mark').textContent()).toContain('upper meadow beside the dovecote')
    // the page as it looks stands beside it, the quote marked there too
    await passage.getByAltText('Page 3 as it looks').waitFor()
    await passage.locator('.page-marks span').first().waitFor({ state: 'attached' })
    await expectAccessible(page, 'a passage with its page')
    await page.keyboard.press('Escape')
    await passage.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.className')).toBe('marker')
    expect(await page.locator('.facts').textContent()).toMatch(/Modeldefault .*Time/)
    expect(await page.locator('#announcer').textContent()).toContain('Answer ready')
  })

  it('shows a quoted row inside its table', async () => {
    await visit('/ask')
    await ask('What is the price per day of the millstone hoist?')
    await page.locator('.place').first().click()
    const passage = page.getByRole('dialog')
    expect(await passage.locator('.hint').textContent()).toContain('sheet 1')
    expect(await passage.getByRole('columnheader').allTextContents()).toContain('Price per day (EUR)')
    expect(await passage.locator('tr.quoted td').allTextContents()).toEqual(['Millstone hoist, 1.2 tonnes', 'H-110', '48', '350', '1'])
  })

  it('says so when nothing in the documents fits', async () => {
    await visit('/ask')
    await ask('Zyxwv qponm?')
    await page.getByText('I found nothing about this in the documents.').first().waitFor()
    await page.getByText('Ask it with other words').waitFor()
    expect(await page.locator('.marker').count()).toBe(0)
  })

  it('keeps what was written when the connection breaks, and asks again', async () => {
    await visit('/ask', { tolerate: /ERR_|Failed to load/ })
    await page.route('**/flexible_chat', (route) => route.abort(), { times: 1 })
    await ask(QUESTION)
    await page.locator('.notice').getByText('The server does not answer.').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.locator('.marker').first().waitFor()
  })

  it('asks for key and token on 401, tells of a wrong key, and keeps the right one in this tab alone', async () => {
    await visit('/', { at: secured, tolerate: /401/ })
    const panel = page.getByRole('dialog', { name: 'Sign in' })
    await panel.getByLabel('Subscription key').fill('wrong')
    await page.keyboard.press('Enter')
    await panel.getByRole('alert').waitFor()
    await panel.getByLabel('Subscription key').fill(KEY)
    await panel.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Nothing has been uploaded yet.').waitFor()
    expect(await page.evaluate('[JSON.stringify(localStorage), document.cookie, location.href].join()')).not.toContain(KEY)
    expect(await page.evaluate('Object.values(sessionStorage)')).toEqual([KEY])
    await page.goto(`${secured.url}/ask`)
    await ask('Anything?')
    await page.locator('.how').waitFor()
  })

  it('shows names and passages as text, whatever they contain', async () => {
    const name = '<img src=x onerror=window.hit=1>.txt'
    await visit('/')
    await staged(file(name, 'The quern inspector is <svg onload="window.hit=1"></svg><b>Zebulon</b> of Quernstow.'))
    await page.click('#send')
    await page.locator('.work').getByText('Searchable').waitFor()
    await page.locator('.recent').getByText(name).waitFor()
    await page.goto(`${open.url}/ask`)
    await ask('Who is the quern inspector of Quernstow?')
    await page.locator('.marker').first().click()
    expect(await page.getByRole('dialog').textContent()).toContain('<b>Zebulon</b>')
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })

  it('can be used by keyboard alone', async () => {
    await visit('/')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    const reached: string[] = []
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press('Tab')
      reached.push(String(await page.evaluate('document.activeElement.id || document.activeElement.textContent')))
      const ring = `(() => { const e = document.activeElement, s = (n) => getComputedStyle(n).outlineStyle; return s(e) !== 'none' || s(document.querySelector('.drop .button')) !== 'none' })()`
      expect([reached.at(-1), await page.evaluate(ring)]).toEqual([reached.at(-1), true])
      if (reached.at(-1) === 'recent-status') break
    }
    for (const id of ['Ask', 'files', 'doc-type', 'tags', 'target-index', 'replace', 'recent-query', 'recent-status'])
      expect(reached).toContain(id)
  })

  for (const dark of [false, true])
    for (const width of [1280, 390])
      it(`has no accessibility violation and no sideways scrolling, ${dark ? 'dark' : 'light'}, ${width} px`, async () => {
        await visit('/', { dark, width, tolerate: /401|409/ })
        await page.locator('.recent tbody tr').first().waitFor()
        await staged(file(`bad-${dark}-${width}.pdf`, 'nothing'), file('empty.txt', ''), demo('meeting-2026-03-12.txt'))
        await expectAccessible(page, 'staged')
        await page.click('#send')
        await page.locator('.work[data-outcome="failed"]').nth(1).waitFor()
        await expectAccessible(page, 'upload failed')
        expect(await page.locator('.tools').getByRole('button', { name: 'Sign in' }).count()).toBe(0)
        await page.goto(`${secured.url}/`)
        await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
        await expectAccessible(page, 'sign-in')
        await page.goto(`${open.url}/ask`)
        await expectAccessible(page, 'ask')
        await ask(QUESTION)
        await page.locator('.retrieved summary').click()
        await expectAccessible(page, 'answer')
        await page.locator('.marker').first().click()
        await expectAccessible(page, 'passage')
      })
})
