import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ApiError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { Clock } from '../ports.ts'
import type { Database } from '../views/database.ts'
import { MAX_STREAMS_PER_CALLER, memorySlots, noSlotLeft, type StreamSlots } from './stream-slots.ts'

const BEAT_MS = 15_000
/** The streams of a process that has not shown itself for this long are over. */
const DEAD_AFTER_MS = 45_000

interface StreamTable {
  open_streams: { process: string; caller: string; count: number; seen_at: number }
}

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
  const table = () => database.tables<StreamTable>()

  const tell = async (caller: string): Promise<void> => {
    const count = own.get(caller) ?? 0
    const seen_at = clock.now()
    await table()
      .insertInto('open_streams')
      .values({ process: self, caller, count, seen_at })
      .onConflict((c) => c.columns(['process', 'caller']).doUpdateSet({ count, seen_at }))
      .execute()
  }
  const change = (caller: string, by: 1 | -1): void => {
    const count = (own.get(caller) ?? 0) + by
    if (count > 0) own.set(caller, count)
    else own.delete(caller)
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
  const beat = setInterval(() => void showLife(table(), self, clock.now(), own.size > 0).catch(failed), BEAT_MS)
  beat.unref()

  return {
    async take(caller) {
      const releaseLocal = await local.take(caller)
      change(caller, 1)
      const release = () => {
        releaseLocal()
        change(caller, -1)
        if (!closed) void tell(caller).catch(failed)
      }
      try {
        await tell(caller)
        if ((await sumOf(caller)) > MAX_STREAMS_PER_CALLER) throw noSlotLeft()
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

type Tables = Kysely<StreamTable>

/** Says that this process lives, and takes out those that do not. */
async function showLife(tables: Tables, self: string, now: number, busy: boolean): Promise<void> {
  if (busy) await tables.updateTable('open_streams').set({ seen_at: now }).where('process', '=', self).execute()
  await tables
    .deleteFrom('open_streams')
    .where('seen_at', '<', now - 2 * DEAD_AFTER_MS)
    .execute()
}
