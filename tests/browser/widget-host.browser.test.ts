import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startChatModel } from '../support/chat-model.ts'
import { browserPresent } from '../support/console-visits.ts'
import { type WidgetVisits, widgetClaims, widgetVisits } from '../support/widget-visits.ts'

const present = browserPresent('widget-host.browser.test.ts')
const GUIDE = readFileSync(new URL('../../docs/how-to/embed-the-review-widget.md', import.meta.url), 'utf8')
/** What the how-to guide has a host page contain, and the policy under which it works. */
const SNIPPET = /```html\n(<div id="sdac-meta-data"[\s\S]*?)```/.exec(GUIDE)?.[1] ?? ''
const POLICY = /Content-Security-Policy: (default-src 'none';.*)/.exec(GUIDE)?.[1] ?? ''

describe.skipIf(!present)('what a host page brings with it', () => {
  let widget: WidgetVisits
  let model: Awaited<ReturnType<typeof startChatModel>>
  let page: Page
  let token = ''
  const folder = mkdtempSync(join(tmpdir(), 'widget-host-'))
  const ours = (text: string) => text.replaceAll('https://millrace.example', widget.url)
  /** Pages by their paths: the guide's snippet word for word, and the same with the token in the script's address. */
  const pages: Record<string, () => string> = {
    '/': () => ours(SNIPPET).replace('data-widget-token="TOKEN"', `data-widget-token="${token}"`),
    // what a visitor wrote stands in the page, cleaned of scripts but not of names
    '/written-to': () => `<img name="currentScript" alt="" src="${strangerUrl()}/widget/embed.js">${pages['/']!()}`,
    '/in-address': () => ours(SNIPPET).replace(/embed\.js" data-widget-token="TOKEN"/, `embed.js?widget_token=${token}"`),
  }
  const bare = createServer((request, response) => {
    const body = pages[request.url ?? '']?.()
    if (body === undefined) return void response.writeHead(404).end()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': ours(POLICY) }
    response.writeHead(200, headers).end(`<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1>${body}`)
  })

  beforeAll(async () => {
    const config = join(folder, 'config.yaml')
    const given = readFileSync(new URL('../../config.yaml', import.meta.url), 'utf8')
    writeFileSync(config, `${given}\nsdac: { limits: { questions_per_session: 2 } }\n`)
    await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done))
    model = await startChatModel()
    widget = await widgetVisits({ CONFIG_PATH: config, LLM_BASE_URL: model.url, LLM_API_KEY: 'none' }, [bareUrl()])
  })
  afterEach(() => widget.leave())
  afterAll(async () => {
    model?.goOn()
    await widget?.close()
    await model?.close()
    bare.close()
    rmSync(folder, { recursive: true })
  })

  const strangerUrl = () => widget.stranger.url
  const bareUrl = () => `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
  const frame = () => widget.frame()
  const inside = () => widget.inside()
  const mint = (over = {}) => widget.provider.mint({ sub: crypto.randomUUID(), ...widgetClaims, ...over })

  it('works with the snippet of the guide under the policy of the guide, and nothing else; the token is in no address and no referrer', async () => {
    expect([SNIPPET, POLICY].every(Boolean)).toBe(true)
    token = await mint()
    page = await widget.open('', { at: 'about:blank' })
    const leaks: string[] = []
    page.on('request', async (request) => {
      const { authorization: _, ...rest } = await request.allHeaders()
      if (`${request.url()} ${JSON.stringify(rest)}`.includes(token)) leaks.push(request.url())
    })
    await page.goto(bareUrl())
    await widget.launcher().click()
    await widget.upload()
    await widget.shot('guide')
    expect(leaks).toEqual([])
    expect(await inside().evaluate('[document.referrer, location.href].join()')).not.toContain(token)
    expect(await page.evaluate('window.shifts')).toBe(0)
  })

  it('may hold what a stranger wrote: a picture that is named as the script is none, and the token goes nowhere else', async () => {
    token = await mint()
    page = await widget.open('', { at: 'about:blank', tolerate: /ERR_BLOCKED|Content Security Policy/ })
    await page.goto(`${bareUrl()}/written-to`)
    expect(await page.evaluate('document.currentScript?.src')).toContain(strangerUrl())
    await widget.launcher().click()
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    expect(new URL(inside().url()).origin).toBe(new URL(widget.url).origin)
  })

  it('can be a token in the address of the script, which goes no further than that', async () => {
    token = await mint()
    page = await widget.open('', { at: 'about:blank' })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(`${bareUrl()}/in-address`)
    await widget.launcher().click()
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    expect(addresses.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)).toEqual(['/widget/embed.js'])
  })

  it('is not listened to but for the page itself: neither another frame of it nor an opener is', async () => {
    page = await widget.open()
    await widget.launcher().click()
    await frame().locator('#drop-words', { hasText: 'Choose a cost report' }).waitFor()
    const context = { districtId: 'evil', districtName: 'Evil', quarter: 'Q1', year: '2026', userId: 'evil' }
    const forged = JSON.stringify({ sdac: 1, type: 'context', token: 'evil', lang: 'de', context })
    await inside().evaluate('window.heard = 0; addEventListener("message", () => { heard++ })')
    await page.evaluate(`window.asked = 0; document.addEventListener('sdac-token-needed', () => { asked++ });
      window.heard = 0; addEventListener('message', ({ data }) => { heard += data === 'done' ? 1 : 0 });
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'about:blank', id: 'evil' }))`)
    const evil = (await (await page.$('#evil'))!.contentFrame())!
    await evil.evaluate(`parent.document.querySelector('sdac-review').shadowRoot.querySelector('iframe').contentWindow.postMessage(${forged}, '*');
      for (const type of ['token-needed', 'close', 'ready']) parent.postMessage({ sdac: 1, type }, '*');
      parent.postMessage('done', '*')`)
    await expect.poll(() => page.evaluate('heard'), { timeout: 30_000 }).toBe(1)
    await expect.poll(() => inside().evaluate('heard'), { timeout: 30_000 }).toBe(1)
    expect(await frame().locator('#place').textContent()).toBe('North District · Q1 2026')
    expect([await page.evaluate('asked'), await widget.launcher().getAttribute('aria-expanded')]).toEqual([0, 'true'])

    const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate(`window.other = open('${widget.url}/widget/frame')`)])
    await popup.getByText('This is the inside of the review').waitFor()
    await popup.evaluate('window.heard = 0; addEventListener("message", () => { heard++ })')
    // the frame has cut the tie to whoever opened it, or hears it and does not listen
    await page.evaluate(`other.postMessage(${forged}, '*')`)
    expect(await popup.locator('#place').textContent()).toBe('')
  })

  it('may be unknown to the platform: then who opens the review is told, and so is the page’s owner', async () => {
    page = await widget.open('', { at: 'about:blank', tolerate: /frame-ancestors|Framing|ERR_BLOCKED|target origin|WIDGET_ORIGINS/ })
    await page.clock.install()
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    await page.goto(widget.stranger.url)
    await widget.launcher().click()
    const told = page.locator('sdac-review').getByRole('alert')
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(11_000)
          return told.allTextContents()
        },
        { timeout: 60_000 },
      )
      .toEqual(['The review could not be loaded. Tell whoever runs this page.'])
    expect(warnings.join()).toContain(`Is ${widget.stranger.url} named in WIDGET_ORIGINS of ${widget.url}`)
    await widget.shot('not-named')
  })

  it('can have a token without the role: the frame says that the page may not open it', async () => {
    page = await widget.open('', { tolerate: /status of 403/, fresh: () => mint({ roles: [] }) })
    await widget.launcher().click()
    await frame().getByRole('alert').getByText('This page may not open the review.').waitFor()
    await widget.shot('forbidden')
    await widget.expectBothAccessible('forbidden')
  })

  it('can style and move whatever it likes: the button and the frame stay as they are', async () => {
    page = await widget.open()
    await page.evaluate(`const sheet = new CSSStyleSheet();
      sheet.replaceSync('*, sdac-review { position: relative !important; display: none !important; opacity: 0 !important; animation: none !important } html, body { display: block !important; opacity: 1 !important }');
      document.adoptedStyleSheets = [sheet]`)
    await widget.launcher().click()
    await frame().locator('#drop').waitFor()
    const panel = (property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('sdac-review').shadowRoot.querySelector('section')).${property}`)
    expect(await page.evaluate('getComputedStyle(document.querySelector("sdac-review")).position')).toBe('fixed')
    expect(await panel('animationName')).toBe('none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await panel('animationName')).toBe('rise')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await inside().evaluate('parseFloat(getComputedStyle(document.getElementById("close")).transitionDuration)')).toBeLessThan(0.01)
  })

  it('an answer is stopped by keyboard, is told to a screen reader once, and limits are told kindly', async () => {
    page = await widget.open('', { tolerate: /status of 429/ })
    await widget.launcher().click()
    await widget.upload()
    await frame().getByRole('tab', { name: 'Questions' }).click()
    const focused = (id: string) => expect.poll(() => inside().evaluate('document.activeElement.id'), { timeout: 30_000 }).toBe(id)
    await inside().focus('#question')
    await widget.keysReachFrame()
    await page.keyboard.type('What next? [wait]')
    await page.keyboard.press('Tab')
    await focused('send')
    await page.keyboard.press('Enter')
    await focused('stop')
    await page.keyboard.press('Enter')
    await frame().locator('.theirs .said', { hasText: 'Stopped.' }).waitFor()
    expect(await inside().evaluate('document.activeElement.id')).toBe('send')

    await inside().focus('#question')
    await page.keyboard.type('And now? [short]')
    await page.keyboard.press('Enter')
    await frame().locator('.theirs .said', { hasText: 'Short.' }).waitFor()
    await frame().locator('#send').waitFor()
    const heard = await frame().locator('#heard p').allTextContents()
    expect(heard.filter((text) => text.includes('Short.'))).toEqual(['Short.'])
    await page.keyboard.type('Once more?')
    await page.keyboard.press('Enter')
    await frame().locator('.theirs .trouble', { hasText: 'The limit is reached for now. Try again in about 24 hours.' }).waitFor()
    await widget.shot('limits')
    await widget.expectBothAccessible('limits')
  })
})
