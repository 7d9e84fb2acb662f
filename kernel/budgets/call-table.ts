import type { Kysely } from 'kysely'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import { admit, type Limits, WINDOW_MS } from './admit.ts'

/** The calls of a process that has not shown itself for this long are over. */
const DEAD_AFTER_MS = 30_000

export const modelCallsMigration = defineTables('013-model-calls', {
  model_calls: {
    columns: {
      id: 'varchar(36)',
      /** Whose budget: an alias, or the embeddings. */
      name: 'varchar(300)',
      caller: 'varchar(400)',
      asked_at: 'bigint',
      /** Null while it waits. */
      started_at: 'bigint?',
      /** 1: it came back, well or badly. */
      ended: 'integer',
      /** Expected, then told. */
      tokens: 'bigint',
      seen_at: 'bigint',
    },
    indexes: { model_calls_name: ['name', 'started_at'] },
    forgettable: true,
  },
  model_pauses: { columns: { name: 'varchar(300)', until: 'bigint' }, forgettable: true },
})
export type CallTables = TablesOf<typeof modelCallsMigration>

export interface Turn {
  /** Ids of the calls that began now, whichever process waits for them. */
  readonly begun: readonly string[]
  /** Ids of those that wait on. */
  readonly waiting: readonly string[]
  /** When there may be room again; undefined: when a call ends, or nobody waits. */
  readonly nextAt: number | undefined
}

/** Lets begin what has room, in one transaction that no other process's is beside; forgets what no window needs. */
export async function takeTurn(trx: Kysely<CallTables>, name: string, limits: Limits, now: number): Promise<Turn> {
  // The row is locked by being written: turns of one budget come one after the other.
  const { until } = await trx
    .insertInto('model_pauses')
    .values({ name, until: 0 })
    .onConflict((c) => c.column('name').doUpdateSet((e) => ({ until: e.ref('model_pauses.until') })))
    .returning('until')
    .executeTakeFirstOrThrow()
  const windowFrom = now - WINDOW_MS
  await trx
    .deleteFrom('model_calls')
    .where('name', '=', name)
    .where((e) => e.or([e('started_at', 'is', null), e('started_at', '<=', windowFrom)]))
    .where((e) => e.or([e('ended', '=', 1), e('seen_at', '<', now - DEAD_AFTER_MS)]))
    .execute()
  const rows = await trx.selectFrom('model_calls').selectAll().where('name', '=', name).execute()
  const waiting = rows.filter((row) => row.started_at === null)
  if (Number(until) > now) return { begun: [], waiting: waiting.map((call) => call.id), nextAt: Number(until) }
  const started = rows.flatMap((row) =>
    row.started_at === null
      ? []
      : [{ ...row, started_at: Number(row.started_at), running: row.ended === 0 && row.seen_at >= now - DEAD_AFTER_MS }],
  )
  const { admitted, nextAt } = admit(waiting, started, limits, now)
  const begun = admitted.map((call) => call.id)
  if (begun.length > 0) await trx.updateTable('model_calls').set({ started_at: now }).where('id', 'in', begun).execute()
  const left = waiting.filter((call) => !admitted.includes(call)).map((call) => call.id)
  return { begun, waiting: left, nextAt: left.length > 0 ? nextAt : undefined }
}
