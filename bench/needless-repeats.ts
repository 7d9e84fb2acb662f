import { repeatsOf, type StageRuns } from '../tests/support/count-redeliveries.ts'

/** How long after its end a run may still be without its commit, which waits for the record before it. */
const COMMIT_MS = 1000
/** How long after it goes on a process is back in all its groups, and others have given it partitions. */
const REJOIN_MS = 30_000

/**
 * How often stages were run again although their work was over, while a process was stopped from `stoppedAt` to `resumedAt` (ms since the
 * epoch). A change of a partition's owner repeats what was begun and not committed, each stage of a document at most once: what was
 * begun before the stop, and what others were in the middle of when the process came back. What others ended in between is never due again.
 */
export function needlessRepeats(runs: Iterable<StageRuns>, { stoppedAt, resumedAt }: { stoppedAt: number; resumedAt: number }): number {
  let needless = 0
  for (const run of runs) {
    const first = run.begun[0] ?? run.done[0] ?? resumedAt
    const atStop = first <= stoppedAt ? 1 : 0
    const over = run.done[0] !== undefined && run.done[0] < resumedAt - COMMIT_MS
    const atReturn = !over && first < resumedAt + REJOIN_MS ? 1 : 0
    needless += Math.max(0, repeatsOf(run) - atStop - atReturn)
  }
  return needless
}
