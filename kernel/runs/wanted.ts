import type { StepWork } from '../../schemas/run.ts'
import { gather } from '../runtime/gather.ts'
import type { Database } from '../store/database.ts'
import type { RunTables } from './tables.ts'

/**
 * Asks whether work is still to be done: its run goes on in this epoch, and the item is not over. The records of a large fan-out are asked
 * for together.
 */
export const wanted = (database: Database): ((work: StepWork) => Promise<boolean>) =>
  gather(async (works) => {
    const open = await openAmong(database, works)
    return works.map((work) => open.has(work))
  })

async function openAmong(database: Database, works: readonly StepWork[]): Promise<ReadonlySet<StepWork>> {
  const tables = database.tables<RunTables>()
  const ids = [...new Set(works.map(({ run_id }) => run_id))]
  const rows = await tables.selectFrom('runs').select(['id', 'status', 'epoch']).where('id', 'in', ids).execute()
  const live = new Map(rows.filter(({ status }) => status === 'running' || status === 'waiting').map(({ id, epoch }) => [id, epoch]))
  const timely = works.filter(({ run_id, epoch }) => live.get(run_id) === epoch)
  const items = timely.filter(({ item }) => item >= 0)
  const found = new Set(timely.filter(({ item }) => item < 0))
  for (const group of Map.groupBy(items, ({ run_id, step }) => `${run_id} ${step}`).values()) {
    const [{ run_id = '', step = '' } = {}] = group
    const numbers = group.map(({ item }) => item)
    const open = await tables
      .selectFrom('run_items')
      .select('item')
      .where('run_id', '=', run_id)
      .where('step', '=', step)
      .where('status', '=', 'open')
      .where('item', 'in', numbers)
      .execute()
    const still = new Set(open.map(({ item }) => item))
    for (const work of group) if (still.has(work.item)) found.add(work)
  }
  return found
}
