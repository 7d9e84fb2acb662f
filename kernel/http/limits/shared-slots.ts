import { randomUUID } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import { changeCount } from '../../runtime/concurrency/change-count.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import type { BudgetTables } from './shared-budgets.ts'
import { memorySlots, noSlotLeft, placesOf, type StreamSlots } from './stream-slots.ts'

const BEAT_MS = 15_000
/** The streams of a process that has not shown itself for this long are over. */
const DEAD_AFTER_MS = 45_000

/**
 * Places counted over all edges on one store: each process tells its own number for each caller and adds up what the living ones tell.
 * While the store does not answer, each process counts for itself. `close` takes this process's numbers back.
 */
export function sharedSlots(options: { database: Database; clock: Clock; log: Logger }): StreamSlots & { close(): Promise<void> } {
  const { database, clock, log } = options
  const self = randomUUID()
  const own = new Map<string, number>()
  const local = memorySlots()
  let closed = false
  const table = () => database.tables<BudgetTables>()

  const tellNow = async (caller: string): Promise<void> => {
    const count = own.get(caller)
    const seen_at = clock.now()
    if (count === undefined) await table().deleteFrom('open_streams').where('process', '=', self).where('caller', '=', caller).execute()
    else
      await table()
        .insertInto('open_streams')
        .values({ process: self, caller, count, seen_at })
        .onConflict((c) => c.columns(['process', 'caller']).doUpdateSet({ count, seen_at }))
        .execute()
  }
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  /** One statement after the other, so that an older number never comes last; whoever asks before one has begun shares it. */
  const tell = (caller: string): Promise<void> => {
    const shared = waiting.get(caller)
    if (shared) return shared
    const told = Promise.allSettled([running.get(caller)]).then(() => {
      waiting.delete(caller)
      return tellNow(caller)
    })
    waiting.set(caller, told)
    running.set(caller, told)
    const done = () => void (running.get(caller) === told && running.delete(caller))
    told.then(done, done)
    return told
  }
  const sumOf = async (caller: string): Promise<number> => {
    const { sum } = await table()
      .selectFrom('open_streams')
      .select((e) => e.fn.sum<number>('count').as('sum'))
      .where('caller', '=', caller)
      .where('seen_at', '>', clock.now() - DEAD_AFTER_MS)
      .executeTakeFirstOrThrow()
    return Number(sum)
  }
  const failed = (err: unknown) => log.warn({ err }, 'the shared number of open streams could not be kept')
  /** Says that this process lives, and takes out what is over: of those that do not live, and of its own what could not be told. */
  const showLife = async (): Promise<void> => {
    const now = clock.now()
    for (const caller of own.keys()) await tell(caller)
    await table()
      .deleteFrom('open_streams')
      .where((e) => e.or([e('seen_at', '<', now - 2 * DEAD_AFTER_MS), e.and([e('process', '=', self), e('seen_at', '<', now)])]))
      .execute()
  }
  const beat = setInterval(() => void showLife().catch(failed), BEAT_MS)
  beat.unref()

  return {
    async take(counted) {
      const releaseLocal = await local.take(counted)
      const places = placesOf(counted)
      for (const [name] of places) changeCount(own, name, 1)
      const release = () => {
        releaseLocal()
        for (const [name] of places) changeCount(own, name, -1)
        if (!closed) for (const [name] of places) void tell(name).catch(failed)
      }
      try {
        for (const [name, most] of places) {
          await tell(name)
          if ((await sumOf(name)) > most) throw noSlotLeft(most)
        }
      } catch (error) {
        if (error instanceof ApiError) {
          release()
          throw error
        }
        failed(error)
      }
      return release
    },
    async close() {
      closed = true
      clearInterval(beat)
      await table().deleteFrom('open_streams').where('process', '=', self).execute().catch(failed)
    },
  }
}
