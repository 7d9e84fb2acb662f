import { sql } from 'kysely'
import type { EventEnvelope } from '../../../kernel/broker/codec.ts'
import { claimsOf } from '../../../kernel/claims/claims.ts'
import { claimsOfFormer } from '../../../kernel/claims/claims-of-former.ts'
import { changeAndTell } from '../../../kernel/outbox/outbox.ts'
import type { Ports } from '../../../kernel/ports.ts'
import type { EventDraft } from '../../../schemas/event.ts'

const SCOPE = 'said'

/** What is to be said in public. It was said before where its first mark is there; whatever else would be the same again has the others. */
export interface Saying {
  readonly draft: EventDraft
  readonly marks: readonly string[]
}

/** Says what was not said before, once and for ever: the marks and the events hold together, so that a redelivery finds the one with the other. */
export async function sayOnce(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  source: string,
  cause: EventEnvelope,
  sayings: readonly Saying[],
): Promise<void> {
  await changeAndTell(database, { source, cause, now: clock.now() }, async (trx, tell) => {
    const marks = claimsOf({ database, tables: trx, clock, scope: SCOPE, leaseMs: 0 })
    const fresh = await marks.mark(sayings.flatMap((saying) => saying.marks))
    tell(...sayings.filter((saying) => fresh.has(saying.marks[0] ?? '')).map(({ draft }) => draft))
  })
}

const SAID = sql`1, 9000000000000000, 1`

/** What was said before it was marked. */
export const formerSayingsMigrations = [
  claimsOfFormer(
    '113-announcements-are-marks',
    'announcements',
    sql`select ${sql.lit(SCOPE)}, 'processed/' || upload_id || '/' || attempt || '/failed', '', null, ${SAID} from announcements union all
      select ${sql.lit(SCOPE)}, 'processed/' || upload_id || '/' || attempt || '/completed', '', null, ${SAID} from announcements
      where body like '%"status":"completed"%'`,
  ),
  claimsOfFormer(
    '113-removals-are-marks',
    'document_removals',
    sql`select ${sql.lit(SCOPE)}, 'removed/' || document_id || '/' || generation, '', null, ${SAID} from document_removals`,
  ),
]
