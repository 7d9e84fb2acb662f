import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { registerAssets } from '../../kernel/http/reply/pages.ts'
import { defineRun, defineStep } from '../../kernel/runs/define-run.ts'
import { registerRunRoutes, runCommands } from '../../kernel/runs/routes.ts'
import { WorkError } from '../../kernel/runtime/errors.ts'
import type { Service } from '../../kernel/service.ts'
import { toyRun } from '../runs/toy-run.ts'
import { browserPresent, type ConsoleVisits, expectAccessible, visitServer } from '../support/console-visits.ts'
import { type EmbeddedStack, embeddedStack } from '../support/embedded-stack.ts'

const present = browserPresent('runs.browser.test.ts')
const retry = { attempts: 1, baseMs: 1, capMs: 1 }

describe.skipIf(!present)('the console of runs', () => {
  let stack: EmbeddedStack
  let visits: ConsoleVisits
  let page: Page
  let gate = Promise.withResolvers<void>()
  let broken = false

  const toy = toyRun({
    async call(_run, name, signal) {
      if (broken && name === 'section-3') throw new WorkError('refused', 'no such section <b>3</b>')
      if (name === 'section-1')
        await Promise.race([gate.promise, new Promise((_, no) => signal.addEventListener('abort', () => no(signal.reason)))])
      return `${name} of the mill`
    },
  })
  const asking = defineRun({
    kind: 'asking',
    words: { kind: 'Question of a toy', steps: { look: 'Look it up', pay: 'Pay for it' } },
    input: z.object({}),
    result: z.object({ paid: z.boolean() }),
    steps: [
      defineStep<object, 'llm'>({
        ...{ name: 'look', needs: ['llm'], retry, timeoutMs: 30_000, onFail: 'end' },
        async handle(ctx) {
          const passages = [{ id: 'a', text: 'The mill stands at the weir.' }]
          const extractive = { question: 'Where does the mill stand?', passages }
          const messages = [{ role: 'user', content: 'Where does the mill stand?' }] as const
          return (await ctx.ports.llm.complete({ messages, extractive, model: 'm', n: 1, parameters: {}, signal: ctx.signal })).texts
        },
      }),
      defineStep<object>({
        ...{ name: 'pay', needs: [], retry, timeoutMs: 30_000, onFail: 'end' },
        handle: async (ctx) => ({ paid: await ctx.decision('approve', z.boolean(), { pay: '7 EUR' }) }),
      }),
    ],
    ...{ deadlineMs: 600_000, keepMs: 600_000 },
  })
  const calling = defineRun({
    kind: 'calling',
    input: z.object({}),
    result: z.object({ approved: z.boolean() }),
    steps: [
      defineStep<object>({
        ...{ name: 'turn', needs: [], retry, timeoutMs: 30_000, onFail: 'end' },
        handle: (ctx) => ctx.decision('tool/0/0', z.object({ approved: z.boolean() }), { tool: 'k12-grind', input: { stone: 'a' } }),
      }),
    ],
    ...{ deadlineMs: 600_000, keepMs: 600_000 },
  })
  const family = (run: typeof toy | typeof asking | typeof calling, path: string): Service => ({
    name: run.kind,
    access: { prefixes: { [path]: 'api' }, changes: { own: runCommands({ path }) } },
    tag: { name: run.kind, description: 'For tests.' },
    runs: [run],
    routes: (app, ctx) => registerRunRoutes(app, ctx, run, { path, access: 'api' }),
  })

  beforeAll(async () => {
    stack = await embeddedStack([
      family(toy, '/api/v2/toys'),
      family(asking, '/api/v2/askings'),
      family(calling, '/api/v2/callings'),
      { name: 'assets', routes: (app) => registerAssets(app) },
    ])
    visits = await visitServer(stack.app.listen({ port: 0, host: '127.0.0.1' }).then((url) => ({ url, stop: () => stack.dispose() })))
  })
  afterAll(() => visits?.close())
  afterEach(() => visits.leave())

  const start = async (path: string, payload: object): Promise<string> => {
    const reply = await stack.app.inject({ method: 'POST', url: path, payload })
    expect(reply.statusCode).toBe(202)
    return reply.json<{ run_id: string }>().run_id
  }
  const visit = async (path: string, options: Parameters<ConsoleVisits['visit']>[1] = {}) => {
    page = await visits.visit(path, options)
  }
  const badge = (words: string) => page.locator('#state .badge', { hasText: words })

  it('lists runs live, and narrows them by kind and status', async () => {
    gate = Promise.withResolvers()
    await visit('/runs')
    await page.getByText('Nothing has been started yet.').waitFor()
    await start('/api/v2/toys', { sections: 5 })
    const row = page.locator('.runs-table tbody tr')
    await row.getByText('write, 4 of 5').waitFor()
    await page.selectOption('#status', 'completed')
    await page.getByText('No run fits these filters.').waitFor()
    gate.resolve()
    await row.getByText('completed').waitFor()
    await page.selectOption('#kind', 'toy')
    await row.first().waitFor()
    await expectAccessible(page, 'runs')
  })

  it('shows a bar of progress beside its label on a phone', async () => {
    gate.resolve()
    await start('/api/v2/toys', { sections: 2 })
    await visit('/runs', { width: 390 })
    const cell = page.locator('.runs-table td[data-label="Progress"]').first()
    const [around, bar] = [await cell.boundingBox(), await cell.locator('.track').boundingBox()]
    if (!around || !bar) throw new Error('the bar is not shown')
    expect([bar.x - around.x > 40, bar.y - around.y < 12, bar.x + bar.width <= 390]).toEqual([true, true, true])
  })

  it('follows a run live: steps, items by pages, what they made, the timeline; cancels and retries it', async () => {
    gate = Promise.withResolvers()
    const id = await start('/api/v2/toys', { sections: 60 })
    await visit(`/runs/${id}`)
    await badge('running').waitFor()
    await page.locator('#steps [data-step="write"]').getByText('59 of 60 items').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel it' }).click()
    await badge('cancelled').waitFor()
    await page.locator('#timeline').getByText('Run cancelled').waitFor()
    gate.resolve()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await badge('completed').waitFor()
    await page.getByText('Page 1 of 3, 62 items').waitFor()
    expect(await page.locator('#items tbody tr').count()).toBe(25)
    await page.locator('#items').getByRole('button', { name: 'Show what Join made' }).waitFor()
    await page.selectOption('#item-step', 'write')
    await page.getByText('Page 1 of 3, 60 items').waitFor()
    await page.getByRole('button', { name: 'Show what Write, 1 of 60 made' }).click()
    await page.getByText('section-0 of the mill').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Retry from here: Join' }).click()
    await page.locator('#state').getByText('try 3').waitFor()
    await badge('completed').waitFor()
  })

  it('tells why items failed, as text, and retries those alone', async () => {
    gate.resolve()
    broken = true
    const id = await start('/api/v2/toys', { sections: 5 })
    await visit(`/runs/${id}`)
    await badge('completed').waitFor()
    await page.selectOption('#item-status', 'failed')
    await page.locator('#items').getByText('refused: no such section <b>3</b>').waitFor()
    broken = false
    await page.getByRole('button', { name: 'Retry failed items' }).click()
    await page.locator('#items').getByText('No items here.').waitFor()
    await page.locator('#steps [data-step="write"]').getByText('5 of 5 items').waitFor()
  })

  it('says what an agent wants to call, and takes a yes or a no for it', async () => {
    const id = await start('/api/v2/callings', {})
    await visit(`/runs/${id}`)
    await page.getByText('The agent wants to call k12-grind, which changes something:').waitFor()
    await expectAccessible(page, 'a run that waits for a call')
    await page.getByRole('button', { name: 'Allow' }).click()
    await badge('completed').waitFor()
  })

  it('waits for a decision, which is taken by the keyboard alone; shows calls with what was said', async () => {
    const id = await start('/api/v2/askings', {})
    await visit(`/runs/${id}`, { width: 390 })
    const question = page.getByRole('region', { name: 'Decision approve' })
    await question.getByText('7 EUR').waitFor()
    await badge('waiting').waitFor()
    await expectAccessible(page, 'a run that waits, at 390 px')
    await question.getByRole('button', { name: 'Yes' }).focus()
    await page.keyboard.press('Enter')
    await badge('completed').waitFor()
    const call = page.locator('.calls summary')
    await call.focus()
    await page.keyboard.press('Enter')
    await page.locator('.calls').getByText('Where does the mill stand?').waitFor()
    await page.locator('.calls').getByText('The mill stands at the weir').waitFor()
    await page.getByRole('table', { name: 'Used by step and alias' }).getByText('Look it up').waitFor()
    await page.locator('#steps').getByText('Pay for it').waitFor()
    expect(await page.locator('#name').textContent()).toBe('Question of a toy')
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
    await badge('waiting').or(badge('completed')).waitFor()
    await page.locator('#state').getByText('try 2').waitFor()
    const wrong = await stack.app.inject({
      method: 'POST',
      url: `/api/v2/runs/${id}/decide`,
      payload: { key: 'approve', value: 'perhaps' },
    })
    expect(wrong.statusCode).toBe(409)
  })

  it.each([
    ['light', false, 1280],
    ['dark', true, 1280],
    ['narrow', false, 390],
  ] as const)('is accessible with everything on it: %s', async (name, dark, width) => {
    gate.resolve()
    const id = await start('/api/v2/toys', { sections: 30 })
    await visit(`/runs/${id}`, { dark, width })
    await badge('completed').waitFor()
    await page.getByText('Page 1 of 2, 32 items').waitFor()
    await page.locator('#timeline').getByText('Run completed').waitFor()
    await expectAccessible(page, `a run, ${name}`)
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/run-${name}.png`, fullPage: true })
    await page.goto(`${visits.url}/runs`)
    await page.locator('.runs-table tbody tr').first().waitFor()
    await expectAccessible(page, `runs, ${name}`)
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/runs-${name}.png`, fullPage: true })
  })

  it('says that there is no such run', async () => {
    await visit(`/runs/${crypto.randomUUID()}`, { tolerate: /404/ })
    await page.getByText('There is no such run.').waitFor()
  })
})
