import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from '../support/console-visits.ts'

const present = browserPresent('reports.browser.test.ts')
const HOSTILE = '<img src=x onerror="document.title=1"><svg onload="document.title=1">'

describe.skipIf(!present)('pages that report', () => {
  let server: ConsoleVisits
  let page: Page

  const post = async (path: string, body: object) => {
    const reply = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.ok, await reply.text()).toBe(true)
  }
  const rate = (i: number, rating: number, variant_name: string, feedback_text?: string) =>
    post('/api/v2/feedback', {
      user_id: `user-${i % 2}`,
      session_id: 's',
      response_id: `r-${i}`,
      experiment_name: 'tone',
      variant_name,
      rating,
      feedback_text,
    })

  beforeAll(async () => {
    server = await openConsole()
    for (let i = 0; i < 20; i++) await rate(i, i === 3 ? -1 : 1, 'plain', i === 19 ? HOSTILE : undefined)
    for (let i = 20; i < 40; i++) await rate(i, i % 2 ? 1 : -1, 'warm')
    await rate(40, 0, '<b>third</b>')
  })
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  async function visit(path: string, options?: VisitOptions) {
    page = await server.visit(path, options)
  }

  const ready: Record<string, () => Promise<unknown>> = {
    '/feedback': () => page.locator('.experiment').waitFor(),
    '/settings': () => page.locator('.facts').waitFor(),
    '/api/v2/health/check': () => page.locator('.services li').first().waitFor(),
  }

  for (const [path, wait] of Object.entries(ready))
    for (const [dark, width] of [
      [false, 1280],
      [true, 375],
    ] as const)
      it(`${path} is accessible and fits, ${dark ? 'dark' : 'light'} at ${width}`, async () => {
        await visit(path, { dark, width })
        await wait()
        await expectAccessible(page, path)
      })

  it('health names every part in words', async () => {
    await visit('/api/v2/health/check')
    await page.locator('.services li').first().waitFor()
    const names = await page.locator('.services strong').allTextContents()
    expect(names.filter((name) => !/^[A-Z][a-z ]+$/.test(name))).toEqual([])
  })

  it('feedback shows which variant is liked better, keeps hostile text as text, and exports', async () => {
    await visit('/feedback')
    await page.getByText('plain is liked better than warm').waitFor()
    expect(await page.locator('.tiles dd').allTextContents()).toEqual(['41', '29', '11', '1', '73 %'])
    expect(await page.locator('.records tbody tr').count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('.records tbody tr').nth(40).waitFor()
    expect(await page.locator('.records').textContent()).toContain(HOSTILE)
    expect(await page.locator('.experiment').textContent()).toContain('<b>third</b>')
    expect([await page.title(), await page.locator('main img').count()]).toEqual(['Feedback · Millrace', 0])
    await page.fill('#user', 'user-1')
    await page.press('#user', 'Enter')
    await page.getByText('20 records.').waitFor({ state: 'attached' })
    await page.fill('#user', '')
    await page.press('#user', 'Enter')
    await page.getByText('41 records.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Records of user-0' }).first().click()
    await page.getByText('21 records.').waitFor({ state: 'attached' })
    expect(await page.inputValue('#user')).toBe('user-0')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export')])
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toHaveLength(43)
  })

  it('a thumb down becomes a case for evaluation, with what was expected', async () => {
    const response_payload = { question: 'Where to gather?', answer: 'Here.', metadata: [{ filename: 'plan.pdf' }] }
    const record = { user_id: 'asker', session_id: 's', response_id: 'r-case', rating: -1, response_payload }
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(record) }
    expect((await fetch(`${server.url}/api/v2/feedback`, sent)).status).toBe(201)
    await visit('/feedback')
    await page.getByRole('button', { name: 'Make it a test case: Where to gather?' }).click()
    await page.getByText('Read were: plan.pdf.').waitFor()
    await expectAccessible(page, 'the dialog of a case')
    await page.getByLabel('Expected answer').fill('In the "upper" meadow.')
    await page.getByLabel('Expected documents').fill('plan.pdf\nmap.pdf')
    await page.getByRole('button', { name: 'Save case' }).click()
    const again = page.getByRole('button', { name: 'Change the test case: Where to gather?' })
    await again.waitFor()
    await expect.poll(() => again.evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true)
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-cases')])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    const expected = { expected_answer: 'In the "upper" meadow.', expected_documents: ['plan.pdf', 'map.pdf'] }
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({ id: 'r-case', question: 'Where to gather?', ...expected })
    await fetch(`${server.url}/api/v2/feedback`, { ...sent, body: JSON.stringify({ ...record, rating: 0 }) })
  })

  it('settings are previewed, saved, refused by field, and given back to the file', async () => {
    await visit('/settings#topic-answers', { tolerate: /400/ })
    const top = page.getByLabel('Passages per answer', { exact: true })
    const row = page.locator('.setting', { has: top })
    await top.fill('500')
    await page.click('#review')
    await page.locator('.setting .problem', { hasText: /100/ }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe(await top.getAttribute('id'))
    await page.getByText('Not saved. Passages per answer: has to be at most 100.').waitFor()
    const [field, bar] = [await row.boundingBox(), await page.locator('.save-bar').boundingBox()]
    expect(field!.y + field!.height, 'the bar does not cover the message').toBeLessThanOrEqual(bar!.y)
    await top.fill('7')
    await page.click('#review')
    await page.locator('dialog tbody td').first().waitFor()
    expect(await page.locator('dialog tbody td').allTextContents()).toEqual(['Passages per answerretrieval.top_k', '5', '7'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('#history tbody tr', { hasText: 'retrieval.top_k' }).waitFor()
    const held = async () => {
      const { settings } = (await (await fetch(`${server.url}/api/v2/settings`)).json()) as { settings: { key: string; value: unknown }[] }
      return settings.find(({ key }) => key === 'retrieval.top_k')?.value
    }
    expect(await held()).toBe(7)
    expect(await top.inputValue()).toBe('7')
    await row.getByText('changed', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Answers 1 changed' }).waitFor()
    await page.getByLabel('Changed only').check()
    expect(await page.locator('.setting:visible label').allTextContents()).toEqual(['Passages per answer'])
    await row.getByText('Reset to default (5)').click()
    expect(await top.inputValue()).toBe('5')
    await page.click('#review')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(held, { timeout: 30_000 }).toBe(5)
    await page.getByText('Every setting has its default.').waitFor()
  })

  it('settings are found by words of their name, and their history is kept', async () => {
    await visit('/settings')
    await page.locator('.facts').waitFor()
    await page.locator('body').press('/')
    await page.keyboard.type('top passages')
    expect(await page.locator('.setting:visible label').allTextContents()).toEqual(['Passages per answer'])
    await page.fill('#filter', 'no such words')
    await page.getByText('No setting has these words').waitFor()
    await page.fill('#filter', '')
    expect(await page.locator('.topic:visible').count()).toBe(1)
    await page.getByRole('link', { name: 'Reading files' }).click()
    await page.getByLabel('Longest passage', { exact: true }).waitFor()
  })
})
