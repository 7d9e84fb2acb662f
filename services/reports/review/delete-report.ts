import { forgetAbout } from '../../../kernel/conversations/change-conversation.ts'
import type { ConversationTables } from '../../../kernel/conversations/tables.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { runFolder } from '../../../kernel/runs/control.ts'
import { dropRun } from '../../../kernel/runs/drop-run.ts'
import { hasEnded, runStateSchema } from '../../../kernel/runs/run-state.ts'
import { lockRun, type RunTables } from '../../../kernel/runs/tables.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { accountOf } from '../chat/conversation.ts'
import type { Report } from '../stored/report.ts'
import { reportFolder } from '../stored/report-blobs.ts'
import type { ReportTables } from '../stored/tables.ts'

/**
 * Deletes a report with its files, its run, the ratings of its findings and the conversations about it. What was learned of its district
 * stays. ApiError conflict while it is worked on. The files go while its run is held, so that nothing begins with it anew, and before the
 * rows, so that one that was broken off is deleted by asking again.
 */
export async function deleteReport(
  ports: Pick<Ports, 'database' | 'blobs' | 'clock'>,
  { id, run_id, subject }: Pick<Report, 'id' | 'run_id' | 'subject'>,
): Promise<void> {
  const { database, blobs } = ports
  await database.transaction<ReportTables & RunTables & ConversationTables, void>(async (trx) => {
    const run = await lockRun(trx, database.kind, run_id)
    if (run && !hasEnded(runStateSchema.parse(JSON.parse(run.state))))
      throw new ApiError(
        'conflict',
        `the report is being checked; wait for its job to end, or cancel it with POST /api/v2/runs/${run_id}/cancel`,
      )
    for (const folder of [reportFolder(id), runFolder(run_id)]) await blobs.removeFolder(folder)
    await dropRun(trx, run_id)
    await trx.deleteFrom('sdac_feedback').where('report_id', '=', id).execute()
    await trx.deleteFrom('sdac_reports').where('id', '=', id).execute()
    await forgetAbout(trx, ports, accountOf(subject), id)
  })
}
