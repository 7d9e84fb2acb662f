import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registerAssets } from '../../kernel/http/reply/pages.ts'
import { webhooks } from '../../services/webhooks/service.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, visitServer } from '../support/console-visits.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

const present = browserPresent('webhooks.browser.test.ts')

describe.skipIf(!present)('the console of webhooks', () => {
  let stack: EmbeddedStack
  let visits: ConsoleVisits
  let receiver: Server
  let page: Page
  let status = 200
  const bodies: string[] = []

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      bodies.push(await text(request))
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    stack = await embeddedStack([webhooks, { name: 'assets', routes: (app) => registerAssets(app) }], { WEBHOOK_ALLOW_PRIVATE: 'true' })
    visits = await visitServer(stack.app.listen({ port: 0, host: '127.0.0.1' }).then((url) => ({ url, stop: () => stack.dispose() })))
  })
  afterAll(async () => {
    await visits?.close()
    receiver?.closeAllConnections()
    receiver?.close()
  })
  afterEach(() => visits.leave())

  it('adds an endpoint, shows its secret once, tests it, tells what failed, sends it again and deletes it', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    page = await visits.visit('/webhooks')
    await page.getByText('Nothing is sent anywhere yet.').waitFor()
    await page.getByRole('button', { name: 'Add an endpoint' }).click()
    await page.getByLabel('Address').fill(url)
    await page.getByLabel('Description (optional)').fill('Mirror <b>one</b>')
    await page.getByLabel('chat.completed').check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const secret = await page.locator('.secret').textContent()
    expect(secret).toMatch(/^whsec_/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('The secret is on the clipboard.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Mirror <b>one</b>').waitFor()
    expect(await page.content()).not.toContain(secret)
    status = 500
    await page.getByRole('button', { name: `Test: ${url}` }).click()
    await page.locator('#deliveries').getByText('answered with 500').waitFor()
    status = 200
    await page
      .locator('#deliveries')
      .getByRole('button', { name: /^Send again: webhook.test/ })
      .click()
    await page.locator('#deliveries').getByText('delivered').waitFor()
    expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ event: 'webhook.test' })
    await expectAccessible(page, 'webhooks')
    await page.getByRole('button', { name: `Disable: ${url}` }).click()
    await page.locator('#endpoints .badge', { hasText: 'disabled' }).waitFor()
    await page.getByRole('button', { name: `Delete: ${url}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Nothing is sent anywhere yet.').waitFor()
  })

  it('shows an endpoint to which nothing arrives as one that fails', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/failing`
    status = 500
    const made = await stack.app.inject({
      method: 'POST',
      url: '/api/v2/webhooks',
      payload: { url, events: ['run.ended'], description: '' },
    })
    const { id } = made.json()
    await stack.app.inject({ method: 'POST', url: `/api/v2/webhooks/${id}/test` })
    const of = async () => (await stack.app.inject('/api/v2/webhooks')).json().items.find((one: { id: string }) => one.id === id)
    await expect.poll(async () => (await of()).failing_since, { timeout: 20_000 }).toBeTruthy()
    page = await visits.visit('/webhooks')
    expect(await page.locator('#endpoints .badge', { hasText: 'failing' }).getAttribute('data-status')).toBe('error')
    await stack.app.inject({ method: 'DELETE', url: `/api/v2/webhooks/${id}` })
    status = 200
  })

  it('is all there on a phone, in the dark', async () => {
    const payload = { url: 'https://example.org/a/rather/long/path/of/hooks', events: ['run.ended'], description: '' }
    await stack.app.inject({ method: 'POST', url: '/api/v2/webhooks', payload })
    page = await visits.visit('/webhooks', { width: 390, dark: true })
    await page.getByText(payload.url).waitFor()
    await expectAccessible(page, 'webhooks at 390 px')
  })
})
