import { type Bounds, personOf, type Whose } from './conversation.ts'
import { noteGone } from './gone-turns.ts'
import { type ConversationTrx, countBytes } from './tables.ts'

/** Conversations that are looked at in one step. */
const BATCH = 50

/** Takes away the oldest turns of a conversation that has more of them, or more bytes, than it may; its last turn stays. */
export async function dropOldTurns(trx: ConversationTrx, whose: Whose, key: string, bounds: Bounds): Promise<void> {
  const row = trx.selectFrom('conversations').select(['turns', 'bytes', 'last']).where('key', '=', key)
  const { turns, bytes, last } = await row.executeTakeFirstOrThrow()
  const surplus = { turns: turns - bounds.turns, bytes: bytes - bounds.bytes }
  if (surplus.turns <= 0 && surplus.bytes <= 0) return
  const older = trx.selectFrom('conversation_turns').select(['n', 'bytes', 'body']).where('key', '=', key).where('n', '<', last)
  const dropped = { upTo: 0, turns: 0, bytes: 0 }
  const gone = []
  for (const turn of await older.orderBy('n').execute()) {
    if (dropped.turns >= surplus.turns && dropped.bytes >= surplus.bytes) break
    dropped.upTo = turn.n
    dropped.turns += 1
    dropped.bytes += turn.bytes
    gone.push(turn)
  }
  await noteGone(trx, key, gone)
  await trx.deleteFrom('conversation_turns').where('key', '=', key).where('n', '<=', dropped.upTo).execute()
  await trx
    .updateTable('conversations')
    .set((e) => ({ turns: e('turns', '-', dropped.turns), bytes: e('bytes', '-', dropped.bytes) }))
    .where('key', '=', key)
    .execute()
  await countBytes(trx, whose, -dropped.bytes)
}

/** Takes away the conversations that were quiet longest: of a person who has too many, of an account that is too large. `key` stays. */
export async function makeRoom(
  trx: ConversationTrx,
  { whose, key, bounds, now }: { whose: Whose; key: string; bounds: Bounds; now: number },
): Promise<void> {
  const { scope, account } = whose
  const ofAccount = () => trx.selectFrom('conversations').where('scope', '=', scope).where('account', '=', account)
  const ofPerson = () => ofAccount().where('person', '=', personOf(whose)).where('expires_at', '>', now)
  const quietest = (rows: ReturnType<typeof ofAccount>, limit: number) =>
    rows.where('key', '<>', key).select(['key', 'bytes']).orderBy('updated_at').orderBy('key').limit(limit).execute()
  const { count } = await ofPerson()
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > bounds.conversations) await removeAll(trx, whose, await quietest(ofPerson(), count - bounds.conversations))
  for (;;) {
    const row = trx.selectFrom('conversation_accounts').select('bytes').where('scope', '=', scope).where('account', '=', account)
    let over = (await row.executeTakeFirstOrThrow()).bytes - bounds.accountBytes
    const leaving = []
    for (const conversation of over > 0 ? await quietest(ofAccount(), BATCH) : []) {
      if (over <= 0) break
      leaving.push(conversation)
      over -= conversation.bytes
    }
    if (leaving.length === 0) return
    await removeAll(trx, whose, leaving)
  }
}

/** Removes these conversations of an account with all their turns. */
export async function removeAll(trx: ConversationTrx, whose: Whose, rows: readonly { key: string; bytes: number }[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => key)
  await trx.deleteFrom('conversation_turns').where('key', 'in', keys).execute()
  await trx.deleteFrom('conversation_gone').where('key', 'in', keys).execute()
  await trx.deleteFrom('conversations').where('key', 'in', keys).execute()
  await countBytes(trx, whose, -rows.reduce((sum, { bytes }) => sum + bytes, 0))
}
