import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'
import { AUDIENCE, CLIENT_ID, startPeopleProvider } from '../support/people-provider.ts'

const present = browserPresent('identity-provider.browser.test.ts')
/** The provider's own form asks for fonts from elsewhere; the console itself is told 401 before anybody is signed in. */
const tolerate = /401|fonts|ERR_|Failed to load resource/

describe.skipIf(!present)('people sign in at an identity provider', () => {
  let idp: Awaited<ReturnType<typeof startPeopleProvider>>
  let server: ConsoleVisits
  let page: Page
  beforeAll(async () => {
    idp = await startPeopleProvider()
    server = await openConsole({
      OIDC_ISSUER: idp.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_SCOPES: 'openid profile offline_access',
    })
    idp.admit(server.url)
  })
  afterAll(async () => {
    await server?.close()
    await idp?.close()
  })
  afterEach(() => server.leave())

  const panel = () => page.getByRole('dialog', { name: /^Sign(ed)? in$/ })
  const host = () => new URL(idp.issuer).host
  const kept = async (name: string) => JSON.parse(String(await page.evaluate(`JSON.stringify(sessionStorage.getItem('${name}'))`)))
  const pending = async () => JSON.parse(await kept('millrace.signing-in'))

  /** To the provider's form, where somebody says who they are and agrees. */
  async function atProvider(name: string) {
    await panel()
      .getByRole('button', { name: `Continue with ${host()}` })
      .click()
    await page.waitForURL(`${idp.issuer}/interaction/**`)
    await page.fill('input[name=login]', name)
    await page.fill('input[name=password]', 'anything')
    await page.click('button[type=submit]')
    await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' })
  }
  const agree = () => page.click('button[type=submit]')
  async function signIn(path: string, name = 'ada') {
    page = await server.visit(path, { tolerate })
    await panel().waitFor()
    await atProvider(name)
    await agree()
    await page.waitForURL(server.url + path)
    await page.getByRole('button', { name: 'Signed in' }).waitFor()
  }
  /** The address with which the provider sends the browser back, before the page does anything with it. */
  async function replyOf(name: string): Promise<URL> {
    page = await server.visit('/ask', { tolerate })
    await panel().waitFor()
    await atProvider(name)
    const script = '**/pages/sign-in/sign-in-page.js'
    await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await agree()
    await page.waitForURL(`${server.url}/sign-in/callback**`)
    await page.unroute(script)
    return new URL(page.url())
  }
  async function expectRefused(words: RegExp) {
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await kept('millrace.token')).toBeNull()
    expect(await kept('millrace.signing-in')).toBeNull()
    expect(new URL(page.url()).search).toBe('')
  }

  it('the whole way: sign-in, work, renewal, sign-out in every tab', async () => {
    await signIn('/ask?filter=none')
    // nothing of the exchange stands in an address or in the history, and the page works
    expect(page.url()).not.toMatch(/code=|state=/)
    await page.getByText('What you ask is kept here for you alone').or(page.locator('#question')).first().waitFor()
    await page.getByRole('button', { name: 'Signed in' }).click()
    await page.getByRole('heading', { name: 'Signed in', exact: true }).waitFor()
    await panel().getByText('Signed in as ada.').waitFor()
    await expectAccessible(page, 'the panel of who is signed in')
    await page.keyboard.press('Escape')

    // the token ends in a moment: the next call goes out with a new one
    const before = await kept('millrace.token')
    await page.evaluate(`(() => {
      const session = JSON.parse(sessionStorage.getItem('millrace.session'))
      sessionStorage.setItem('millrace.session', JSON.stringify({ ...session, given_at: Date.now() - 3600e3, expires_at: Date.now() + 1000 }))
    })()`)
    await page.goto(`${server.url}/knowledge`)
    await expect.poll(() => kept('millrace.token'), { timeout: 30_000 }).not.toBe(before)
    expect(await panel().isVisible()).toBe(false)
    // so it is where the server refuses the token that is there
    await page.evaluate(`(() => {
      const session = JSON.parse(sessionStorage.getItem('millrace.session'))
      sessionStorage.setItem('millrace.session', JSON.stringify({ ...session, given_at: Date.now() - 3600e3 }))
      sessionStorage.setItem('millrace.token', 'worn.out.token')
    })()`)
    await page.reload()
    await expect.poll(() => kept('millrace.token'), { timeout: 30_000 }).not.toBe('worn.out.token')
    expect(await panel().isVisible()).toBe(false)

    const other = await page.context().newPage()
    await other.goto(`${server.url}/ask`)
    await other.getByRole('button', { name: `Continue with ${host()}` }).click()
    await other.getByRole('button', { name: 'Signed in' }).waitFor()
    await page.getByRole('button', { name: 'Signed in' }).click()
    await panel().getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${idp.issuer}/session/end**`)
    await expect.poll(() => other.evaluate('Object.keys(sessionStorage)'), { timeout: 30_000 }).toEqual([])
    await page.click('button[value=yes]')
    await page.waitForURL(`${server.url}/`)
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])
    // no token was ever part of an address, and what renews them was given back
    expect(idp.asked.filter((line) => /eyJ|refresh_token=/.test(line))).toEqual([])
    expect(idp.asked).toContain('POST /token/revocation')
  })

  it('a reply with another state, of another issuer, to another nonce or with another verifier signs nobody in', async () => {
    const reply = await replyOf('mallory')
    const waiting = JSON.stringify(await pending())
    const come = async (change: (address: URL) => void, over: object = {}) => {
      const address = new URL(reply)
      change(address)
      await page.goto(`${server.url}/assets/shell/mill-wheel.svg`)
      await page.evaluate(
        `sessionStorage.setItem('millrace.signing-in', ${JSON.stringify(JSON.stringify({ ...JSON.parse(waiting), ...over }))})`,
      )
      await page.goto(address.href)
    }
    const notOurs = /does not belong to the sign-in/
    await come((address) => address.searchParams.set('state', 'guessed'))
    await expectRefused(notOurs)
    await come((address) => address.searchParams.delete('state'))
    await expectRefused(notOurs)
    await come((address) => address.searchParams.set('iss', 'https://mallory.example'))
    await expectRefused(notOurs)
    await come((address) => address.searchParams.delete('iss'))
    await expectRefused(notOurs)
    await come(() => undefined, { issuer: 'https://mallory.example' })
    await expectRefused(/has changed its identity provider/)
    // what a stranger writes into a link is not shown
    await page.goto(`${server.url}/sign-in/callback?error=access_denied&error_description=Call%20555&return_to=https://mallory.example/`)
    await expectRefused(/No sign-in waits/)
    expect(await page.textContent('body')).not.toContain('555')
    await expectAccessible(page, 'a refused sign-in')
    await come((address) => {
      address.searchParams.delete('code')
      address.searchParams.set('error', 'access_denied')
      address.searchParams.set('error_description', 'Ask Grace for access')
    })
    await expectRefused(/You were not let in.*Ask Grace for access/)
    await come(() => undefined, { verifier: 'a'.repeat(43) })
    await expectRefused(/took too long or was used already/)
  })

  it('a nonce of another sign-in is refused, a code is good once, and a kept page of another site is not gone to', async () => {
    const mixed = await replyOf('mallory')
    await page.goto(`${server.url}/assets/shell/mill-wheel.svg`)
    const waiting = await pending()
    await page.evaluate(
      `sessionStorage.setItem('millrace.signing-in', ${JSON.stringify(JSON.stringify({ ...waiting, nonce: 'of-another' }))})`,
    )
    await page.goto(mixed.href)
    await expectRefused(/does not belong to the sign-in/)
    await server.leave()

    const reply = await replyOf('ada')
    await page.goto(`${server.url}/assets/shell/mill-wheel.svg`)
    const mine = await pending()
    const put = (over: object) =>
      page.evaluate(`sessionStorage.setItem('millrace.signing-in', ${JSON.stringify(JSON.stringify({ ...mine, ...over }))})`)
    await put({ returnTo: '//mallory.example/ask' })
    await page.goto(reply.href)
    await page.waitForURL(`${server.url}/`)
    await page.getByRole('button', { name: 'Signed in' }).waitFor()
    // the same reply once more: nothing waits for it, and the provider has taken the code already
    await page.goto(reply.href)
    await page.getByText('No sign-in waits for this reply').waitFor()
    await put({ returnTo: 'https://mallory.example/' })
    await page.goto(reply.href)
    await page.getByText('used already').waitFor()
    expect(page.url()).toBe(`${server.url}/sign-in/callback`)
  })
})
