import { readInstallation } from '../../../kernel/installation/store.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { waitCurrent } from '../../../kernel/views/run-projector.ts'
import { documentDeleted, documentIndexed, documentReceived, uploadEvents } from '../../../schemas/document.ts'

const WITHIN_MS = 5_000

type Needed = Pick<Ports, 'broker' | 'views'>

async function require({ broker, views }: Needed, topics: readonly string[]): Promise<void> {
  if (await waitCurrent(broker, views, topics, WITHIN_MS)) return
  throw new ApiError('unavailable', 'the views have not caught up with the log yet; try again in a moment', {
    headers: { 'retry-after': '5' },
  })
}

/** Resolves once the views show all that is searchable by what is on the log now; ApiError unavailable where they do not within 5 s. */
export const requireCurrentEnds = (ports: Needed): Promise<void> =>
  require(ports, [documentReceived.name, documentIndexed.name, documentDeleted.name])

/** Resolves once the views show every upload that is on the log now; ApiError unavailable (503, Retry-After) where they do not within 5 s. */
export const requireCurrentViews = (ports: Needed): Promise<void> => require(ports, [documentReceived.name])

/** The tables with which each database was seen to show what the log holds. */
const caughtUp = new WeakMap<Database, string>()

/**
 * Resolves at once, but for the first time in a process, and in one that finds other tables than before: a failure of power, a backup
 * that is put back, or the loss of the store takes it behind the log. Until it has come up again it knows neither who owns a name nor
 * which generations are used. ApiError unavailable.
 */
export async function requireCaughtUp(ports: Needed): Promise<void> {
  const storeId = await presentStore(ports.views)
  if (caughtUp.get(ports.views) === storeId) return
  const topics = uploadEvents.map(({ name }) => name)
  await require(ports, topics)
  caughtUp.set(ports.views, storeId)
}

/** The embedded store cannot be exchanged while its process runs. */
async function presentStore(database: Database): Promise<string> {
  if (database.kind === 'sqlite') return 'embedded'
  const found = await readInstallation(database)
  if (found) return found.store_id
  throw new ApiError('unavailable', 'the database lost its tables; they are made again in a moment', { headers: { 'retry-after': '5' } })
}
