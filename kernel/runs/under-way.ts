import { untilWoken } from '../consume/until-woken.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { RUNS_ENDED } from './change-run.ts'
import type { RunTables } from './tables.ts'

/** An announcement may be lost with its connection: work whose run is over goes on no longer than this. */
const LOOK_EVERY_MS = 1_000

/** Ends the work of this process on runs that were cancelled, are over, or were begun anew. */
export interface UnderWay {
  /** A signal that is aborted then; call `done` when the work has ended. */
  begin(runId: string, epoch: number): { readonly signal: AbortSignal; done(): void }
}

interface Work {
  readonly runId: string
  readonly epoch: number
  readonly controller: AbortController
}

/** Looks at the store when an end is announced, and now and then while something is under way; idle it costs nothing. */
export function followRuns(database: Database, log: Logger): UnderWay {
  const works = new Set<Work>()
  let looking = false
  const bell = untilWoken((ring) => database.onAnnounced(RUNS_ENDED, ring))
  const never = new AbortController().signal

  const look = async () => {
    // What begins while the store answers is not among them: the answer says nothing of it.
    const asked = [...works]
    const ids = [...new Set(asked.map(({ runId }) => runId))]
    const rows = await database.tables<RunTables>().selectFrom('runs').select(['id', 'status', 'epoch']).where('id', 'in', ids).execute()
    const live = new Map(rows.filter(({ status }) => status === 'running' || status === 'waiting').map((row) => [row.id, row.epoch]))
    for (const work of asked)
      if (live.get(work.runId) !== work.epoch) work.controller.abort(new DOMException('the run is over', 'AbortError'))
  }
  const follow = async () => {
    looking = true
    while (works.size > 0) {
      await bell.next(LOOK_EVERY_MS, never)
      if (works.size > 0) await look().catch((err: unknown) => log.warn({ err }, 'whether runs are over could not be seen, looking again'))
    }
    looking = false
  }
  return {
    begin(runId, epoch) {
      const work = { runId, epoch, controller: new AbortController() }
      works.add(work)
      if (!looking) void follow()
      return { signal: work.controller.signal, done: () => void works.delete(work) }
    },
  }
}
