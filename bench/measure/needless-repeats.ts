import { repeatsOf, type StageRuns } from '../../tests/support/load/count-redeliveries.ts'

/** How long after its end a run may still be without its commit, which waits for the record before it. */
const COMMIT_MS = 1000
/** How long after it goes on a process is back in all its groups, and others have given it partitions. */
const REJOIN_MS = 30_000

/** Of a stage that was run again: which one of which upload, how often without need, and when it began and was done. */
export interface Needless extends StageRuns {
  readonly key: string
  readonly times: number
}

/**
 * The stages that were run again although their work was over, while a process was stopped from `stoppedAt` to `resumedAt` (ms since the
 * epoch). A change of a partition's owner repeats what was begun and not committed, each stage of a document at most once: what was due
 * before the stop, since the stopped process may have had it in hand without having told, and what others were in the middle of when it
 * came back. What became due while it was stopped and others ended before its return is never due again.
 */
export function needlessRepeats(
  stages: Iterable<readonly [key: string, runs: StageRuns]>,
  { stoppedAt, resumedAt }: { stoppedAt: number; resumedAt: number },
): readonly Needless[] {
  return [...stages].flatMap(([key, runs]) => {
    const first = runs.begun[0] ?? runs.done[0] ?? resumedAt
    const atStop = Math.min(first, runs.due) <= stoppedAt ? 1 : 0
    const over = runs.done[0] !== undefined && runs.done[0] < resumedAt - COMMIT_MS
    const atReturn = !over && first < resumedAt + REJOIN_MS ? 1 : 0
    const times = repeatsOf(runs) - atStop - atReturn
    return times > 0 ? [{ key, times, ...runs }] : []
  })
}
