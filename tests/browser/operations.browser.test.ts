import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defineConsumer } from '../../kernel/consume/define-consumer.ts'
import { runConsumer } from '../../kernel/consume/run-consumer.ts'
import { registerAssets } from '../../kernel/http/reply/pages.ts'
import { WorkError } from '../../kernel/runtime/errors.ts'
import { newId } from '../../kernel/runtime/ids.ts'
import { documentStored } from '../../schemas/document.ts'
import { log } from '../../services/log/service.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, visitServer } from '../support/console-visits.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

const present = browserPresent('operations.browser.test.ts')

describe.skipIf(!present)('the console of the log', () => {
  let stack: EmbeddedStack
  let visits: ConsoleVisits
  let page: Page
  let isBroken = true
  let stopToy: () => Promise<void>

  const toy = defineConsumer({
    ...{ name: 'toy', runs: 'worker', on: [documentStored], emits: [], needs: [], timeoutMs: 10_000 },
    retry: { attempts: 1, baseMs: 1, capMs: 1 },
    async handle() {
      if (isBroken) throw new WorkError('corrupt', 'no <b>good</b>')
      return []
    },
  })

  beforeAll(async () => {
    stack = await embeddedStack([log, { name: 'assets', routes: (app) => registerAssets(app) }], { RATE_LIMIT_PER_MINUTE: '0' })
    const running = await runConsumer({ consumer: toy, ports: stack.ports, log: pino({ level: 'silent' }) })
    stopToy = () => running.stop(1000)
    const url = await stack.app.listen({ host: '127.0.0.1', port: 0 })
    visits = await visitServer(Promise.resolve({ url, stop: async () => undefined }))
  }, 120_000)
  afterEach(() => visits.leave())
  afterAll(async () => {
    await visits.close()
    await stopToy()
    await stack.dispose()
  })

  it('shows dead letters by reason and one by one, and sends them again with a reason', async () => {
    page = await visits.visit('/dead-letters')
    await page.getByText('Nothing has failed.').first().waitFor()
    expect(await page.getByLabel('State').isVisible()).toBe(false)
    const file = { index: 'documents', source_file: 'a.txt', file_type: 'txt', size_bytes: 5, content_type: 'text/plain', blob: 'x' }
    const notice = () =>
      documentStored.make({
        ...{ upload_id: newId(), document_id: newId(), generation: 1, attempt: 1, process_mode: 'async', process: true, message: '' },
        file: { ...file, metadata: { title: 'A', doc_type: 'note' }, received_at: '2026-01-01T00:00:00.000Z' },
      })
    await stack.ctx.publish([notice(), notice(), notice()], { requestId: 'test' })
    const letters = page.getByRole('table', { name: 'Dead letters' })
    await expect.poll(() => letters.getByRole('button').count(), { timeout: 60_000 }).toBe(3)
    await page.getByRole('table', { name: 'Reasons' }).getByText('no <b>good</b>').waitFor()
    await expectAccessible(page, 'the list')
    expect(await letters.getByRole('link', { name: 'Open the document' }).count()).toBe(3)
    await letters.getByRole('button', { name: 'a.txt' }).first().click()
    const shown = page.getByRole('dialog', { name: 'a.txt' })
    const fields = shown.getByRole('table', { name: 'Fields of the record' })
    await fields.getByRole('row', { name: 'file.source_file a.txt' }).waitFor()
    const json = shown.getByRole('region', { name: 'The record' })
    expect(await json.isVisible()).toBe(false)
    await shown.getByText('The record as JSON').click()
    expect(await json.textContent()).toMatch(/^\{\n {2}"/)
    await shown.getByRole('link', { name: 'the document' }).waitFor()
    await expectAccessible(page, 'one of them')
    await shown.getByRole('button', { name: 'Discard …' }).click()
    const one = page.getByRole('dialog', { name: 'Discard 1 record' })
    await one.getByLabel('Reason').fill('a test')
    await one.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.poll(() => letters.getByRole('button').count(), { timeout: 60_000 }).toBe(2)
    isBroken = false
    await page.getByRole('button', { name: 'Send these again …' }).click()
    await page.getByRole('dialog', { name: 'Send 2 records again' }).getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByLabel('State').selectOption('resolved')
    await expect.poll(() => letters.getByRole('button').count(), { timeout: 60_000 }).toBe(2)
    await page.getByLabel('State').selectOption('open')
    await page.getByText('Nothing is open. 3 records of before are settled').first().waitFor()
  })

  it.each([
    { width: 1280, dark: false },
    { width: 390, dark: true },
  ])('shows topics, groups and what operators did, at $width', async (options) => {
    page = await visits.visit('/operations', options)
    await page.getByText(/^\d+ quiet topics$/).click()
    await page.getByRole('table', { name: 'Quiet topics' }).getByText('settings.changed', { exact: true }).waitFor()
    await page.locator('#groups, #quiet-groups').getByText('projector', { exact: true }).waitFor({ state: 'attached' })
    // what is folded open stays so while the page looks again
    await page.waitForResponse(/admin\/topics/)
    await page.getByRole('table', { name: 'Quiet topics' }).waitFor()
    await page.getByText('Dead letters discarded').waitFor()
    await page.getByText('All is well: nothing stands still, and nothing was given up on.').waitFor()
    // numbers that are compared stand one above the other; a phone shows them beside their names
    const aligned = await page.evaluate(`getComputedStyle(document.querySelector('#quiet-topics td[data-label="Waiting"]')).textAlign`)
    expect(aligned).toBe(options.width > 768 ? 'end' : 'start')
    await expectAccessible(page, 'operations')
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/operations-${options.width}.png`, fullPage: true })
  })

  it('says what stands still and what to do, and what was given up on', async () => {
    page = await visits.visit('/operations')
    await page.route(/admin\/topics/, async (route) => {
      const { items } = (await (await route.fetch()).json()) as { items: { name: string; groups: { stuck: number[]; lag: number }[] }[] }
      const read = items.find(({ groups }) => groups.length > 0)!
      Object.assign(read, { name: 'mill.turned', groups: [{ ...read.groups[0], name: 'wheel', stuck: [2], lag: 7 }] })
      await route.fulfill({ json: { items } })
    })
    await page.getByText('1 partition stands still: mill.turned 2 (read by wheel). Look at the log of who reads it').waitFor()
  })

  it('begins a replay, and tells how it goes', async () => {
    page = await visits.visit('/operations', { tolerate: /400/ })
    await page.getByText('Nothing was replayed yet.').waitFor()
    await page.getByRole('button', { name: 'Replay a topic …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replay a topic' })
    await dialog.getByLabel('Topic').selectOption('document.stored')
    await dialog.getByLabel('Into').fill('elsewhere')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await dialog.getByText('its name begins with replay.').waitFor()
    await dialog.getByLabel('Into').fill('replay.test')
    await expectAccessible(page, 'the dialog of a replay')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('table', { name: 'Replays' }).getByText('replay.test').waitFor()
    await page.getByRole('table', { name: 'What operators did' }).getByText('document.stored into replay.test').waitFor()
  })
})
