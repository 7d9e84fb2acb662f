import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserPresent, type ConsoleVisits, expectAccessible, openConsole } from '../support/console-visits.ts'

const present = browserPresent('plans.browser.test.ts')
/** For who wants to look: a folder that pictures go into. */
const SHOTS = process.env.SHOTS
const HTML =
  '<h2>Before</h2><ul><li>Nurses pack the kit.</li><li>Nurses check the exits.</li></ul><p onclick="window.hit=1">Calm.<img src=x onerror="window.hit=1"></p><table><tr><td>7 am</td></tr></table>'

describe.skipIf(!present)('the pages of plans', () => {
  let visits: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    visits = await openConsole()
  })
  afterEach(() => visits.leave())
  afterAll(() => visits?.close())

  const shot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
  }
  /** Stored from inside of the page, so that it goes to the server of the page. */
  const store = (id: string) =>
    page.evaluate(
      ([id, html]) =>
        fetch(`/k12/plans/${encodeURIComponent(id!)}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            organizationId: 'org-1',
            name: 'Plan of the mill school',
            annexes: [
              { id: 'a', name: 'Evacuation', type: 'FUNCTIONAL', html },
              { id: 'b', name: 'Fire', type: 'HAZARD', html: '<p>Pull the alarm.</p>' },
            ],
            generalUserTags: [{ id: 't', name: 'Nurses' }],
          }),
        }).then(({ status }) => status),
      [id, HTML],
    )

  it('edit an annex by instruction, show each change, and write what is accepted', async () => {
    page = await visits.visit('/school-plans')
    await page.getByText('No plan is stored yet.').waitFor()
    await page.getByRole('button', { name: 'Put in a sample plan' }).click()
    await page.getByRole('heading', { name: /Alder Creek/ }).waitFor()
    await page.goto(new URL('/school-plans', page.url()).href)
    expect(await store('plan 1/a')).toBe(201)
    await page.reload()
    // whose plans they are is said where they are of several
    await page.getByRole('columnheader', { name: 'Organization' }).waitFor()
    await expectAccessible(page, 'plans')
    await page.getByRole('link', { name: 'Plan of the mill school' }).click()
    await page.getByRole('heading', { name: 'Evacuation' }).waitFor()
    await page.getByLabel('Edit by instruction').fill('Replace "Nurses" by "School nurses"')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('heading', { name: /^\d+ changes$/ }).waitFor()
    await page.getByText('Made without a language model.').waitFor()
    await shot('plan-changes')
    await expectAccessible(page, 'plan')
    const boxes = page.locator('.change input:enabled')
    expect(await boxes.count()).toBe(2)
    await page.getByText('Taken out for safety: It could run or load something.').waitFor()
    // As high as what they show.
    expect((await page.locator('.change').first().boundingBox())?.height).toBeLessThan(300)
    await boxes.nth(1).uncheck()
    await page.getByRole('button', { name: /^Accept \d of \d$/ }).click()
    await page.locator('#text').getByText('School nurses pack the kit.').waitFor()
    expect(await page.locator('#text').textContent()).toContain('Nurses check the exits.')
    expect(await page.evaluate('window.hit')).toBeUndefined()
  })

  it('are found by name where they are many, and lead to their guides', async () => {
    page = await visits.visit('/school-plans')
    for (let n = 0; n < 21; n++) await store(`many ${n}`)
    await page.reload()
    await page.getByLabel('Find a plan by its name').fill('no such')
    await page.getByText('No plan has these words in its name.').waitFor()
    await page.getByLabel('Find a plan by its name').fill('alder CREEK')
    await expect.poll(() => page.getByRole('table', { name: 'Plans' }).getByRole('link').count(), { timeout: 30_000 }).toBe(1)
    await page.getByRole('link', { name: /Alder Creek/ }).click()
    await page.getByRole('link', { name: 'Make quick reference guides of it' }).click()
    await page.locator('#plan option:checked', { hasText: 'Alder Creek' }).waitFor({ state: 'attached' })
  })

  it('say what cannot be done without a model, in the dark and on a phone', async () => {
    page = await visits.visit('/school-plans', { dark: true, width: 390 })
    await store('second')
    await page.goto(new URL('/school-plans/second#b', page.url()).href)
    await page.getByRole('heading', { name: 'Fire' }).waitFor()
    await page.getByLabel('Edit by instruction').fill('Make it friendlier')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('needs a language model').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await shot('plan-phone')
    await expectAccessible(page, 'plan, dark')
  })
})
