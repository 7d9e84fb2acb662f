import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PIXEL, QUESTION } from '../support/chat-model.ts'
import {
  type AnsweringConsole,
  answeringConsole,
  askOnPage,
  browserPresent,
  expectAccessible,
  type VisitOptions,
} from '../support/console-visits.ts'
import { tabTo } from '../support/tab-to.ts'

const present = browserPresent('chat.browser.test.ts')
const pdf = 'evacuation-procedure.pdf'
const feedbackSchema = z.array(
  z.looseObject({ rating: z.number(), feedback_text: z.string().optional(), response_payload: z.looseObject({ question: z.string() }) }),
)

describe.skipIf(!present)('answers in the console', () => {
  let server: AnsweringConsole
  let page: Page

  beforeAll(async () => {
    server = await answeringConsole()
  })
  afterAll(() => server?.close())
  afterEach(() => server.leave())

  const visit = async (path?: string, options?: VisitOptions) => {
    page = await server.visit(path, options)
  }
  const ask = (question: string, answers = 1) => askOnPage(page, question, answers)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const clipboard = () => page.evaluate('navigator.clipboard.readText()')
  const lastAsked = () => JSON.stringify(server.model.asked.at(-1))

  it('draws Markdown, and nothing of an answer runs, is fetched, or leads to a script', async () => {
    await visit()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await ask(QUESTION)
    expect(await page.locator('.prose strong').textContent()).toBe('upper meadow beside the dovecote')
    expect(await page.locator('.prose td').allTextContents()).toEqual(['Hoist', '48?'])
    expect(await page.locator('.prose li').last().textContent()).toBe('It has code?')
    expect(await page.locator('.prose p').last().textContent()).toBe('I found nothing about that in the documents.')
    // underscores within names of files are no marks
    expect(await page.locator('.prose').textContent()).toContain('a__b (c__d)')
    expect(await page.locator('.prose pre').textContent()).toBe('ls <b>here</b>')
    expect(await page.locator('.prose').textContent()).toContain('<img src=x onerror="window.hit=1">')
    const links = await page.locator('.prose a').evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel')]))
    expect(links).toEqual([['https://example.org/', 'noopener noreferrer']])
    // words may say one place and lead to another
    expect(await page.locator('.prose a').textContent()).toMatch(/^site.*\(example\.org\)$/)
    expect([await page.locator('.prose img').count(), await page.evaluate('window.hit')]).toEqual([0, undefined])
    expect(fetched.filter((url) => !url.startsWith(server.url))).toEqual([])
  })

  it('marks sentences that nothing supports, tells why, and opens a quote in its document', async () => {
    await visit()
    await ask(QUESTION)
    const marked = await page.locator('.unsupported').allTextContents()
    expect(marked.join(' ')).toContain('The yard is evacuated within 97 minutes')
    expect(marked.join(' ')).toContain('Ropes were checked by Queen Victoria in 1875.')
    expect(marked.join(' ')).not.toContain('assembly point')
    await page.getByText(/\d sentences of this answer are not supported/).waitFor()
    await page.getByRole('button', { name: /^Not supported by the sources: Ropes/ }).click()
    const panel = page.getByRole('dialog')
    expect(await panel.locator('.notice').textContent()).toMatch(/No retrieved passage supports.*Victoria/)
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Citation 1: .*page 3$|^Citation 1: .*Assembly points$/ })
      .first()
      .click()
    expect(await panel.locator('mark').textContent()).toContain('upper meadow beside the dovecote')
    await panel.getByRole('link', { name: 'Open in its document' }).click()
    const quote = page.locator('mark.quoted')
    await quote.first().waitFor()
    expect((await quote.allTextContents()).join('')).toMatch(/^When the river gauge at the weir.*white rail\.$/)
    await expect.poll(() => quote.first().evaluate((e) => e === e.ownerDocument.activeElement)).toBe(true)
    const seen = await quote.first().boundingBox()
    expect(seen!.y).toBeGreaterThan(0)
    expect(seen!.y).toBeLessThan(860)
  })

  it('a citation of the API links to the same place', async () => {
    const body = JSON.stringify({ question: QUESTION })
    const reply = await fetch(`${server.url}/api/v2/flexible-rag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { citations } = z.object({ citations: z.array(z.object({ link: z.string(), quote: z.string() })) }).parse(await reply.json())
    await visit(citations[0]!.link)
    await page.locator('mark.quoted').first().waitFor()
    const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
    expect(flat((await page.locator('mark.quoted').allTextContents()).join(''))).toBe(flat(citations[0]!.quote))
  })

  it('stops by Escape, takes the last question back by ↑, and asks again', async () => {
    await visit()
    await ask('Long [wait]', 0)
    await page.locator('.prose', { hasText: 'Well,' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Stopped.', { exact: true }).first().waitFor()
    expect(await page.locator('.prose').textContent()).toContain('Well,')
    server.model.goOn()
    await page.press('#question', 'ArrowUp')
    expect(await page.inputValue('#question')).toBe('Long [wait]')
    await page.fill('#question', 'Better [short]')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two lines')
    await page.keyboard.press('Enter')
    await page.locator('.how').waitFor()
    expect(await page.locator('.answer h2').allTextContents()).toEqual(['Better [short]\ntwo lines'])
    const calls = server.model.asked.length
    await button('Retry').click()
    await expect.poll(() => server.model.asked.length).toBe(calls + 1)
    await page.locator('.how').waitFor()
    await page.press('#question', 'ArrowUp')
    await page.keyboard.press('Escape')
    expect([await page.inputValue('#question'), await page.locator('#editing').isVisible()]).toEqual(['', false])
  })

  it('copies the answer and its call for a shell', async () => {
    await visit()
    await page.evaluate(`sessionStorage.setItem('millrace.key', 'secret-of-the-tests')`)
    await ask("It's [short]")
    await button('Copy').click()
    expect(await clipboard()).toBe('Short.')
    await button('Copy as curl').click()
    const command = String(await clipboard())
    expect(command).toContain(`curl -sS '${server.url}/api/v2/flexible-chat'`)
    expect(command).toContain('-H "Ocp-Apim-Subscription-Key: $MILLRACE_KEY"')
    expect(command).toContain(`It'\\''s [short]`)
    expect(command).not.toContain('secret-of-the-tests')
  })

  it('sends a thumb with a comment and with what was expected, which becomes a case', async () => {
    await visit()
    await ask('Which meadow? [short]')
    await button('Poor answer').click()
    await page.getByLabel('Comment').fill('Too short.')
    await page.getByLabel('What should it have said?').fill('The upper meadow.')
    await page.getByLabel('Where does it stand?').fill(`${pdf}\n\n${pdf}`)
    await button('Send').click()
    await page.getByText('Thank you for your feedback.').waitFor()
    expect(await button('Poor answer').getAttribute('aria-pressed')).toBe('true')
    const recent = feedbackSchema.parse(await (await fetch(`${server.url}/api/v2/feedback/recent`)).json())
    expect(recent[0]).toMatchObject({ rating: -1, feedback_text: 'Too short.', response_payload: { question: 'Which meadow? [short]' } })
    const line = (await (await fetch(`${server.url}/api/v2/feedback/cases.jsonl`)).text()).trim()
    expect(JSON.parse(line)).toMatchObject({
      question: 'Which meadow? [short]',
      expected_answer: 'The upper meadow.',
      expected_documents: [pdf],
      note: 'Too short.',
    })
  })

  it('sends what was chosen, keeps it, and compares two models', async () => {
    await visit()
    await button('Settings').click()
    await page.getByLabel('Model').selectOption('reasoning')
    await page.getByLabel('Reasoning effort').selectOption('high')
    await page.getByLabel('Most tokens').fill('77')
    await page.getByLabel('Passages').fill('2')
    await button('Done').click()
    await ask('Thought [short]')
    expect(server.model.asked.at(-1)).toMatchObject({ model: 'o4-mini', reasoning_effort: 'high', max_completion_tokens: 77 })
    await page.reload()
    expect(await page.textContent('#settings-words')).toBe('model reasoning, at most 77 tokens, effort high, passages 2')
    await button('Settings').click()
    await page.getByLabel('Compare two settings side by side').check()
    await page.locator('#set-1-model').selectOption('text')
    await button('Done').click()
    await ask('Both [short]', 2)
    // a follow-up is also reworded, in calls that do not stream
    const answered = server.model.asked.filter(({ stream }) => stream).slice(-2)
    expect(answered.map((asked) => asked.model).sort()).toEqual(['gpt-3.5-turbo', 'o4-mini'])
    expect(await page.locator('.reply-label').count()).toBe(2)
  })

  it('sends pictures that were pasted or chosen, refuses others, and names the models that see', async () => {
    await visit('/ask', { tolerate: /400/ })
    const files = [
      { name: 'gate.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(4_200_000) },
    ]
    await page.setInputFiles('#image-picker', files)
    await page.getByText('plan.svg is no picture that can be sent').waitFor()
    await page.getByText('huge.png has 4.2 MB').waitFor()
    await page.evaluate(`(async () => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${JSON.stringify([...PIXEL])})], 'wheel.png', { type: 'image/png' }))
      dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
    })()`)
    await page.getByRole('button', { name: 'Remove wheel.png' }).waitFor()
    await ask('What is this? [short]')
    expect(lastAsked().match(/data:image\/png;base64/g)).toHaveLength(2)
    await button('Settings').click()
    await page.getByLabel('Model').selectOption('text')
    await button('Done').click()
    await page.setInputFiles('#image-picker', files.slice(0, 1))
    await ask('And this? [short]', 0)
    const refused = page.locator('.notice.error')
    await refused.getByText('Models that do: default').waitFor()
    expect(await refused.locator('.mono').textContent()).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is reached and used by keyboard alone', async () => {
    await visit()
    await page.keyboard.type(QUESTION)
    await page.keyboard.press('Enter')
    await page.locator('.how').waitFor()
    expect(await page.textContent('#announcer')).toMatch(/^Answer ready: The assembly point/)
    await page.locator('#content').focus()
    await tabTo(page, 'New conversation')
    await page.locator('.marker').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await tabTo(page, 'Copy')
    await tabTo(page, 'Good answer')
    // the field's ring is drawn around the box that it stands in
    const focused = () => page.evaluate('document.activeElement.id')
    // What may be asked next stands between.
    for (let i = 0; i < 10 && (await focused()) !== 'question'; i++) await page.keyboard.press('Tab')
    expect(await focused()).toBe('question')
    await tabTo(page, 'settings')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await tabTo(page, 'image-picker')
  })

  it('is the page of /unified-test, with two settings to compare', async () => {
    await visit('/api/v2/unified-test')
    await page.getByText('as configured against as configured').waitFor()
  })

  for (const dark of [false, true])
    for (const width of [1280, 390])
      it(`has no accessibility violation and does not scroll sideways, ${dark ? 'dark' : 'light'}, ${width} px`, async () => {
        await visit('/ask', { dark, width })
        await ask(QUESTION)
        await expectAccessible(page, 'answer')
        // In a small window the box would cover the answer's tools and what can be asked next.
        expect(await page.evaluate("getComputedStyle(document.querySelector('.question-box')).position")).toBe(
          width < 640 ? 'static' : 'sticky',
        )
        await page.locator('.doubt').first().click()
        await expectAccessible(page, 'doubt')
        await page.keyboard.press('Escape')
        await button('Settings').click()
        await page.getByLabel('Compare two settings side by side').check()
        await expectAccessible(page, 'settings')
        await button('Done').click()
        await page.setInputFiles('#image-picker', { name: 'gate.png', mimeType: 'image/png', buffer: PIXEL })
        if (width < 960) await button('Conversations').click()
        await expectAccessible(page, 'history')
        await button('Remove gate.png').click()
        await ask('Both [short]', 2)
        await expectAccessible(page, 'comparison')
        await button('Poor answer').last().click()
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page, 'rating')
      })
})
