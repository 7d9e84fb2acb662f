import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { databaseKinds } from '../../tests/support/databases.ts'
import { RUNS_ENDED } from './change-run.ts'
import { type RunTables, runsMigration } from './tables.ts'
import { followRuns } from './under-way.ts'

test('work that begins while the store is asked is not taken for over', async () => {
  const store = await databaseKinds[0]!.create()
  try {
    const database = await store.open()
    await database.migrate([runsMigration])
    const row = (id: string, status: string) => ({
      ...{ id, kind: 'toy', subject: 's', busy_key: null, status, epoch: 1, state: '{}', input: null, input_blob: null },
      ...{ fingerprint: '', limits: '', request_id: '', created_at: '' },
    })
    await database
      .tables<RunTables>()
      .insertInto('runs')
      .values([row('over', 'cancelled'), row('new', 'running')])
      .execute()
    const runs = followRuns(database, pino({ level: 'silent' }))
    const gate = Promise.withResolvers<void>()
    const busy = database.transaction(() => gate.promise)
    const over = runs.begin('over', 1)
    await database.announce(RUNS_ENDED, ['over'])
    // The question waits for the transaction by now.
    await new Promise(setImmediate)
    const fresh = runs.begin('new', 1)
    gate.resolve()
    await busy
    await vi.waitFor(() => expect(over.signal.aborted).toBe(true))
    expect(fresh.signal.aborted).toBe(false)
    over.done()
    fresh.done()
  } finally {
    await store.dispose()
  }
})
