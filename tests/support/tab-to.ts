import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Tab until the focus is on what has this name, id or text. Each stop on the way shows a ring. */
export async function tabTo(page: Page, name: string, limit = 100): Promise<void> {
  const passed: string[] = []
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press('Tab')
    const here = String(
      await page.evaluate(
        `(() => { const e = document.activeElement; return [e.id, e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 80)].join('|') })()`,
      ),
    )
    passed.push(here)
    if (here.split('|').includes(name)) {
      expect([here, await page.evaluate(RING)]).toEqual([here, true])
      return
    }
  }
  throw new Error(`${name} is not reached by Tab; passed were ${passed.join(', ')}`)
}

// A hidden file input shows its ring on the label beside it.
const RING = `(() => { const e = document.activeElement; const of = (n) => getComputedStyle(n).outlineStyle !== 'none'
  return of(e) || [...(e.labels ?? [])].some(of) })()`
