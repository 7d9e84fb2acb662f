import type { Position } from '../../../kernel/broker/broker.ts'
import { readInstallation } from '../../../kernel/installation/store.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Dependency } from '../../../kernel/runtime/health.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { endsOf, recordsBehind, waitCurrent, waitProjected } from '../../../kernel/views/run-projector.ts'
import { documentDeleted, documentIndexed, documentReceived, uploadEvents } from '../../../schemas/document.ts'

const WITHIN_MS = 5_000

type Needed = Pick<Ports, 'broker' | 'database'>

const behind = (): ApiError =>
  new ApiError('unavailable', 'the views have not caught up with the log yet; try again in a moment', { headers: { 'retry-after': '5' } })

async function require({ broker, database }: Needed, topics: readonly string[]): Promise<void> {
  if (!(await waitCurrent(broker, database, topics, WITHIN_MS))) throw behind()
}

/** Resolves once the views show all that is searchable by what is on the log now; ApiError unavailable where they do not within 5 s. */
export const requireCurrentEnds = (ports: Needed): Promise<void> =>
  require(ports, [documentReceived.name, documentIndexed.name, documentDeleted.name])

/** Resolves once the views show every upload that is on the log now; ApiError unavailable (503, Retry-After) where they do not within 5 s. */
export const requireCurrentViews = (ports: Needed): Promise<void> => require(ports, [documentReceived.name])

/** What the views of a database have to show first: the log's end when these tables were seen first. */
interface Goal {
  /** Of the tables, so that others in their place have a goal of their own. */
  readonly storeId: string
  readonly ends: readonly Position[]
  reached: boolean
}
const goals = new WeakMap<Database, Goal>()

async function goalOf({ broker, database }: Needed): Promise<Goal> {
  const storeId = await presentStore(database)
  const known = goals.get(database)
  if (known?.storeId === storeId) return known
  const goal = {
    storeId,
    ends: await endsOf(
      broker,
      uploadEvents.map(({ name }) => name),
    ),
    reached: false,
  }
  goals.set(database, goal)
  return goal
}

/**
 * Resolves at once, but for the first time in a process, and in one that finds other tables than before: a failure of power, a backup
 * that is put back, or the loss of the store takes it behind the log. Until it has come up again it knows neither who owns a name nor
 * which generations are used. ApiError unavailable.
 */
export async function requireCaughtUp(ports: Needed): Promise<void> {
  const goal = await goalOf(ports)
  goal.reached ||= await waitProjected(ports.database, goal.ends, WITHIN_MS)
  if (!goal.reached) throw behind()
}

/** For readiness: an edge that would refuse every upload, because the views have not come up with the log since its start, is not ready. */
export const viewsCaughtUp = (ports: Needed): Dependency => ({
  name: 'views',
  required: true,
  async check() {
    const goal = await goalOf(ports)
    if (goal.reached) return
    const records = await recordsBehind(ports.broker, ports.database, goal.ends)
    goal.reached = records === 0
    if (!goal.reached)
      throw new ApiError('unavailable', `the views are ${records} records behind the log; uploads wait for them`, {
        details: { behind: records },
      })
  },
})

/** The embedded store cannot be exchanged while its process runs. */
async function presentStore(database: Database): Promise<string> {
  if (database.kind === 'sqlite') return 'embedded'
  const found = await readInstallation(database)
  if (found) return found.store_id
  throw new ApiError('unavailable', 'the database lost its tables; they are made again in a moment', { headers: { 'retry-after': '5' } })
}
