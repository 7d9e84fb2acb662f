import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { documentChunked, documentParsed } from '../../schemas/document.ts'
import type { LogRecord } from '../broker/broker.ts'
import { encodeRecord } from '../broker/codec.ts'
import { nameId } from '../runtime/ids.ts'
import { defineView, type ViewRow } from '../views/define-view.ts'
import { type PositionTable, positionMigration, projectBatch, projectedPositions } from '../views/project.ts'
import type { Database, Migration } from './database.ts'
import { migrationsOfNewer } from './migrate.ts'

const log = pino({ level: 'silent' })

/** Counts the events of each document by id: commutative and idempotent. */
const tallyView = defineView({
  name: 'tally',
  on: [documentParsed, documentChunked],
  body: z.object({ seen: z.record(z.string(), z.string()) }),
  key: ({ payload }) => payload.document_id,
  evolve: (body, { type, envelope }) => ({
    seen: Object.fromEntries(Object.entries({ ...body?.seen, [envelope.id]: type }).sort(([a], [b]) => (a < b ? -1 : 1))),
  }),
  columns: (body) => ({ events: Object.keys(body.seen).length }),
})

interface Tables {
  tally: ViewRow & { events: number | null }
}

const migration = {
  name: '001-tally',
  up: async (db: Parameters<(typeof positionMigration)['up']>[0]) => {
    await db.schema
      .createTable('tally')
      .addColumn('key', 'varchar(36)', (c) => c.primaryKey())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('events', 'integer', (c) => c.check(sql`events < 1000`))
      .execute()
  },
}

const file = {
  index: 'i',
  source_file: 'a.txt',
  file_type: 'txt',
  size_bytes: 1,
  content_type: 't',
  blob: 'b',
  metadata: { title: 'A', doc_type: 'n' },
  received_at: '2026-01-01T00:00:00.000Z',
}

function record(topic: 'document.parsed' | 'document.chunked', partition: number, offset: number, document: string): LogRecord {
  const subject = { upload_id: nameId('upload', document), document_id: nameId('document', document), generation: 1, attempt: 1, file }
  const draft =
    topic === 'document.parsed'
      ? documentParsed.make({ ...subject, parsed: { path: 'p', bytes: 1 }, pages: 1, characters: 1, warnings: [] })
      : documentChunked.make({ ...subject, chunks: { path: 'c', bytes: 1 }, count: 1, characters: 1 })
  const out = encodeRecord(draft, { id: nameId('event', topic, partition, offset), source: '/test', requestId: 'r', time: offset })
  return { ...out, partition, offset: BigInt(offset), timestamp: offset }
}

const batch = (records: LogRecord[]) => ({ topic: records[0]?.topic ?? '', partition: records[0]?.partition ?? 0, records })

