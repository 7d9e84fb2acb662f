import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Page, type Response } from 'playwright-core'
import { expect } from 'vitest'
import { type StartedServer, startServer } from '../../scripts/cli/start-server.ts'
import { startChatModel } from './chat-model.ts'
import { sendDemo, settled } from './http-client.ts'

/** The same engine without windows takes half the processor time; a whole browser does where there is none without. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const browserPath = process.env.CHROMIUM_PATH ?? BROWSERS.find((path) => existsSync(path)) ?? '/usr/bin/chromium'

/** Whether there is a browser; tells what is skipped where there is none, and fails where services are demanded. */
export function browserPresent(test: string): boolean {
  if (existsSync(browserPath)) return true
  const reason = `no browser at ${browserPath}; install chromium or set CHROMIUM_PATH`
  if (process.env.REQUIRE_SERVICES === '1') throw new Error(reason)
  console.warn(`${test} is skipped: ${reason}`)
  return false
}

export interface VisitOptions {
  readonly dark?: boolean
  readonly width?: number
  /** What the browser's console may complain of. */
  readonly tolerate?: RegExp
}

/** A browser on a server of its own that answers without a model endpoint. */
export interface ConsoleVisits {
  readonly url: string
  /** A page in a fresh context. */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /** Ends the visit; what the browser complained of, such as a breach of the CSP, fails the test. */
  leave(): Promise<void>
  close(): Promise<void>
}

export const openConsole = (settings: Readonly<Record<string, string>> = {}): Promise<ConsoleVisits> =>
  visitServer(startServer({ LLM_BASE_URL: '', EMBEDDINGS_BASE_URL: '', RATE_LIMIT_PER_MINUTE: '0', ...settings }))

/** A browser on a server that somebody else started; `close` stops it too. */
export async function visitServer(starting: Promise<Pick<StartedServer, 'url' | 'stop'>>): Promise<ConsoleVisits> {
  const [browser, server] = await Promise.all([chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] }), starting])
  let troubles: string[] = []
  let page: Page | undefined
  return {
    url: server.url,
    async visit(path, { dark = false, width = 1280, tolerate } = {}) {
      const colorScheme = dark ? 'dark' : 'light'
      const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme, reducedMotion: 'reduce' })
      page = await context.newPage()
      page.setDefaultTimeout(60_000)
      troubles = []
      const note = (text: string) => tolerate?.test(text) || troubles.push(text)
      page.on('pageerror', (error) => note(error.message))
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && note(message.text()))
      await page.goto(server.url + path)
      return page
    },
    async leave() {
      await page?.context().close()
      expect(troubles).toEqual([])
    },
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

export interface AnsweringConsole extends ConsoleVisits {
  readonly model: Awaited<ReturnType<typeof startChatModel>>
  /** The page Ask unless another is named; it may copy and paste. */
  visit(path?: string, options?: VisitOptions): Promise<Page>
}

/** A browser on a server whose model is a scripted one, with one document to ask about. */
export async function answeringConsole(): Promise<AnsweringConsole> {
  const model = await startChatModel()
  const server = await openConsole({ LLM_BASE_URL: model.url, LLM_API_KEY: 'none' })
  await settled(server.url, await sendDemo(server.url, 'evacuation-procedure.pdf'))
  return {
    ...server,
    model,
    async visit(path = '/ask', options) {
      const page = await server.visit(path, options)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      return page
    },
    async close() {
      model.goOn()
      await server.close()
      await model.close()
    },
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds fault with in a page, or in one of its frames. */
export async function axeOf(page: Pick<Page, 'evaluate'>): Promise<unknown> {
  await page.evaluate(`${axeSource};0`)
  const run = `axe.run({ iframes: false, resultTypes: ['violations'] })`
  return page.evaluate(`${run}.then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 120))]))`)
}

/** No violation of the accessibility rules that axe checks, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect([what, await axeOf(page)]).toEqual([what, []])
  expect([what, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([what, true])
}

const isKeeping = (reply: Response) => reply.request().method() === 'PUT' && reply.url().includes('/turns/')

/** Asks on the page Ask, and waits for so many answers until they stand there and are kept. */
export async function askOnPage(page: Page, question: string, answers = 1): Promise<void> {
  const before = await page.locator('.how').count()
  const kept = answers ? page.waitForResponse(isKeeping) : undefined
  await page.fill('#question', question)
  await page.press('#question', 'Enter')
  if (!kept) return
  await page
    .locator('.how')
    .nth(before + answers - 1)
    .waitFor()
  await kept
  await page.locator('.conversation[aria-current]').waitFor({ state: 'attached' })
}
