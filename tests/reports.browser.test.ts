import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../scripts/cli/start-server.ts'

const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const present = existsSync(browserPath)
if (!present) {
  const reason = `no browser at ${browserPath}; install chromium or set CHROMIUM_PATH`
  if (process.env.REQUIRE_SERVICES === '1') throw new Error(reason)
  console.warn(`reports.browser.test.ts is skipped: ${reason}`)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8')
const HOSTILE = '<img src=x onerror="document.title=1"><svg onload="document.title=1">'
const EMBEDDED = { LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '', RATE_LIMIT_PER_MINUTE: '0' }

describe.skipIf(!present)('pages that report', () => {
  let browser: Browser
  let server: StartedServer
  let page: Page
  let troubles: string[]

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
    ;[browser, server] = await Promise.all([
      chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] }),
      startServer(EMBEDDED),
    ])
    for (let i = 0; i < 20; i++) await rate(i, i === 3 ? -1 : 1, 'plain', i === 19 ? HOSTILE : undefined)
    for (let i = 20; i < 40; i++) await rate(i, i % 2 ? 1 : -1, 'warm')
    await rate(40, 0, '<b>third</b>')
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  afterEach(async () => {
    await page.context().close()
    expect(troubles).toEqual([])
  })

  /** What the browser's console complains of, such as a breach of the CSP, fails the test. */
  async function visit(path: string, { dark = false, width = 1280, tolerate = /^$/ } = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 860 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    page = await context.newPage()
    page.setDefaultTimeout(20_000)
    troubles = []
    const note = (text: string) => void (tolerate.test(text) || troubles.push(text))
    page.on('pageerror', (error) => note(error.message))
    page.on('console', (message) => void (['error', 'warning'].includes(message.type()) && note(message.text())))
    await page.goto(server.url + path)
  }

  const ready: Record<string, () => Promise<unknown>> = {
    '/feedback': () => page.locator('.experiment').waitFor(),
    '/settings': () => page.locator('.facts').waitFor(),
    '/api/v2/health/check': () => page.locator('.services li').first().waitFor(),
    '/docs': () => page.locator('.operation').first().waitFor(),
  }

  for (const [path, wait] of Object.entries(ready))
    for (const [dark, width] of [
      [false, 1280],
      [true, 375],
    ] as const)
      it(`${path} is accessible and fits, ${dark ? 'dark' : 'light'} at ${width}`, async () => {
        await visit(path, { dark, width })
        await wait()
        if (path === '/docs') await page.locator('.operation > summary').filter({ hasText: '/api/v2/feedback/{id}' }).click()
        await page.evaluate(axeSource)
        const violations = await page.evaluate(
          `axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))`,
        )
        expect(violations).toEqual([])
        const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number]
        expect(content).toBeLessThanOrEqual(window)
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
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export')])
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')).toHaveLength(43)
  })

  it('a thumb down becomes a case for evaluation, with what was expected', async () => {
    const response_payload = { question: 'Where to gather?', answer: 'Here.', metadata: [{ filename: 'plan.pdf' }] }
    const record = { user_id: 'asker', session_id: 's', response_id: 'r-case', rating: -1, response_payload }
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(record) }
    expect((await fetch(`${server.url}/api/v2/feedback`, sent)).status).toBe(201)
    await visit('/feedback')
    await page.getByRole('button', { name: 'Make it a case: Where to gather?' }).click()
    await page.getByText('Read were: plan.pdf.').waitFor()
    await page.evaluate(axeSource)
    expect(await page.evaluate('axe.run().then((r) => r.violations.map((v) => v.id))')).toEqual([])
    await page.getByLabel('Expected answer').fill('In the "upper" meadow.')
    await page.getByLabel('Expected documents').fill('plan.pdf\nmap.pdf')
    await page.getByRole('button', { name: 'Save case' }).click()
    const again = page.getByRole('button', { name: 'Change the case: Where to gather?' })
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
    await visit('/settings', { tolerate: /400/ })
    const top = page.getByLabel('Top k')
    await top.fill('500')
    await page.click('#review')
    await page.locator('.setting .problem', { hasText: /100/ }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe(await top.getAttribute('id'))
    await top.fill('7')
    await page.click('#review')
    await page.locator('dialog tbody td').first().waitFor()
    expect(await page.locator('dialog tbody td').allTextContents()).toEqual(['retrieval.top_k', '5', '7'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('#history tbody tr', { hasText: 'retrieval.top_k' }).waitFor()
    const held = async () => {
      const { settings } = (await (await fetch(`${server.url}/api/v2/settings`)).json()) as { settings: { key: string; value: unknown }[] }
      return settings.find(({ key }) => key === 'retrieval.top_k')?.value
    }
    expect(await held()).toBe(7)
    expect(await top.inputValue()).toBe('7')
    await top.fill('')
    await page.click('#review')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(held).toBe(5)
  })

  it('settings are found by words of their name, and their history is kept', async () => {
    await visit('/settings')
    await page.locator('.facts').waitFor()
    await page.locator('body').press('/')
    await page.keyboard.type('top passages')
    expect(await page.locator('.setting:visible label').allTextContents()).toEqual(['Top k'])
    await page.fill('#filter', 'no such words')
    await page.getByText('No setting has these words').waitFor()
    await page.fill('#filter', '')
    expect(await page.locator('.group:visible').count()).toBeGreaterThan(4)
  })

  it('the documentation lists every route and makes a call', async () => {
    await visit('/docs')
    const { paths } = (await (await fetch(`${server.url}/api/v2/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const listed = await page.locator('.operation').count()
    expect(listed).toBe(
      Object.values(paths).flatMap((item) => Object.keys(item).filter((m) => /^(get|post|put|patch|delete)$/.test(m))).length,
    )
    await page.fill('#filter', 'get feedback {id}')
    const operation = page.locator('.operation:visible')
    expect(await operation.count()).toBe(1)
    await operation.locator('summary').first().click()
    await operation.getByLabel('id (path)').fill('r-19')
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.locator('.reply', { hasText: '"response_id": "r-19"' }).waitFor()
    expect(await operation.locator('.reply').textContent()).toContain('onerror')
  })
})
