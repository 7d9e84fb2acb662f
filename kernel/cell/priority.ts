import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How far a child stands below this process, which answers everyone. */
export const FRESH = 5
/** The same for one whose file takes long: beside a fresh one that wants the same core it has a quarter. */
export const LOWERED = 10
const LOWEST = 19

/**
 * Sets a process with all of its threads so far below this one: on Linux each thread has a niceness of its own, which those that it starts
 * later inherit. It only grows, since a lower one asks for privileges. Where the system refuses, the process keeps the one that it has.
 */
export function standBelow(pid: number, levels: number): void {
  const niceness = Math.min(LOWEST, getPriority() + levels)
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, niceness)
    } catch {
      // It has ended, or the system knows no priorities.
    }
  }
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
