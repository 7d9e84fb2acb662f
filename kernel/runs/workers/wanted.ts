import type { StepWork } from '../../../schemas/run.ts'
import { gather } from '../../runtime/concurrency/gather.ts'
import type { Database } from '../../store/database.ts'
import type { RunTables } from '../tables.ts'

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
  const rows = await database
    .tables<RunTables>()
    .selectFrom('runs')
    .leftJoin('run_items', (join) =>
      join
        .onRef('run_items.run_id', '=', 'runs.id')
        .on('run_items.status', '=', 'open')
        .on('run_items.item', 'in', [...new Set(works.map(({ item }) => item))]),
    )
    .select(['runs.id', 'runs.epoch', 'run_items.step', 'run_items.item'])
    .where('runs.id', 'in', [...new Set(works.map(({ run_id }) => run_id))])
    .where('runs.status', 'in', ['running', 'waiting'])
    .execute()
  const live = new Map(rows.map(({ id, epoch }) => [id, epoch]))
  const open = new Set(rows.map(({ id, step, item }) => `${id} ${item} ${step}`))
  const isOpen = ({ run_id, step, item }: StepWork) => item < 0 || open.has(`${run_id} ${item} ${step}`)
  return new Set(works.filter((work) => live.get(work.run_id) === work.epoch && isOpen(work)))
}
