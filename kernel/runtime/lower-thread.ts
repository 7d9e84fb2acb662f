import { getPriority, setPriority } from 'node:os'

/** How far a thread that computes stands below the one that answers everyone. */
const LEVELS = 10
const LOWEST = 19

/**
 * Sets the calling thread below the others of its process, so that whoever is answered does not wait for what it computes. On Linux each
 * thread has a niceness of its own; elsewhere it is the process's, and stays.
 */
export function lowerThread(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + LEVELS))
  } catch {
    // The system refuses, as in some containers: the thread keeps what it has.
  }
}
