import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Broker } from '../../kernel/broker/broker.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import type { AnyTables, Database } from '../../kernel/store/database.ts'
import { positionMigration } from '../../kernel/views/project.ts'
import { rebuildViews } from '../../kernel/views/rebuild-views.ts'
import { type RunningProjector, runProjector, waitProjected } from '../../kernel/views/run-projector.ts'
import { uploadEventsOf } from '../../services/documents/status/upload-events.fixture.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { databaseKinds, type TestDatabase } from '../support/databases.ts'

const log = pino({ level: 'silent' })
const views = uploads.views ?? []

describe.each(databaseKinds)('a rebuild of the views on $kind', ({ create }) => {
  let dir: string
  let store: TestDatabase
  let database: Database
  let broker: Broker
  let projector: RunningProjector
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-rebuild-'))
    store = await create()
    database = await store.open()
    broker = await openEmbeddedBroker({ dir, log })
    await broker.ensureTopics(readTopics())
    await database.migrate([positionMigration, ...(uploads.migrations ?? [])])
    projector = await runProjector({ broker, database, views, log })
  })
  afterEach(async () => {
    await projector.stop()
    await broker.close()
    await store.dispose()
    await rm(dir, { recursive: true, force: true })
  })

  const tables = () => database.tables<Record<string, Record<string, unknown>>>() as unknown as AnyTables
  const publish = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const events = uploadEventsOf(`file ${i}.txt`)
      const drafts = [events.received(), events.parsed(), events.indexed()]
      const positions = await publishDrafts(broker, systemClock, 'test', drafts, { requestId: 'r' })
      if (!(await waitProjected(database, positions, 10_000))) throw new Error('the views did not follow')
    }
  }
  const dump = async () => {
    const some = await Promise.all(views.map(({ name }) => tables().selectFrom(name).selectAll().orderBy('key').execute()))
    return JSON.stringify(some.map((rows) => rows.map(({ arrival: _arrival, ...row }) => row)))
  }
  const count = async () => (await tables().selectFrom('uploads').selectAll().execute()).length

  test('gives the same rows, mends what is wrong, and no reader ever misses one', async () => {
    await publish(0, 30)
    const before = await dump()
    await tables().updateTable('uploads').set({ status: 'wrong' }).execute()
    let reading = true
    const least = (async () => {
      for (let fewest = await count(); ; fewest = Math.min(fewest, await count())) {
        if (!reading) return fewest
        await setImmediate()
      }
    })()
    expect(await rebuildViews({ broker, database, views, log })).toBe(90)
    reading = false
    expect(await least).toBe(30)
    expect(await dump()).toBe(before)
  })

  test('takes in what comes while it runs, and the projector goes on with the new rows', async () => {
    await publish(0, 20)
    await Promise.all([rebuildViews({ broker, database, views, log }), publish(20, 40)])
    await publish(40, 45)
    expect(await count()).toBe(45)
    const before = await dump()
    await rebuildViews({ broker, database, views: views.slice(0, 1), log })
    expect(await dump()).toBe(before)
  })

  test('that died leaves nothing in the way of the next, and of two at once the later one counts', async () => {
    await publish(0, 10)
    const before = await dump()
    const dying: Broker = {
      ...broker,
      subscribe: async () => {
        throw new Error('died')
      },
    }
    await expect(rebuildViews({ broker: dying, database, views, log })).rejects.toThrow('died')
    const marks = () => tables().selectFrom('projected_positions').selectAll().where('topic', '=', 'rebuild').execute()
    const left = await marks()
    const gate = Promise.withResolvers<void>()
    const held: Broker = {
      ...broker,
      subscribe: (options) =>
        broker.subscribe({
          ...options,
          async handle(batch, control) {
            await gate.promise
            await options.handle(batch, control)
          },
        }),
    }
    const earlier = rebuildViews({ broker: held, database, views, log })
    earlier.catch(() => undefined)
    await expect.poll(marks).not.toEqual(left)
    await rebuildViews({ broker, database, views, log })
    gate.resolve()
    await expect(earlier).rejects.toThrow()
    expect(await dump()).toBe(before)
  })
})
