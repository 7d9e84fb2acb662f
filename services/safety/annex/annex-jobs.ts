import { hash } from 'node:crypto'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import type { Kickoff } from './jobs.ts'
import type { AnnexRequest } from './request.ts'

const DAY_MS = 86_400_000

export const annexMigration = defineTables('171-annex-jobs', {
  /** What status and result tell of an edit beside its run, whose input may have megabytes. */
  annex_jobs: {
    columns: {
      run_id: 'varchar(36)',
      session_id: 'text',
      /** Hash of what was asked: the same name with another body is a conflict. */
      asked: 'varchar(64)',
      made_at: 'bigint',
    },
    indexes: { annex_jobs_made: ['made_at'] },
  },
})
type AnnexTables = TablesOf<typeof annexMigration>
type Place = Pick<Ports, 'database' | 'clock'>

/** How long somebody waits for the result is no part of what was asked. */
export const askedBy = ({ tool, profile }: Kickoff, { waitForResult: _, ...request }: AnnexRequest): string =>
  hash('sha256', JSON.stringify([tool, profile, request]), 'hex')

/** What is known of an edit; undefined where it was made before there was such a note. */
export const noteOf = ({ database }: Pick<Place, 'database'>, runId: string) =>
  database.tables<AnnexTables>().selectFrom('annex_jobs').select(['session_id', 'asked']).where('run_id', '=', runId).executeTakeFirst()

/** Notes an edit that is about to be accepted; the note that there is stays. What is kept with the acceptance is kept with it. */
export async function noteJob(
  { database, clock }: Place,
  { runId, sessionId, asked, keepMs }: { runId: string; sessionId: string; asked: string; keepMs: number },
): Promise<void> {
  const now = clock.now()
  await database.transaction<AnnexTables, void>(
    async (trx) => {
      const rows = trx.insertInto('annex_jobs').values({ run_id: runId, session_id: sessionId, asked, made_at: now })
      await rows.onConflict((c) => c.doNothing()).execute()
      await trx
        .deleteFrom('annex_jobs')
        .where('made_at', '<', now - keepMs - DAY_MS)
        .execute()
    },
    { derived: true },
  )
}

export const otherBody = (requestId: string): ApiError =>
  new ApiError('conflict', `requestId: ${requestId} was used with another body; give each job its own, or leave it out`, {
    details: { field: 'requestId' },
  })
