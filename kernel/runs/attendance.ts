import type { Logger } from 'pino'
import { type Claims, claimsOf } from '../claims/claims.ts'
import { messageOf } from '../runtime/errors.ts'
import type { RunPorts } from './change-run.ts'
import type { Run } from './define-run.ts'
import { settling } from './settle.ts'
import type { RunTables, RunTrx } from './tables.ts'

/** How long a process that gives no sign is taken for alive, and how often it gives one. */
const LEASE_MS = 15_000
const LOOK_MS = 3_000
/** Keys in one statement. */
const MOST_KEYS = 500

interface Attendance {
  readonly held: Set<string>
  readonly over: Set<string>
  readonly claims: (tables: Parameters<typeof claimsOf>[0]['tables']) => Claims
  /** In the transaction that writes the run down: from its commit on the run is this process's. */
  begin(trx: RunTrx, id: string): Promise<void>
  /** `told`: the store knows how the run ended. Else it is given no more signs, so that whoever looks ends it once the lease is over. */
  end(id: string, told: boolean): void
}

const known = new WeakMap<object, Attendance>()

/** What this process works on in requests, by its store: a claim each, so that others see when it dies. */
export function attendanceOf({ database, clock }: Pick<RunPorts, 'database' | 'clock'>): Attendance {
  const made = known.get(database)
  if (made) return made
  const held = new Set<string>()
  const over = new Set<string>()
  const claims: Attendance['claims'] = (tables) => claimsOf({ database, tables, clock, scope: 'attended-runs', leaseMs: LEASE_MS })
  const attendance: Attendance = {
    ...{ held, over, claims },
    async begin(trx, id) {
      await claims(trx).take(id)
      held.add(id)
    },
    end(id, told) {
      held.delete(id)
      if (told) over.add(id)
    },
  }
  known.set(database, attendance)
  return attendance
}

/**
 * Gives signs for the attended runs of this process, and ends those of this kind whose process died or could not keep their end: at once
 * where the embedded store was opened anew, else after the lease. Such a run fails as `interrupted`; it is not begun again by itself,
 * because what it did is not known.
 */
export function watchAttendance(ports: RunPorts, run: Run, log: Logger): { stop(): Promise<void> } {
  const attendance = attendanceOf(ports)
  const { held, over } = attendance
  const claims = attendance.claims(ports.database.tables())
  const settle = settling(ports)
  const interrupt = async (id: string) => {
    if (!(await isLeft(ports, id))) return
    const message =
      'The process that worked on this turn ended before it was finished, or could not keep how it ended. Ask again, or run the turn again.'
    await settle(
      { run_id: id, epoch: 1, step: run.steps[0]?.name ?? '', item: 0 },
      { end: 'failed', error: { code: 'interrupted', message } },
    )
    log.warn({ run: id }, 'a turn was ended because its process had died, or could not keep its end')
  }
  const look = async () => {
    // Signs come first: what this process holds is never taken for a dead one's.
    const signs = [...held]
    for (let at = 0; at < signs.length; at += MOST_KEYS) await claims.renew(signs.slice(at, at + MOST_KEYS))
    for (const { key } of await claims.takeOver(MOST_KEYS)) {
      if (held.has(key)) continue
      if (!over.has(key)) await interrupt(key)
      over.add(key)
    }
    while (over.size > 0) {
      const some = [...over].slice(0, MOST_KEYS)
      await claims.free(...some)
      for (const id of some) over.delete(id)
    }
  }
  let looking: Promise<void> | undefined
  const lookOnce = () => {
    looking ??= look()
      .catch((error) => log.warn({ error: messageOf(error) }, 'the turns of other processes could not be looked after, trying again'))
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(lookOnce, LOOK_MS).unref()
  lookOnce()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Whether the run is still as its process left it. One that waited for a person goes on by its records. */
async function isLeft({ database }: RunPorts, id: string): Promise<boolean> {
  const tables = database.tables<RunTables>()
  const row = await tables.selectFrom('runs').select(['status', 'epoch']).where('id', '=', id).executeTakeFirst()
  if (row?.status !== 'running' || row.epoch !== 1) return false
  const entries = await tables.selectFrom('run_timeline').select('entry').where('run_id', '=', id).execute()
  return !entries.some(({ entry }) => JSON.parse(entry).type === 'run.waiting')
}
