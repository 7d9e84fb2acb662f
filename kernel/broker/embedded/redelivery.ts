import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 5000

/** Milliseconds to wait before a batch comes again: 100, doubling to 5000. 0 stands for no failure so far. */
export const nextBackoff = (previous: number): number => (previous === 0 ? FIRST_MS : Math.min(previous * 2, LONGEST_MS))

/** Resolves after the time, or as soon as the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
