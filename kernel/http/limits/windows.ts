import { createSketch } from './count-sketch.ts'

/** How long a window is, in ms. */
export const WINDOW_MS = 60_000
/** Names that have a window of their own at once: some 15 MB. */
const MOST_WINDOWS = 50_000

/** What a name has used of its present window. */
export interface Window {
  readonly used: number
  /** In ms since the epoch. */
  readonly until: number
}

/**
 * Counts by name in windows of a minute from a name's first request. No window is forgotten before its end, however many names come:
 * beyond the names that have one of their own, the rest is counted in one sketch of fixed size, which may count a name too high, but
 * never too low. Its minute begins with the first such name.
 */
export function createWindows(mostWindows: number = MOST_WINDOWS): { spend(name: string, now: number): Window } {
  const windows = new Map<string, { used: number; until: number }>()
  const sketch = createSketch()
  let sketchedUntil = 0
  const sketched = (name: string): Window => ({ used: sketch.add(name), until: sketchedUntil })
  return {
    spend(name, at) {
      const known = windows.get(name)
      if (known && known.until > at) {
        known.used++
        return known
      }
      if (known) windows.delete(name)
      if (sketchedUntil > at && sketch.estimate(name) > 0) return sketched(name)
      dropOver(windows, at)
      if (windows.size < mostWindows) {
        const window = { used: 1, until: at + WINDOW_MS }
        windows.set(name, window)
        return window
      }
      if (sketchedUntil <= at) {
        sketch.clear()
        sketchedUntil = at + WINDOW_MS
      }
      return sketched(name)
    },
  }
}

/** Windows are as long as each other, so that the oldest end first. */
function dropOver(windows: Map<string, Window>, at: number): void {
  for (const [name, { until }] of windows) {
    if (until > at) return
    windows.delete(name)
  }
}
