import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../services/models/model-server.fixture.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'
import { sendDemo, settled } from '../support/http-client.ts'

const KEY = 'sk-canary-of-the-browser'
const present = browserPresent('connect-model.browser.test.ts')

describe.skipIf(!present)('connect a model', () => {
  let console: ConsoleVisits
  let server: ModelServer
  let page: Page
  beforeAll(async () => {
    ;[console, server] = await Promise.all([openConsole({ LOOK_FOR_MODELS: 'false' }), startModelServer({ key: KEY })])
  })
  afterAll(() => Promise.all([console?.close(), server?.close()]))
  afterEach(() => console.leave())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
  const shot = async (name: string) => {
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/connect-${name}.png` })
  }

  it('Ask says that there is none, and leads to where one is connected', async () => {
    page = await console.visit('/ask')
    await page.getByText('No language model is connected').waitFor()
    await page.getByRole('link', { name: 'Connect a model' }).click()
    await page.getByText('No language model is connected: answers are quotes from the documents.').waitFor()
    await button('Connect a model').waitFor()
    await expectAccessible(page, 'nothing connected')
    await shot('none')
  })

  it('address, key, its own list, a test with its latency, aliases; then it answers', async () => {
    page = await console.visit('/settings')
    await button('Connect a model').click()
    await dialog().getByLabel('Address').fill(server.url.replace('/v1', ''))
    await inDialog('List models').click()
    await dialog()
      .getByText(/does not accept the key/)
      .waitFor()
    await dialog().getByLabel('Key', { exact: true }).selectOption('A key that I type')
    await dialog().getByLabel('The key').fill(KEY)
    await inDialog('List models').click()
    await dialog()
      .getByText(/^3 models, listed in \d+ ms\.$/)
      .waitFor()
    expect(await dialog().getByLabel('Address').inputValue()).toBe(server.url)
    expect(await dialog().getByLabel('default', { exact: true }).inputValue()).toBe('llama3.1')
    await inDialog('Test').click()
    await dialog()
      .getByText(/^llama3\.1 answers, in \d+ ms\.$/)
      .waitFor()
    await expectAccessible(page, 'the form')
    await shot('form-light')
    await inDialog('Connect').click()
    await page.getByText('llama3.1 answers questions.').waitFor()
    await button('Connect another model').waitFor()
    expect(await page.content()).not.toContain(KEY)
    await button(`Test 127-0-0-1-${server.port}`).click()
    await page.getByText(/^llama3\.1 answers, in \d+ ms\.$/).waitFor()
    const asked = await fetch(`${console.url}/api/v2/flexible-rag`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'What does the model say?' }),
    })
    expect(await asked.json()).toMatchObject({ response_metadata: { model_used: { alias: 'default', model: 'llama3.1' } } })
    const health = await (await fetch(`${console.url}/api/v2/health`)).json()
    expect(health).toMatchObject({ services: { ai_services: { status: 'up', detail: 'llama3.1 answers' } } })
  })

  it('embeddings tell what becomes of stored documents; reranking needs no more than its address', async () => {
    await settled(console.url, await sendDemo(console.url, 'evacuation-procedure.pdf'))
    page = await console.visit('/settings')
    for (const [name, model] of [
      ['Connect embeddings', 'nomic-embed'],
      ['Connect reranking', 'judge'],
    ] as const) {
      await button(name).click()
      await dialog().getByLabel('Address').fill(server.url)
      await dialog().getByLabel('Key', { exact: true }).selectOption('A key that I type')
      await dialog().getByLabel('The key').fill(KEY)
      await dialog().getByLabel('Model', { exact: true }).fill(model)
      await inDialog('Test').click()
      await dialog()
        .getByText(new RegExp(`^${model} answers, in \\d+ ms`))
        .waitFor()
      await inDialog('Connect').click()
      await button(name).waitFor({ state: 'detached' })
    }
    await page.getByText(/The index documents holds vectors of \d+ numbers, and this embedder makes 3\./).waitFor()
    await expectAccessible(page, 'all connected')
    await shot('embeddings')
    await button('Embed documents anew').click()
    await inDialog('Embed anew').click()
    await page.getByText('1 document to be embedded anew.').waitFor()
    await page.getByText(/The index documents holds vectors/).waitFor({ state: 'detached' })
  })

  it('a further embedder is connected for rebuilds, which offer it from then on', async () => {
    page = await console.visit('/settings')
    await button('Connect one for rebuilds').click()
    await dialog().getByLabel('Address').fill(server.url)
    await dialog().getByLabel('Key', { exact: true }).selectOption('A key that I type')
    await dialog().getByLabel('The key').fill(KEY)
    await dialog().getByLabel('Model', { exact: true }).fill('judge')
    await inDialog('Connect').click()
    await button('Change embeddings-judge').waitFor()
    await console.leave()
    page = await console.visit('/rebuilds')
    await page.getByLabel('Start from').selectOption('chunked')
    await page.getByLabel('Model that makes the vectors').selectOption('judge (3 numbers)')
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('1 document, about').waitFor()
    await expectAccessible(page, 'rebuilds with a further embedder')
  })

  it.each([
    ['light', false, 1280],
    ['dark', true, 1280],
    ['phone', false, 390],
    ['phone-dark', true, 390],
  ] as const)('has room and contrast, %s', async (name, dark, width) => {
    page = await console.visit('/settings#models', { dark, width })
    await page.getByText('llama3.1 answers questions.').waitFor()
    await expectAccessible(page, `connections, ${name}`)
    await shot(`list-${name}`)
    await button(`Change 127-0-0-1-${server.port}`).click()
    expect(await dialog().getByLabel('Key', { exact: true }).inputValue()).toBe('kept')
    await expectAccessible(page, `the form, ${name}`)
    await shot(`form-${name}`)
    await inDialog('Cancel').click()
  })

  it('a change keeps the key, a disconnected server is forgotten', async () => {
    page = await console.visit('/settings')
    const name = `127-0-0-1-${server.port}`
    await button(`Change ${name}`).click()
    await dialog().getByLabel('text', { exact: true }).fill('llama3.1')
    await inDialog('Connect').click()
    await page.getByText('Serves default (llama3.1), text (llama3.1).').waitFor()
    await button(`Test ${name}`).click()
    await page.getByText(/^llama3\.1 answers, in \d+ ms\.$/).waitFor()
    await button(`Disconnect ${name}`).click()
    await inDialog('Disconnect').click()
    await page.getByText('No language model is connected').waitFor()
  })

  it('a dead address is connected only where that is asked for twice, and its card says that it fails', async () => {
    page = await console.visit('/settings')
    await button('Connect a model').click()
    await dialog().getByLabel('Address').fill('http://127.0.0.1:9/v1')
    await dialog().getByLabel('default', { exact: true }).fill('gone-1')
    await inDialog('Connect').click()
    await dialog()
      .getByText(/Nobody answers at this address/)
      .waitFor()
    await inDialog('Connect anyway?').waitFor()
    await dialog().getByLabel('default', { exact: true }).fill('gone-2')
    await inDialog('Connect').click()
    await inDialog('Connect anyway?').click()
    await page.getByText('gone-2 is asked, but does not answer').waitFor()
    await page.getByText(/Nobody answers at this address.* test it again, or change or disconnect it\./).waitFor()
    await expectAccessible(page, 'a connection that fails')
    await shot('failing')
    await page.reload()
    await page.getByText('gone-2 is asked, but does not answer').waitFor()
    await button('Disconnect 127-0-0-1-9').click()
    await inDialog('Disconnect').click()
    await button('Disconnect 127-0-0-1-9').waitFor({ state: 'detached' })
  })
})
