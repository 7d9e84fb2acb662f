import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { flushing, Turn } from './sqlite-dialect.ts'

/** Works in one transaction at most, and how long one takes up more of those that wait: as long as the commit before it took, within these. */
const MOST_TOGETHER = 64
const UP_TO_MS = { least: 20, most: 200 }

interface Waiting<Tables> {
  readonly work: (trx: Kysely<Tables>) => Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Tells whoever asked how it ended. */
type Tell = () => void

/**
 * Runs each work in a transaction of its own, as whoever asks sees it: one after the other, undone by itself where it throws. Works that
 * wait at the same time share a commit; none resolves before it. Works that are `derived`, as Database has it, have commits of their own. No
 * commit is flushed here: whoever promises more than that the process may end flushes behind it. `kysely` writes to `file` as whoever has the turn.
 */
export function shareCommits<Tables>(file: DatabaseSync, kysely: Kysely<Tables>, turn: Turn, flush: ReturnType<typeof flushing>) {
  // In turns, so that what needs no flush never waits behind a long line of what does.
  const lines: readonly [flushed: Waiting<Tables>[], derived: Waiting<Tables>[]] = [[], []]
  let draining = false
  let commitMs = 0

  const drain = async () => {
    draining = true
    for (let round = 0; lines.some(({ length }) => length > 0); round++) {
      const waiting = lines[round % 2]!
      if (waiting.length === 0) continue
      const leave = await turn.take()
      const told = await commitSome(waiting)
        .catch(failed(() => waiting.splice(0)))
        .finally(leave)
      for (const tell of told) tell()
      // Whoever waited for this commit may ask for the next one.
      await new Promise(setImmediate)
    }
    draining = false
  }

  const commitSome = async (waiting: Waiting<Tables>[]): Promise<Tell[]> => {
    const candidates = waiting.slice(0, MOST_TOGETHER)
    const ended: Tell[] = []
    const take = () => waiting.splice(0, Math.max(1, ended.length))
    let worked = 0
    // A commit appends; what is not derived is flushed behind it, beside the main thread.
    flush('NORMAL')
    try {
      await kysely.transaction().execute(async (trx) => {
        const until = performance.now() + Math.min(UP_TO_MS.most, Math.max(UP_TO_MS.least, commitMs))
        for (const one of candidates) {
          const tell = candidates.length === 1 ? await done(trx, one) : await doneByItself(trx, one)
          ended.push(tell)
          if (performance.now() > until) break
        }
        worked = performance.now()
      })
      commitMs = performance.now() - worked
      take()
      return ended
    } catch (error) {
      // Also what had ended well is undone: a disk that is full rolls back by itself.
      return failed(take)(error)
    }
  }

  const done = async (trx: Kysely<Tables>, { work, resolve }: Waiting<Tables>): Promise<Tell> => {
    const result = await work(trx)
    return () => resolve(result)
  }

  const doneByItself = async (trx: Kysely<Tables>, one: Waiting<Tables>): Promise<Tell> => {
    file.exec('SAVEPOINT one')
    try {
      const tell = await done(trx, one)
      file.exec('RELEASE one')
      return tell
    } catch (error) {
      if (!file.isTransaction) throw error
      file.exec('ROLLBACK TO one; RELEASE one')
      return () => one.reject(error)
    }
  }

  const failed =
    (take: () => Waiting<Tables>[]) =>
    (error: unknown): Tell[] =>
      take().map(
        ({ reject }) =>
          () =>
            reject(error),
      )

  return <Result>(work: (trx: Kysely<Tables>) => Promise<Result>, derived: boolean): Promise<Result> =>
    new Promise((resolve, reject) => {
      lines[derived ? 1 : 0].push({ work, resolve: resolve as (result: unknown) => void, reject })
      if (!draining) void drain()
    })
}
