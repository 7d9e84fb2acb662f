import { cancelTimer } from '../timers/timers.ts'
import { purgeTimer } from './change-run.ts'
import type { RunTables, RunTrx } from './tables.ts'

/** Tables with rows of a run, beside its own. */
const OF_A_RUN = [
  'run_items',
  'run_kept',
  'run_timeline',
  'run_calls',
  'run_call_texts',
  'run_errors',
] as const satisfies (keyof RunTables)[]

/** Takes the rows of an ended run away. Its blobs (`runFolder`) are the caller's to remove, before the transaction ends. */
export async function dropRun(trx: RunTrx, id: string): Promise<void> {
  await cancelTimer(trx, purgeTimer(id))
  for (const table of OF_A_RUN) await trx.deleteFrom(table).where('run_id', '=', id).execute()
  await trx.deleteFrom('runs').where('id', '=', id).execute()
}
