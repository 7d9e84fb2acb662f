import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, openConsole } from '../support/console-visits.ts'
import { hostilePresent, naughtyStrings, scriptTexts } from '../support/hostile-texts.ts'
import { listEntities, until } from '../support/http-client.ts'

const present = browserPresent('hostile-console.browser.test.ts') && hostilePresent('hostile-console.browser.test.ts')
/** What must not be in a page, however it came there. */
const FOREIGN =
  'main script, main iframe, main object, main embed, main link, main style, main base, main form[action], main img, main math, [onload], [onerror], [onclick], [onmouseover], a[href^="javascript:" i], a[href^="data:" i]'

describe.skipIf(!present)('what is stored, in the console', { timeout: 180_000 }, () => {
  let console_: ConsoleVisits
  const texts = [...scriptTexts, ...naughtyStrings().filter((text) => /[<>]|javascript:|on\w+=/i.test(text))].filter(
    (text) => text.length < 190,
  )

  const post = async (path: string, body: unknown) => {
    const reply = await fetch(`${console_.url}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return reply.status
  }

  beforeAll(async () => {
    console_ = await openConsole()
    const taken = new Set<number>()
    for (const [i, text] of texts.entries()) {
      const form = new FormData()
      const metadata = { title: text, doc_type: text, tags: [text, 'x'], business_unit: text, confidentiality: text }
      form.append('metadata', JSON.stringify(metadata))
      form.append('file', new Blob([`Quern ${i} of the mill: ${text}\n\n${text}`]), `${text}.txt`)
      taken.add((await fetch(`${console_.url}/api/v2/upload`, { method: 'POST', body: form })).status)
      const rating = { user_id: text, session_id: text, response_id: `r${i}`, rating: (i % 3) - 1, feedback_text: text }
      taken.add(
        await post('/feedback', {
          ...rating,
          experiment_name: text.slice(0, 150),
          variant_name: text,
          response_payload: { question: text },
        }),
      )
      const prompt = { new_prompt_name: `p${i}`, new_prompt_type: 'system', new_prompt_label: text, new_prompt_notes: text }
      taken.add(await post('/prompts', { ...prompt, new_prompt_content: `${text.replaceAll(/[{}%]/g, '')} {{ question }}` }))
    }
    expect([...taken].every((status) => status < 500)).toBe(true)
    expect(
      await post('/settings', { 'llms.defaults.params.stop': scriptTexts.slice(0, 4), 'llms.models.default.model': scriptTexts[0] }),
    ).toBe(200)
    const settled = async () => {
      const entities = await listEntities(console_.url)
      return entities.length > 30 && entities.every(({ status }) => status === 'complete' || status === 'error') && entities
    }
    await until(settled, 'the uploads ending', 220_000)
  }, 240_000)
  afterAll(() => console_?.close())
  afterEach(() => console_.leave())

  /** Opens a page, lets `act` show what is stored, and holds that it stayed text: nothing ran, nothing was fetched from elsewhere. */
  async function visitSafely(path: string, act: (page: Page) => Promise<unknown>, tolerate?: RegExp): Promise<string> {
    const page = await console_.visit('/health/live', { tolerate })
    const elsewhere: string[] = []
    const dialogs: string[] = []
    page.on(
      'request',
      (request) => void (/^(data|blob):/.test(request.url()) || request.url().startsWith(console_.url) || elsewhere.push(request.url())),
    )
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const reply = await page.goto(console_.url + path)
    const policy = (await reply?.headerValue('content-security-policy')) ?? ''
    expect(policy).toMatch(/default-src 'none'.*script-src 'self'/)
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    await act(page)
    expect([
      path,
      await page.locator(FOREIGN).evaluateAll((nodes) => nodes.map((n) => (n as unknown as { outerHTML: string }).outerHTML)),
    ]).toEqual([path, []])
    expect([path, dialogs, elsewhere, await page.title()]).toEqual([path, [], [], expect.stringMatching(/(^|· )Millrace$/)])
    return (await page.locator('main').textContent()) ?? ''
  }

  it('stays text in the list of uploads', async () => {
    const shown = await visitSafely('/', async (page) => {
      await page.locator('.recent tbody tr').first().waitFor()
      await page.click('#recent-more')
      await page.locator('.recent tbody tr').nth(30).waitFor()
    })
    expect(shown).toContain('<plaintext>')
  })

  it('stays text on a document’s page, in its details, text and timeline', async () => {
    const entities = (await listEntities(console_.url)).filter(({ filename }) => /[<>]/.test(filename))
    expect(entities.length).toBeGreaterThan(8)
    for (const { upload_id, filename } of entities.slice(0, 8)) {
      const shown = await visitSafely(`/document?id=${upload_id}`, (page) => page.getByText('Accepted and stored').waitFor())
      expect(shown).toContain(filename)
      await console_.leave()
    }
    await visitSafely(`/document?id=${encodeURIComponent(scriptTexts[0] ?? '')}`, (page) => page.locator('.notice').waitFor(), /40[04]/)
  })

  it('stays text in the knowledge base and its passages', async () => {
    const shown = await visitSafely('/knowledge', async (page) => {
      const toggles = page.getByRole('button', { name: /^Passages of / })
      await toggles.first().waitFor()
      for (let i = 0; i < 5; i++) await toggles.nth(i).click()
      await page.locator('.passage-words').nth(4).waitFor()
    })
    expect(shown).toContain('Quern')
  })

  it('stays text in answers, citations and their passages', async () => {
    await visitSafely('/ask', async (page) => {
      await page.fill('#question', 'Which quern of the mill is <svg onload=document.title="hit">?')
      await page.press('#question', 'Enter')
      await page.locator('.marker, .notice').first().waitFor()
      if (await page.locator('.marker').count()) await page.locator('.marker').first().click()
    })
  })

  it('stays text among prompts, ratings, settings and indexes', async () => {
    const prompts = await visitSafely('/prompts', async (page) => {
      await page.locator('#prompt-list button, #prompt-list a').nth(4).click()
      await page.locator('#prompt-panel textarea').first().waitFor()
    })
    expect(prompts).toContain('p0')
    await console_.leave()
    const feedback = await visitSafely('/feedback', (page) => page.locator('.records tbody tr').nth(5).waitFor())
    expect(feedback).toContain('javascript:document.title')
    await console_.leave()
    const settings = await visitSafely('/settings', (page) => page.locator('#history tbody tr').first().waitFor())
    expect(settings).toContain(scriptTexts[0])
    await console_.leave()
    await visitSafely('/search-admin', (page) => page.getByText('documents').first().waitFor())
  })

  it('is handed back as a download, never as a page', async () => {
    const form = new FormData()
    form.append('metadata', JSON.stringify({ title: 'page', doc_type: 'html' }))
    form.append('file', new Blob(['<script>document.title="hit"</script>'], { type: 'text/html' }), 'page.html')
    const accepted = (await (await fetch(`${console_.url}/api/v2/upload`, { method: 'POST', body: form })).json()) as { upload_id: string }
    const reply = await fetch(`${console_.url}/api/v2/upload/${accepted.upload_id}/file`)
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
    expect([reply.headers.get('x-content-type-options'), reply.headers.get('content-type')]).toEqual([
      'nosniff',
      'application/octet-stream',
    ])
    await console_.visit('/')
  })
})
