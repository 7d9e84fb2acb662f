import type { Frame, FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { AUDIENCE, startIdentityProvider, WIDGET_AUDIENCE } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { startWidgetHost, type WidgetHost } from '../../scripts/widget-host/start-widget-host.ts'
import { axeOf, type ConsoleVisits, expectAccessible, openConsole, type VisitOptions } from './console-visits.ts'

/** For who wants to look: a folder that pictures go into. */
const SHOTS = process.env.SHOTS
/** What a widget's token says of itself. */
export const widgetClaims = { aud: WIDGET_AUDIENCE, roles: ['access_as_application'] }

const row = (n: number, over: Record<string, string | number> = {}) => {
  const cells = {
    ...{ id: `E${n}`, name: `Person ${n}`, position: 'Nurse', pool: 'Direct Services' },
    ...{ salary: 50_000 + n, benefits: 15_000, share: '50%', period: '2026-Q1' },
    ...over,
  }
  return Object.values(cells).join(',')
}
/** Two mistakes: a share of 150 % and a negative salary, in a name that would like to run. */
export const WORKBOOK = [
  'Employee ID,Name,Position,Cost Pool,Salary,Benefits,Federal Share,Period',
  ...Array.from({ length: 10 }, (_, n) =>
    row(n + 1, n === 3 ? { share: '150%' } : n === 6 ? { salary: -5, name: '<img src=x onerror="document.title=1">' } : {}),
  ),
].join('\n')

export interface OpenOptions extends VisitOptions {
  /** The host's token at each load and renewal. */
  readonly fresh?: () => Promise<string>
  /** Where to, instead of the host's page. */
  readonly at?: string
}

/** A platform, an identity provider and host pages on origins of their own, seen in a browser. */
export interface WidgetVisits {
  readonly url: string
  readonly host: WidgetHost
  /** A host page that the platform was not told of. */
  readonly stranger: WidgetHost
  readonly provider: Awaited<ReturnType<typeof startIdentityProvider>>
  /** The host page, as a subject of its own. */
  open(query?: string, options?: OpenOptions): Promise<Page>
  launcher(): Locator
  frame(): FrameLocator
  inside(): Frame
  /** Gives the frame a workbook; resolves once it was taken. */
  give(text?: string, name?: string): Promise<void>
  /** Gives it one and waits for its findings. */
  upload(text?: string): Promise<void>
  /** A frame in a process of its own has the focus before the browser sends it the keys: presses one that does nothing until it is heard. */
  keysReachFrame(): Promise<void>
  shot(name: string): Promise<void>
  /** No violation in the page, nor in the frame, and nothing scrolls sideways. */
  expectBothAccessible(what: string): Promise<void>
  leave(): Promise<void>
  close(): Promise<void>
}

export async function widgetVisits(
  settings: Readonly<Record<string, string>> = {},
  origins: readonly string[] = [],
): Promise<WidgetVisits> {
  const provider = await startIdentityProvider()
  let visits: ConsoleVisits
  let mint: () => Promise<string>
  let page: Page
  const signingKey = settings.WIDGET_SIGNING_KEY
  const options = { port: 0, platform: () => visits.url, token: () => mint(), ...(signingKey ? { signingKey } : {}) }
  const [host, stranger] = await Promise.all([startWidgetHost(options), startWidgetHost(options)])
  visits = await openConsole({
    ...{ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE, WIDGET_AUDIENCE },
    WIDGET_ORIGINS: [host.url, ...origins].join(','),
    ...settings,
  })
  const frame = () => page.frameLocator('sdac-review iframe')
  const inside = () => page.frames().find((f) => f.url().endsWith('/widget/frame')) as Frame
  const give = async (text = WORKBOOK, name = 'costs.csv') => {
    await frame().locator('#file:enabled').waitFor()
    await frame()
      .locator('#file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  return {
    url: visits.url,
    ...{ host, stranger, provider, frame, inside, give },
    async open(query = '', { fresh, at = host.url, ...how } = {}) {
      // one host page has one subject, whose reports the next load finds again
      const sub = crypto.randomUUID()
      mint = fresh ?? (() => provider.mint({ sub, ...widgetClaims }))
      page = await visits.visit('/widget/frame', how)
      await page.addInitScript(
        'window.shifts = 0; new PerformanceObserver((l) => l.getEntries().forEach((e) => { if (!e.hadRecentInput) window.shifts += e.value })).observe({ type: "layout-shift", buffered: true })',
      )
      await page.goto(at + query)
      return page
    },
    launcher: () => page.locator('sdac-review button'),
    async upload(text) {
      await give(text)
      await frame().locator('.findings li').first().waitFor()
    },
    async keysReachFrame() {
      await inside().evaluate('window.keys = 0; addEventListener("keydown", () => { keys++ })')
      const pressed = async () => {
        await page.keyboard.press('Shift')
        const heard = await inside().evaluate('keys')
        // what is clicked and focused within by the driver does not tell the page that its keys go there
        const element = page.locator('sdac-review iframe')
        if (!heard) await element.blur()
        if (!heard) await element.focus()
        await page.keyboard.press('Shift')
        return inside().evaluate('keys')
      }
      await expect.poll(pressed, { timeout: 30_000 }).toBeGreaterThan(0)
    },
    async shot(name) {
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/widget-${name}.png` })
    },
    async expectBothAccessible(what) {
      await expectAccessible(page, `${what}: page`)
      expect([what, await axeOf(inside())]).toEqual([what, []])
      expect([
        what,
        await inside().evaluate(
          '[document.documentElement, document.getElementById("report"), document.getElementById("talk")].every((e) => e.scrollWidth <= e.clientWidth)',
        ),
      ]).toEqual([what, true])
    },
    leave: () => visits.leave(),
    async close() {
      await visits.close()
      await Promise.all([host.close(), stranger.close(), provider.close()])
    },
  }
}
