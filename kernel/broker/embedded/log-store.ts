import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { LogRecord, OutgoingRecord, TopicSpec } from '../broker.ts'
import { integer, loadTopics, type Partition, type Topic } from './log-file.ts'
import { NewestRecords } from './newest-records.ts'

const headersSchema = z.record(z.string(), z.string())

const SQL = {
  append: 'INSERT INTO records (partition_id, "offset", timestamp, key, value, headers) VALUES (?, ?, ?, ?, ?, ?)',
  read: 'SELECT * FROM records WHERE partition_id = ? AND "offset" >= ? AND "offset" < ? ORDER BY "offset" LIMIT ?',
  from: 'SELECT "offset", timestamp FROM records WHERE partition_id = ? AND "offset" >= ? ORDER BY "offset" LIMIT 1',
  commit: 'INSERT INTO commits VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "offset" = excluded."offset"',
  committed: 'SELECT "offset" FROM commits WHERE "group" = ? AND partition_id = ?',
  truncate: 'DELETE FROM records WHERE partition_id = ? AND "offset" < ?',
  nth: 'SELECT "offset" FROM records WHERE partition_id = ? AND "offset" < ? ORDER BY "offset" LIMIT 1 OFFSET ?',
  bounds: 'UPDATE partitions SET earliest = ?, next = ? WHERE id = ?',
  superseded: `SELECT "offset" FROM records WHERE partition_id = ?1 AND "offset" NOT IN
    (SELECT max("offset") FROM records WHERE partition_id = ?1 GROUP BY key) ORDER BY "offset" LIMIT ?2`,
  remove: 'DELETE FROM records WHERE partition_id = ? AND "offset" = ?',
  topic: 'INSERT INTO topics VALUES (?, ?, ?, ?)',
  alter: 'UPDATE topics SET cleanup = ?, retention_ms = ? WHERE name = ?',
  partition: 'INSERT INTO partitions (topic, partition) VALUES (?, ?)',
} as const

type Statements = { readonly [Name in keyof typeof SQL]: StatementSync }

function prepareAll(db: DatabaseSync): Statements {
  const entries = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)])
  return Object.fromEntries(entries) as Statements
}

function toRecord(partition: Partition, row: Record<string, SQLOutputValue>): LogRecord {
  return {
    topic: partition.topic,
    partition: partition.partition,
    offset: BigInt(integer(row.offset)),
    timestamp: integer(row.timestamp),
    key: String(row.key),
    value: row.value instanceof Uint8Array ? row.value : new Uint8Array(),
    headers: headersSchema.parse(JSON.parse(String(row.headers))),
  }
}

/** The tables of the embedded log and, in memory, the bounds of its partitions. Everything is synchronous. */
export class LogStore {
  readonly topics: Map<string, Topic>
  readonly #db: DatabaseSync
  readonly #sql: Statements
  /** What to set back when the open transaction fails. */
  #undo: (() => void)[] = []
  readonly #touched = new Set<Partition>()
  readonly #newest = new NewestRecords()

  constructor(db: DatabaseSync) {
    this.#db = db
    this.topics = loadTopics(db)
    this.#sql = prepareAll(db)
  }

