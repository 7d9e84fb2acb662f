import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ports } from '../../../kernel/ports.ts'
import type { Annex, Draft, Role } from './guide.ts'
import type { GuideTables } from './guide-tables.ts'

const DAY_MS = 86_400_000
/** A draft in use is marked so once a day at most. */
const MARK_EVERY_MS = DAY_MS

const steps = z.array(z.object({ text: z.string() }))
const draftSchema = z.object({ BEFORE: steps, DURING: steps, AFTER: steps })

/** What a draft was made of: other content, other roles, another prompt or model are another draft. */
export interface DraftOrigin {
  readonly annex: Annex
  readonly roles: readonly Role[]
  readonly promptVersion: string
  readonly model: string
}

const keyOf = ({ annex: { name, type, html }, roles, promptVersion, model }: DraftOrigin): string =>
  createHash('sha256')
    .update(JSON.stringify([name, type, html, roles.map((role) => role.name), promptVersion, model]))
    .digest('hex')

/** The draft of this origin: the one that was paid for before, else what `write` gives, kept for the next time. */
export async function draftOnce(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  origin: DraftOrigin,
  keepDays: number,
  write: () => Promise<Draft>,
): Promise<Draft> {
  const [key, now] = [keyOf(origin), clock.now()]
  const tables = database.tables<GuideTables>()
  const row = await tables.selectFrom('guide_drafts').select(['draft', 'used_at']).where('key', '=', key).executeTakeFirst()
  const known = row && draftSchema.safeParse(JSON.parse(row.draft)).data
  if (known) {
    if (now - Number(row.used_at) > MARK_EVERY_MS)
      await tables.updateTable('guide_drafts').set({ used_at: now }).where('key', '=', key).execute()
    return known
  }
  const { BEFORE, DURING, AFTER } = await write()
  const kept = { draft: JSON.stringify({ BEFORE, DURING, AFTER }), used_at: now }
  // A power failure may forget it: then the model is asked once more.
  await database.transaction<GuideTables, void>(
    async (trx) => {
      const old = now - keepDays * DAY_MS
      await trx.deleteFrom('guide_drafts').where('used_at', '<', old).execute()
      const rows = trx.insertInto('guide_drafts').values({ key, ...kept })
      await rows.onConflict((c) => c.column('key').doUpdateSet(kept)).execute()
    },
    { derived: true },
  )
  return { BEFORE, DURING, AFTER }
}
