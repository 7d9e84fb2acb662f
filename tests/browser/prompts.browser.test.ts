import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const bundleSchema = z.object({ effective: z.object({ system_prompt: z.string(), response_template: z.string() }) })
const replySchema = z.object({ prompt_id: z.string() })

describe.skipIf(!browserPresent('prompts.browser.test.ts'))('the prompts page', () => {
  let console_: ConsoleVisits
  let page: Page

  const post = async (fields: Record<string, unknown>) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${console_.url}/api/v2/prompts`, { method: 'POST', headers, body: JSON.stringify(fields) })
    return replySchema.parse(await reply.json()).prompt_id
  }
  const effective = async () => bundleSchema.parse(await (await fetch(`${console_.url}/api/v2/prompts?json=true`)).json()).effective
  const version = (text: string, label: string, more = {}) =>
    post({ system_prompt: text, system_prompt_name: 'guide', system_prompt_label: label, ...more })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const listed = (text: string) => page.locator('#prompt-list li button').filter({ hasText: text })

  beforeAll(async () => {
    console_ = await openConsole()
  })
  beforeEach(async () => {
    await version('Greet {{ user_id }}.\nOne.\nTwo.', 'first')
    await version('Greet {{ user_id }}.\nOne.\nThree.', 'second', { system_prompt_make_default: 'on' })
  })
  afterEach(() => console_.leave())
  afterAll(() => console_.close())

  it('opens what is in use, with its rendering, who made it, and what changed since the version before', async () => {
    page = await console_.visit('/prompts')
    await page.locator('.rendered').getByText('Greet ada.').waitFor()
    expect(await page.locator('#panel-title').textContent()).toBe('guide.j2')
    expect(await page.locator('.facts').textContent()).toMatch(/Saved.* by anonymous.*In use since.*Label ?second/)
    expect(await page.locator('.diff del').allTextContents()).toEqual(['−Two.'])
    expect(await page.locator('.diff ins').allTextContents()).toEqual(['+Three.'])
    await page.fill('#prompt-text', 'Now {{ question }}')
    await page.locator('.rendered').getByText('Now Where do visitors').waitFor()
    expect(await page.locator('.diff ins').allTextContents()).toEqual(['+Now {{ question }}'])
  })

  it('saves a new version, and puts it in use only after it was confirmed', async () => {
    page = await console_.visit('/prompts')
    await page.fill('#prompt-text', 'Third words.')
    await page.fill('#version-label', 'third')
    await button('Save as new version').click()
    await page.locator('.toast').getByText('Saved as a new version.').waitFor()
    expect((await effective()).system_prompt).toContain('Three.')
    await button('Use this version').click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.textContent()).toContain('1 line added, 3 removed')
    await page.keyboard.press('Escape')
    expect((await effective()).system_prompt).toContain('Three.')
    await button('Use this version').click()
    await dialog.getByRole('button', { name: 'Use this version' }).click()
    await page.locator('.toast').getByText('In use from now on.').waitFor()
    expect((await effective()).system_prompt).toBe('Third words.')
  })

  it('tells where a template is wrong, and saves nothing', async () => {
    page = await console_.visit('/prompts', { tolerate: /400/ })
    await page.fill('#prompt-text', 'fine\n{{ broken')
    await page.locator('.preview .notice').getByText('line 2, column 1').waitFor()
    await button('Save as new version').click()
    await page.getByRole('alert').getByText('line 2, column 1').waitFor()
    expect(await page.evaluate('[document.activeElement.id, document.activeElement.selectionStart].join()')).toBe('prompt-text,5')
    expect(await page.locator('#version option').count()).toBeGreaterThan(1)
  })

  it('asks before an unsaved text is left', async () => {
    page = await console_.visit('/prompts')
    await page.fill('#prompt-text', 'Unsaved.')
    await listed('Built-in').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    expect(await page.inputValue('#prompt-text')).toBe('Unsaved.')
    await listed('Built-in').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.locator('#panel-title').getByText('Built-in system prompt').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('panel-title')
  })

  it('creates, relabels, renames and deletes', async () => {
    page = await console_.visit('/prompts', { tolerate: /409/ })
    await button('New prompt').click()
    await page.selectOption('#form-dialog-type', 'experiment')
    await page.fill('#form-dialog-name', 'idea')
    await page.fill('#form-dialog-text', '<img src=x onerror="window.hit=1">')
    await button('Create').click()
    await page.locator('#panel-title').getByText('idea.j2').waitFor()
    expect([await button('Use this version').count(), await page.locator('#make-default').count()]).toEqual([0, 0])
    await button('Details').click()
    await page.fill('#form-dialog-metadata_notes', 'For <b>later</b>.')
    await button('Save').click()
    await page.locator('.facts').getByText('For <b>later</b>.').waitFor()
    await button('Rename').click()
    await page.fill('#form-dialog-new_name', 'thought')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await listed('thought.j2').waitFor()
    expect(await listed('idea.j2').count()).toBe(0)
    await button('Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await listed('thought.j2').waitFor({ state: 'detached' })
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })

  it('shows what a dialog did that was closed while it was at it', async () => {
    const id = await post({ new_prompt_name: 'before', new_prompt_type: 'experiment', new_prompt_content: 'words' })
    page = await console_.visit(`/prompts?prompt_id=${id}`)
    await button('Rename').click()
    await page.fill('#form-dialog-new_name', 'after')
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/api/v2/prompts', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    goOn()
    await listed('after.j2').waitFor()
  })

  it('opens the version that its address names, also under the path of the API', async () => {
    const id = await version('Addressed.', 'named')
    page = await console_.visit(`/api/v2/prompts?prompt_type=system&prompt_id=${id}`)
    await page.locator('.rendered').getByText('Addressed.').waitFor()
    expect(new URL(page.url()).searchParams.get('prompt_id')).toBe(id)
  })

  for (const dark of [false, true])
    for (const width of [1280, 390])
      it(`has no accessibility violation and no sideways scrolling, ${dark ? 'dark' : 'light'}, ${width} px`, async () => {
        const name = `named-${dark}-${width}-${'so-that-it-does-not-fit-into-one-line'.repeat(2)}`
        await post({ new_prompt_name: name, new_prompt_type: 'response', new_prompt_content: '{{ answer }}' })
        const id = await version('Greet.\nOne.\nThree.', 'a label of some length, as people write them')
        page = await console_.visit(`/prompts?prompt_id=${id}`, { dark, width, tolerate: /400/ })
        await page.locator('.diff').waitFor()
        await expectAccessible(page, 'prompt')
        await button('Use this version').click()
        await expectAccessible(page, 'promotion')
        await page.keyboard.press('Escape')
        await page.fill('#prompt-text', '{{ x')
        await page.locator('.preview .notice').waitFor()
        await page.locator('main summary').click()
        await expectAccessible(page, 'fault')
        await page.fill('#prompt-text', 'Greet.\nOne.\nThree.')
        await button('New prompt').click()
        await expectAccessible(page, 'new prompt')
      })
})
