import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { ConversationPorts } from './append-turns.ts'
import { KNOWN_GONE_MS, NOTHING_LEFT } from './change-conversation.ts'
import { type ConversationTables, countBytes, lockAccount } from './tables.ts'

const BATCH = 100
const EVERY_MS = 60_000

/**
 * Takes away what has expired: its turns at once, a day later also that it was there. Gives how many conversations it changed; BATCH at
 * most, so that the next call goes on. Nobody reads what has expired, swept or not.
 */
export async function sweepConversations({ database, clock }: ConversationPorts): Promise<number> {
  const now = clock.now()
  const expired = await database
    .tables<ConversationTables>()
    .selectFrom('conversations')
    .select(['key', 'scope', 'account'])
    .where('expires_at', '<=', now)
    .where((e) => e.or([e('bytes', '>', 0), e('expires_at', '<=', now - KNOWN_GONE_MS)]))
    .orderBy('expires_at')
    .limit(BATCH)
    .execute()
  for (const { key, ...whose } of expired)
    await database.transaction<ConversationTables, void>(async (trx) => {
      await lockAccount(trx, database.kind, whose)
      // it may have been begun anew meanwhile
      const rows = trx.selectFrom('conversations').select(['bytes', 'expires_at']).where('key', '=', key).where('expires_at', '<=', now)
      const row = await rows.executeTakeFirst()
      if (!row) return
      for (const table of ['conversation_turns', 'conversation_gone'] as const) await trx.deleteFrom(table).where('key', '=', key).execute()
      if (row.expires_at <= now - KNOWN_GONE_MS) await trx.deleteFrom('conversations').where('key', '=', key).execute()
      else await trx.updateTable('conversations').set(NOTHING_LEFT).where('key', '=', key).execute()
      await countBytes(trx, whose, -row.bytes)
    })
  return expired.length
}

/** Sweeps at the start and once a minute, in every process that lives. */
export function runSweep({ log, everyMs = EVERY_MS, ...ports }: ConversationPorts & { log: Logger; everyMs?: number }): {
  stop(): Promise<void>
} {
  let running: Promise<void> | undefined
  let stopped = false
  const sweep = async () => {
    try {
      while (!stopped && (await sweepConversations(ports)) === BATCH);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'conversations that have expired were not removed, trying again in a minute')
    }
  }
  const next = () => {
    running ??= sweep().finally(() => {
      running = undefined
    })
  }
  next()
  const timer = setInterval(next, everyMs)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