/** What every database must do; run by each adapter's test. */
export function databaseContract(name: string, open: () => Promise<{ database: Database; dispose(): Promise<void> }>): void {
  describe(`the database on ${name}`, () => {
    let database: Database
    let dispose: () => Promise<void>
    beforeAll(async () => {
      ;({ database, dispose } = await open())
      await database.migrate([positionMigration, migration])
    })
    afterAll(() => dispose())

    const rows = () => database.tables<Tables>().selectFrom('tally').selectAll().orderBy('key').execute()
    const fresh = () =>
      database.transaction<Tables & PositionTable, void>(async (trx) => {
        for (const table of ['tally', 'projected_positions'] as const) await trx.deleteFrom(table).execute()
      })

    test('migrations run once, however often and by however many at once they are asked for', async () => {
      await Promise.all([1, 2, 3].map(() => database.migrate([migration, positionMigration])))
      const later: Migration = { name: '999-later', up: async () => {} }
      expect(await database.migrate([later, migration])).toEqual(['999-later'])
      expect(await migrationsOfNewer(database.tables(), [migration, positionMigration])).toEqual(['999-later'])
      expect(await migrationsOfNewer(database.tables(), [migration, positionMigration, later])).toEqual([])
    })

    test('a batch changes the rows and the position together, and a second delivery of it changes nothing', async () => {
      await fresh()
      const first = batch([
        record('document.parsed', 0, 0, 'a'),
        record('document.parsed', 0, 1, 'b'),
        record('document.parsed', 0, 2, 'a'),
      ])
      await projectBatch(database, [tallyView], first, log)
      const before = await rows()
      expect(before.map((r) => r.events).sort()).toEqual([1, 2])
      await projectBatch(database, [tallyView], first, log)
      expect(await rows()).toEqual(before)
      expect(await projectedPositions(database, 'document.parsed')).toEqual(new Map([[0, 3n]]))
    })

    test('a fold that throws leaves neither rows nor position', async () => {
      await fresh()
      const broken: typeof tallyView = {
        ...tallyView,
        evolve: (body, event) => {
          if (event.envelope.id === nameId('event', 'document.parsed', 1, 1)) throw new Error('fold')
          return tallyView.evolve(body, event)
        },
      }
      const two = batch([record('document.parsed', 1, 0, 'a'), record('document.parsed', 1, 1, 'b')])
      await expect(projectBatch(database, [broken], two, log)).rejects.toThrow('fold')
      expect(await rows()).toEqual([])
      expect(await projectedPositions(database, 'document.parsed')).toEqual(new Map())
    })

    test('a record that can never be stored is left out; those before and behind it are folded', async () => {
      await fresh()
      const odd: typeof tallyView = {
        ...tallyView,
        columns: (body) => (Object.keys(body.seen).includes(idAt(1)) ? { events: 1000 } : tallyView.columns(body)),
      }
      const idAt = (offset: number) => nameId('event', 'document.parsed', 2, offset)
      const four = batch(['a', 'b', 'c', 'a'].map((document, i) => record('document.parsed', 2, i, document)))
      await projectBatch(database, [odd], four, log)
      expect((await rows()).map((r) => r.events).sort()).toEqual([1, 2])
      expect(await projectedPositions(database, 'document.parsed')).toEqual(new Map([[2, 4n]]))
    })

    test('batches of several partitions at once lose no update', async () => {
      await fresh()
      const documents = ['a', 'b', 'c', 'd']
      const batches = Array.from({ length: 8 }, (_, p) =>
        batch(documents.map((d, i) => record(p % 2 ? 'document.parsed' : 'document.chunked', p, i, d))),
      )
      await Promise.all(batches.map((b) => projectBatch(database, [tallyView], b, log)))
      expect((await rows()).map((r) => r.events)).toEqual([8, 8, 8, 8])
    })

    test('a rebuild from offset 0 gives byte-equal rows, with the partitions in any order', async () => {
      await fresh()
      const batches = Array.from({ length: 6 }, (_, p) =>
        batch(
          Array.from({ length: 30 }, (_, i) => record(p % 2 ? 'document.parsed' : 'document.chunked', p, i, `doc-${(i * 7 + p) % 11}`)),
        ),
      )
      for (const b of batches) await projectBatch(database, [tallyView], b, log)
      const first = JSON.stringify(await rows())
      for (const order of [
        [5, 4, 3, 2, 1, 0],
        [2, 0, 4, 1, 5, 3],
      ]) {
        await fresh()
        for (const p of order) await projectBatch(database, [tallyView], batches[p] ?? batch([]), log)
        expect(JSON.stringify(await rows())).toBe(first)
      }
    })

    test('a change that is announced wakes who waits for it, and a wait ends by itself', async () => {
      const waiting = database.changed('bell', 5000)
      // A listener elsewhere may take a moment to be there: ring until it wakes.
      const ring = setInterval(() => database.announce('bell'), 20)
      const started = Date.now()
      await waiting
      clearInterval(ring)
      expect(Date.now() - started).toBeLessThan(4000)
      await database.changed('silence', 10)
    })

    test('answers a ping', () => database.ping())
  })
}
