import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimsMigration } from '../../../kernel/claims/claims.ts'
import { type OutboxTables, outboxMigration } from '../../../kernel/outbox/outbox.ts'
import { systemClock } from '../../../kernel/runtime/clock.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { databaseKinds, type TestDatabase } from '../../../tests/support/databases.ts'
import { sayOnce } from './say-once.ts'

const cause = { id: 'cause', type: 'document.indexed', version: 1, requestId: 'r', time: 0 }

describe.each(databaseKinds)('on $kind', ({ create }) => {
  let store: TestDatabase
  let database: Database
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([outboxMigration, claimsMigration])
  })
  afterEach(() => store.dispose())

  const draft = (id: string, text = '') => ({ type: 'document.processed', version: 1, key: 'k', payload: { text }, id })
  const say = (id: string, marks: string[], text?: string) =>
    sayOnce({ database, clock: systemClock }, 'test', cause, [{ draft: draft(id, text), marks }])
  const completed = (n: number) => say(`completed-${n}`, [`${n}/completed`, `${n}/failed`])
  const failed = (n: number) => say(`failed-${n}`, [`${n}/failed`])
  const said = async () => {
    const rows = await database.tables<OutboxTables>().selectFrom('outbox').select('id').orderBy('seq').execute()
    return rows.map(({ id }) => id)
  }

  test('of what is said at the same moment each counts for those behind it, as if it had been said before them', async () => {
    await Promise.all([completed(0), completed(1), failed(1), failed(2), completed(2), completed(1)])
    expect(await said()).toEqual(['completed-0', 'completed-1', 'failed-2', 'completed-2'])
    await Promise.all([completed(0), failed(0), completed(2), failed(3)])
    expect(await said()).toEqual(['completed-0', 'completed-1', 'failed-2', 'completed-2', 'failed-3'])
  })

  test('what no log takes fails the one alone who says it', async () => {
    const large = say('large', ['large'], 'x'.repeat(2_000_000))
    const all = await Promise.allSettled([completed(0), large, completed(1)])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await said()).toEqual(['completed-0', 'completed-1'])
  })
})