  /**
   * Runs the writes in one transaction, which survives the end of the process; on a throw neither file nor memory is changed. Returns the
   * partitions that grew, and to where: readers see that from `show` on.
   */
  transaction(writes: () => void): ReadonlyMap<Partition, number> {
    this.#undo = []
    this.#touched.clear()
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      writes()
      this.#db.exec('COMMIT')
      return new Map([...this.#touched].map((partition) => [partition, partition.next]))
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo()
      // SQLite has rolled back by itself after some errors.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** What a transaction wrote is on the disk. */
  show(grown: ReadonlyMap<Partition, number>): void {
    for (const [partition, next] of grown) partition.flushed = Math.max(partition.flushed, next)
  }

  /** Inside a transaction. */
  createTopic(spec: TopicSpec): void {
    this.#sql.topic.run(spec.name, spec.partitions, spec.cleanup, spec.retention_ms)
    const partitions = Array.from({ length: spec.partitions }, (_, partition): Partition => {
      const { lastInsertRowid } = this.#sql.partition.run(spec.name, partition)
      return { id: Number(lastInsertRowid), topic: spec.name, partition, earliest: 0, next: 0, flushed: 0, lastTimestamp: 0 }
    })
    this.topics.set(spec.name, { spec, partitions })
    this.#undo.push(() => this.topics.delete(spec.name))
  }

  /** Inside a transaction: retention and cleanup of a topic that is there. */
  alterTopic(topic: Topic, { cleanup, retention_ms }: Pick<TopicSpec, 'cleanup' | 'retention_ms'>): void {
    this.#sql.alter.run(cleanup, retention_ms, topic.spec.name)
    this.topics.set(topic.spec.name, { ...topic, spec: { ...topic.spec, cleanup, retention_ms } })
    this.#undo.push(() => this.topics.set(topic.spec.name, topic))
  }

  /** Inside a transaction. Returns the offset. Timestamps never run backwards inside a partition, so that time can be searched. */
  append(partition: Partition, record: OutgoingRecord, now: number): number {
    this.#keep(partition)
    this.#touched.add(partition)
    partition.lastTimestamp = Math.max(now, partition.lastTimestamp)
    const { key, value, headers } = record
    this.#sql.append.run(partition.id, partition.next, partition.lastTimestamp, key, value, JSON.stringify(headers))
    const place = { topic: partition.topic, partition: partition.partition, offset: BigInt(partition.next) }
    this.#newest.add(partition, { ...place, timestamp: partition.lastTimestamp, key, value, headers })
    return partition.next++
  }

  /** Up to `limit` records in [from, to) that are on the disk, ended early once their values reach `maxBytes` (but never before the first). */
  read(partition: Partition, range: { from: number; to?: number; limit: number; maxBytes: number }): LogRecord[] {
    const { from, limit, maxBytes } = range
    const to = Math.min(range.to ?? partition.flushed, partition.flushed)
    if (from >= to) return []
    const records: LogRecord[] = []
    let bytes = 0
    for (const record of this.#newest.from(partition, from) ?? this.#stored(partition, { from, to, limit })) {
      if (record.offset >= to || records.length >= limit || bytes >= maxBytes) break
      records.push(record)
      bytes += record.value.byteLength
    }
    return records
  }

  *#stored(partition: Partition, { from, to, limit }: { from: number; to: number; limit: number }): Generator<LogRecord> {
    for (const row of this.#sql.read.iterate(partition.id, from, to, limit)) yield toRecord(partition, row)
  }

  /** First offset whose record is not older than `time` (ms since the epoch); the end of the partition when there is none. */
  offsetAt(partition: Partition, time: number): number {
    let low = partition.earliest
    let high = partition.next
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = this.#sql.from.get(partition.id, middle)
      if (row && integer(row.timestamp) < time) low = integer(row.offset) + 1
      else high = middle
    }
    const first = this.#sql.from.get(partition.id, low)
    return first ? integer(first.offset) : partition.next
  }

  /** Inside a transaction: the next offset that the group reads. */
  commit(group: string, partition: Partition, next: number): void {
    this.#sql.commit.run(group, partition.id, next)
  }

  committed(group: string, partition: Partition): number | undefined {
    const row = this.#sql.committed.get(group, partition.id)
    return row && integer(row.offset)
  }

  /** Inside a transaction: removes up to `limit` records below an offset and moves `earliest` on. Returns how many went. */
  truncate(partition: Partition, below: number, limit: number): number {
    this.#keep(partition)
    this.#newest.forget(partition)
    const beyond = this.#sql.nth.get(partition.id, below, limit)
    const upTo = beyond ? integer(beyond.offset) : below
    const { changes } = this.#sql.truncate.run(partition.id, upTo)
    partition.earliest = Math.max(partition.earliest, upTo)
    this.#sql.bounds.run(partition.earliest, partition.next, partition.id)
    return Number(changes)
  }

  /** Offsets of up to `limit` records whose key has a later record. */
  superseded(partition: Partition, limit: number): number[] {
    return this.#sql.superseded.all(partition.id, limit).map((row) => integer(row.offset))
  }

  /** Inside a transaction. */
  remove(partition: Partition, offsets: readonly number[]): void {
    this.#newest.forget(partition)
    for (const offset of offsets) this.#sql.remove.run(partition.id, offset)
  }

  /** Throws when the file cannot be read. */
  check(): void {
    this.#db.prepare('SELECT count(*) FROM topics').get()
  }

  close(): void {
    this.#db.close()
  }

  #keep(partition: Partition): void {
    if (this.#touched.has(partition)) return
    const { earliest, next, lastTimestamp } = partition
    this.#undo.push(() => {
      Object.assign(partition, { earliest, next, lastTimestamp })
      this.#newest.forget(partition)
    })
  }
}
