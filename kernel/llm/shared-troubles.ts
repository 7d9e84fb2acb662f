import { createHash } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import type { SharedTroubles } from './troubles.ts'

export const modelTroublesMigration = defineTables('017-model-troubles', {
  /** `model`: the hash of what is called, because an address may have a key in it. */
  model_troubles: { columns: { model: 'varchar(64)', message: 'text', at: 'bigint' }, forgettable: true },
})
type TroubleTables = TablesOf<typeof modelTroublesMigration>

/** A model that fails is told of again after this long at the earliest, however many calls fail. */
const TELL_EVERY_MS = 5_000

const hashOf = (model: string): string => createHash('sha256').update(model).digest('hex')

/** Troubles by the database, so that an edge knows of calls that fail in another process. One that is not told of is a line in the log. */
export function databaseTroubles({ database, clock, log }: { database: Database; clock: Clock; log: Logger }): SharedTroubles {
  const told = new Map<string, number>()
  const tables = () => database.tables<TroubleTables>()
  let last: Promise<unknown> = Promise.resolve()
  /** Connections are several: a failure that is told before a success must not overtake it. */
  const inOrder = (change: () => Promise<unknown>) => {
    last = last.then(change).catch((error) => log.debug({ error: messageOf(error) }, 'how calls of a model end was not told'))
  }
  return {
    tell(model, message) {
      const at = clock.now()
      if (at - (told.get(model) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return
      told.set(model, at)
      const row = { message, at }
      const insert = tables()
        .insertInto('model_troubles')
        .values({ model: hashOf(model), ...row })
      inOrder(() => insert.onConflict((c) => c.column('model').doUpdateSet(row)).execute())
    },
    over(model) {
      told.delete(model)
      inOrder(() => tables().deleteFrom('model_troubles').where('model', '=', hashOf(model)).execute())
    },
    async look(model) {
      const row = await tables().selectFrom('model_troubles').selectAll().where('model', '=', hashOf(model)).executeTakeFirst()
      return row && { message: row.message, ageMs: Math.max(0, clock.now() - Number(row.at)) }
    },
  }
}
