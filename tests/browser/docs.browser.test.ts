import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorTable } from '../../kernel/runtime/errors.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

describe.skipIf(!browserPresent('the documentation'))('the documentation', () => {
  let visits: ConsoleVisits
  beforeAll(async () => {
    visits = await openConsole()
  })
  afterEach(() => visits.leave())
  afterAll(() => visits?.close())

  for (const [dark, width] of [
    [false, 1280],
    [true, 1280],
    [false, 390],
  ] as const)
    it(`finds a route, sends its example and shows the reply (${dark ? 'dark' : 'light'}, ${width} px)`, async () => {
      const page = await visits.visit('/docs', { dark, width })
      await page.locator('.operation').first().waitFor()
      await page.fill('#filter', 'rate an answer')
      const operation = page.locator('.operation:visible')
      expect(await operation.count()).toBe(1)
      await operation.locator('summary').first().click()
      expect(await operation.getByLabel('Body (application/json)').inputValue()).toContain('"experiment_name": "prompt-style"')
      await operation.getByRole('button', { name: 'Send' }).click()
      const reply = operation.getByLabel('Reply', { exact: true })
      await reply.filter({ hasText: /"status": "(created|updated)"/ }).waitFor()
      expect(await operation.getByText('Request id').textContent()).toMatch(/^Request id [0-9a-f-]{36}$/)
      await operation.locator('details > summary').filter({ hasText: '201' }).click()
      await operation.getByLabel('Example of 201').filter({ hasText: 'Thank you for your feedback.' }).waitFor()
      await expectAccessible(page, '/docs')
      const folder = process.env.SCREENSHOTS
      if (folder) await page.screenshot({ path: `${folder}/docs-${dark ? 'dark' : 'light'}-${width}.png`, fullPage: true })
    })

  it('a refusal is shown with its request id, and events are told', async () => {
    const page = await visits.visit('/docs', { tolerate: /400/ })
    await page.locator('.operation').first().waitFor()
    await page.fill('#filter', 'post /api/v2/flexible_chat')
    const operation = page.locator('.operation:visible').first()
    await operation.locator('summary').first().click()
    await operation.getByLabel('Body (application/json)').fill('{"question":')
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByLabel('Reply', { exact: true }).filter({ hasText: '"code": "invalid_request"' }).waitFor()
    expect(await operation.getByText('Request id').count()).toBe(1)
    await operation.locator('details > summary').filter({ hasText: '200' }).click()
    await operation.getByText('event: done').waitFor()
  })

  it('tells the codes of errors, which the filter finds', async () => {
    const page = await visits.visit('/docs')
    await page.locator('.operation').first().waitFor()
    await page.fill('#filter', 'storage_full')
    await page.locator('.guide:visible > summary').getByText('Errors').click()
    const codes = await page.locator('.guide:visible td:first-child code').allTextContents()
    expect(codes.toSorted()).toEqual(Object.keys(errorTable).toSorted())
    await expectAccessible(page, 'the guide')
  })

  it('a form is sent as one', async () => {
    const page = await visits.visit('/docs')
    await page.locator('.operation').first().waitFor()
    await page.fill('#filter', 'post upload a document')
    const operation = page.locator('.operation:visible').first()
    await operation.locator('summary').first().click()
    const file = { name: 'tried.txt', mimeType: 'text/plain', buffer: Buffer.from('The mill stands at the brook.') }
    await operation.getByLabel('file (form)').setInputFiles(file)
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByLabel('Reply', { exact: true }).filter({ hasText: '"status": "queued"' }).waitFor()
  })
})
