import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorTable } from '../../kernel/runtime/errors.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'
import { sendText, settled } from '../support/http-client.ts'

const shell = async (command: string, cwd: string) => (await promisify(execFile)('sh', ['-c', command], { cwd })).stdout

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

  it('the quick start runs as it stands, about a document that is there', async () => {
    const id = await sendText(visits.url, 'mill "rules".txt', 'The mill stands still on Mondays. Nobody grinds on that day.')
    await settled(visits.url, id.id)
    const page = await visits.visit('/docs')
    const codes = page.locator('.step .code')
    await codes.filter({ hasText: 'document_id eq' }).waitFor()
    const folder = await mkdtemp(join(tmpdir(), 'millrace-quick-start-'))
    try {
      const [upload = '', ask = '', read = ''] = await codes.allTextContents()
      expect(JSON.parse(await shell(upload, folder))).toMatchObject({ status: 'queued' })
      expect(await shell(ask, folder)).toContain('Mondays')
      expect(JSON.parse(await shell(read, folder))).toMatchObject({ text: 'The mill stands still on Mondays. Nobody grinds on that day.' })
      await page.getByRole('button', { name: 'TypeScript' }).click()
      const modules = await codes.allTextContents()
      const python = fileURLToPath(new URL('../../clients/python', import.meta.url))
      const client = new URL('../../clients/typescript/dist/client.js', import.meta.url).href
      for (const [i, code] of modules.entries()) {
        await writeFile(join(folder, `step-${i}.mjs`), code.replace("'millrace-client'", JSON.stringify(client)))
        expect(await shell(`'${process.execPath}' step-${i}.mjs`, folder)).toMatch([/complete/, /./, /Mondays/][i] ?? /./)
      }
      await page.getByRole('button', { name: 'Python' }).click()
      for (const [i, code] of (await codes.allTextContents()).entries()) {
        await writeFile(join(folder, `step-${i}.py`), code)
        expect(await shell(`PYTHONPATH='${python}' python3 step-${i}.py`, folder)).toMatch([/complete/, /./, /Mondays/][i] ?? /./)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
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
