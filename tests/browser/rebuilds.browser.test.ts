import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, visitServer } from '../support/console-visits.ts'
import { sendText, settled } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const present = browserPresent('rebuilds.browser.test.ts')
const WAIT = { timeout: 60_000 }

describe.skipIf(!present)('the console of rebuilds', () => {
  let dir: string
  let server: ServerProcess
  let visits: ConsoleVisits
  let page: Page
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-rebuilds-page-'))
    server = await startProcess({ DATA_DIR: dir })
    visits = await visitServer(Promise.resolve({ url: server.url, stop: async () => void (await server.stop()) }))
    const text = (name: string) =>
      Array.from({ length: 40 }, (_, i) => `Paragraph ${i} of ${name} tells of the wheel and the weir.`).join('\n\n')
    for (const name of ['mill.txt', 'weir.txt']) await settled(server.url, (await sendText(server.url, name, text(name))).id)
  })
  afterAll(async () => {
    await visits?.close()
    await rm(dir, { recursive: true, force: true })
  })
  afterEach(() => visits?.leave())

  it('estimates, builds, compares, cuts over, rolls back and discards', async () => {
    page = await visits.visit('/rebuilds', { tolerate: /400 \(Bad Request\)|409 \(Conflict\)/ })
    await page.getByText('No index was built anew yet.').waitFor(WAIT)
    await page.getByLabel('Longest passage').fill('60')
    await page.getByLabel('Overlap, in tokens').fill('60')
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('is less than chunking.max_tokens').waitFor(WAIT)
    await page.getByLabel('Overlap, in tokens').fill('0')
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('2 documents, about').waitFor(WAIT)
    await page.getByText('Pace, an earlier state, other fields').click()
    await page.getByRole('button', { name: 'Put in the fields of now' }).click()
    const definition = page.getByLabel('Fields of the new build, as JSON')
    await expect.poll(() => definition.inputValue(), WAIT).toContain('"speaker"')
    const { fields } = JSON.parse(await definition.inputValue()) as { fields: { name: string }[] }
    await definition.fill('{"fields": ')
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('The definition is not JSON').waitFor(WAIT)
    await definition.fill(JSON.stringify({ fields: fields.filter(({ name }) => name !== 'speaker') }))
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('Fields removed: speaker.').waitFor(WAIT)
    await page.getByRole('button', { name: 'Start' }).click()
    const card = page.getByRole('article', { name: 'documents' })
    await expect.poll(() => page.evaluate('document.activeElement.dataset.run ?? ""'), WAIT).not.toBe('')
    expect(await page.inputValue('#max-tokens')).toBe('')
    await card.getByText('No document is missing.').waitFor(WAIT)
    await card.getByText('with fields of its own').waitFor(WAIT)
    await card.getByText('Searches stay with the old build until you switch.').waitFor(WAIT)
    // what waits for somebody stands above the form
    expect(await page.locator('#open article').count()).toBe(1)
    await expectAccessible(page, 'rebuilds')
    await page.route(/cut-over$/, async (route) => {
      const { anyway } = route.request().postDataJSON() as { anyway?: boolean }
      if (anyway) return route.continue()
      const error = { code: 'conflict', message: 'the build lacks 3 documents', details: { missing: 3, extra: 1, documents: [] } }
      return route.fulfill({ status: 409, json: { error } })
    })
    await card.getByRole('button', { name: 'Switch to it' }).click()
    await page.getByText('The other build lacks 3 documents and shows 1 that are gone.').waitFor(WAIT)
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
    await card.getByText('ready, waits for you').waitFor(WAIT)
    await card.getByRole('button', { name: 'Switch to it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch all the same' }).click()
    await card.getByText('answers now').waitFor(WAIT)
    await card.getByRole('button', { name: 'Switch back' }).click()
    await card.getByText('switched back').waitFor(WAIT)
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await card.getByText('removed').waitFor(WAIT)
    expect(await page.locator('#rebuilds article').count()).toBe(1)
    expect(await card.getByRole('button').count()).toBe(0)
  }, 120_000)

  it('keeps what stands there while the server is away, and goes on by itself', async () => {
    page = await visits.visit('/rebuilds', { tolerate: /503|Failed to load/ })
    const card = page.getByRole('article', { name: 'documents' })
    await card.waitFor(WAIT)
    await page.route(/\/admin\/rebuilds(\?.*)?$/, (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'away' } } }),
    )
    await page.getByRole('alert').getByText('It is asked again by itself.').waitFor(WAIT)
    expect(await card.isVisible()).toBe(true)
    await page.unroute(/\/admin\/rebuilds(\?.*)?$/)
    await page.getByText('It is asked again by itself.').waitFor({ ...WAIT, state: 'detached' })
  })

  it('names the document that a rebuild waits for, instead of a time', async () => {
    page = await visits.visit('/rebuilds')
    await page.route(/\/admin\/rebuilds(\?.*)?$/, async (route) => {
      const reply = await route.fetch()
      const list = (await reply.json()) as { items: object[] }
      const running = { status: 'running', paused: false, read: 1, total: 2, written: 1, eta_seconds: null, waits_for: 'weir.txt' }
      await route.fulfill({ response: reply, json: { ...list, items: list.items.slice(0, 1).map((one) => ({ ...one, ...running })) } })
    })
    await page.reload()
    await page.getByText('1 of 2 documents, 1 written; weir.txt takes long', { exact: true }).waitFor(WAIT)
  })
})
