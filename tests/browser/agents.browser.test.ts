import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registerAssets } from '../../kernel/http/reply/pages.ts'
import { agentStack, done } from '../../services/agents/turns/agent-stack.fixture.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, visitServer } from '../support/console-visits.ts'

const present = browserPresent('agents.browser.test.ts')

describe.skipIf(!present)('the console of agents', () => {
  let mill: Awaited<ReturnType<typeof agentStack>>
  let visits: ConsoleVisits
  let page: Page

  beforeAll(async () => {
    mill = await agentStack({}, [{ name: 'assets', routes: (app) => registerAssets(app) }])
    const url = await mill.stack.app.listen({ port: 0, host: '127.0.0.1' })
    visits = await visitServer(Promise.resolve({ url, stop: () => mill.dispose() }))
  })
  afterAll(() => visits?.close())
  afterEach(() => visits.leave())

  const ask = async (words: string) => {
    await page.getByLabel('What do you want to know?').fill(words)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  }

  it('asks an agent, shows its tools and answer as text, and its turns', async () => {
    mill.script.say = ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { text: 'The stone <b>turns</b>.' } : { calls: [['k12-look', { stone: 'a' }]] }
    page = await visits.visit('/agents#k12-miller')
    await page.getByText('Keeps the mill.').waitFor()
    await page.getByText('This agent has not been asked by you yet.').waitFor()
    await ask('How is the stone?')
    await page.locator('#text').getByText('The stone <b>turns</b>.').waitFor()
    await page.getByText('k12-look ✓ done').waitFor()
    await page.getByRole('link', { name: 'How is the stone?' }).waitFor()
    await expectAccessible(page, 'agents')
    await page.getByRole('button', { name: 'Run again: How is the stone?' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'How is the stone?' }).count(), { timeout: 30_000 }).toBe(2)
    done.length = 0
    const before = mill.asked.length
    await page.getByRole('button', { name: 'Run again from k12-look' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'How is the stone?' }).count(), { timeout: 30_000 }).toBe(3)
    // the model's first turn is taken over, its call is made anew
    expect([done, mill.asked.length - before]).toEqual([['look a'], 1])
    expect(await page.getByRole('link', { name: 'agent-k12-miller' }).getAttribute('href')).toBe('/prompts?name=agent-k12-miller')
  })

  it('runs a turn that failed again, whole or from a step', async () => {
    mill.script.say = ({ messages }) => {
      if (messages.at(-1)?.role === 'tool') throw new Error('away')
      return { calls: [['k12-look', { stone: 'b' }]] }
    }
    page = await visits.visit('/agents#k12-miller')
    await page.getByText('Keeps the mill.').waitFor()
    await ask('Will it fail?')
    await page.getByRole('button', { name: 'Show: Will it fail?' }).click()
    await page.getByText('k12-look ✓ done').waitFor()
    mill.script.say = () => ({ text: 'The model is back.' })
    done.length = 0
    const before = mill.asked.length
    await page.getByRole('button', { name: 'Run again from k12-look' }).click()
    await page.locator('#text').getByText('The model is back.').waitFor()
    expect([done, mill.asked.length - before]).toEqual([['look b'], 1])
    await page.getByRole('button', { name: 'Run again: Will it fail?' }).last().click()
    await expect.poll(() => page.getByRole('link', { name: 'Will it fail?' }).count(), { timeout: 30_000 }).toBe(3)
  })

  it('gives a turn as a case of an evaluation with one click', async () => {
    page = await visits.visit('/agents#k12-clerk')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    mill.script.say = () => ({ text: '{"sacks":4}' })
    await page.getByText('This agent has not been asked by you yet.').waitFor()
    await ask('How many sacks?')
    await page.getByRole('button', { name: 'Copy as test case: How many sacks?' }).click()
    await page.getByText('The evaluation case is on the clipboard').waitFor()
    const entry = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
    expect(entry).toMatchObject({ question: 'How many sacks?', expected_answer: '{"sacks":4}' })
  })

  it.each([
    ['Allow', { dark: true }, ['grind a']],
    ['Refuse', { width: 390 }, []],
  ] as const)('asks before something is changed: %s', async (word, options, expected) => {
    done.length = 0
    mill.script.say = ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { text: `It is ${word}.` } : { calls: [['k12-grind', { stone: 'a' }]] }
    page = await visits.visit('/agents#k12-miller', options)
    await page.getByText('Keeps the mill.').waitFor()
    await ask('Grind it.')
    await page.getByText('which changes something').waitFor()
    await expectAccessible(page, `agents, ${word}`)
    expect(done).toEqual([])
    await page.getByRole('button', { name: word, exact: true }).click()
    await page.locator('#text').getByText(`It is ${word}.`).waitFor()
    expect(done).toEqual(expected)
  })
})
