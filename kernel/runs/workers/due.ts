import { runDue } from '../../../schemas/run.ts'
import { defineConsumer } from '../../consume/define-consumer.ts'
import { ApiError } from '../../runtime/errors.ts'
import { changeRun, type RunPorts } from '../change-run.ts'
import { beginNext, cancelRun, runFolder } from '../control.ts'
import { dropRun } from '../drop-run.ts'
import { hasEnded, runStateSchema } from '../run-state.ts'
import { settling } from '../settle.ts'
import type { RunTables } from '../tables.ts'

/** What is due for runs of every kind: deadlines, the next one of a subject, the end of their keeping. */
export const runsDue = defineConsumer({
  name: 'runs-due',
  runs: 'edge',
  on: [runDue],
  emits: [],
  needs: ['database', 'blobs', 'clock'],
  retry: { attempts: 10, baseMs: 200, capMs: 30_000 },
  timeoutMs: 60_000,
  async handle({ ports, now }, { payload: { run_id, what, epoch, step, item, message } }) {
    if (what === 'deadline') await changeRun(ports, run_id, (state) => (state.epoch === epoch ? [{ type: 'overdue', at: now() }] : []))
    else if (what === 'purge') await purgeRun(ports, run_id, epoch)
    else if (what === 'next') await nextOf(ports, run_id)
    else if (what === 'cancel') await cancelRun(ports, run_id, 'replaced').catch(unlessOver)
    else if (step !== undefined && item !== undefined) {
      const error = { code: 'internal', message: message ?? 'given up' }
      await settling(ports)({ run_id, epoch, step, item }, { end: 'failed', error })
    }
    return []
  },
})

function unlessOver(error: unknown): void {
  if (!(error instanceof ApiError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
}

async function nextOf(ports: RunPorts, id: string): Promise<void> {
  const row = await ports.database
    .tables<RunTables>()
    .selectFrom('runs')
    .select(['kind', 'busy_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.busy_key != null) await beginNext(ports, row.kind, row.busy_key)
}

/** Takes away a run that ended long ago, unless it was tried again meanwhile. The blobs go first: rows that name none are found again. */
async function purgeRun({ database, blobs }: RunPorts, id: string, epoch: number): Promise<void> {
  const row = await database.tables<RunTables>().selectFrom('runs').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) return
  const state = runStateSchema.parse(JSON.parse(row.state))
  if (state.epoch !== epoch || !hasEnded(state)) return
  await blobs.removeFolder(runFolder(id))
  await database.transaction<RunTables, void>((trx) => dropRun(trx, id))
}
