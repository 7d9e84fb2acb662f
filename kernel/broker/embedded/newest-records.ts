import type { LogRecord } from '../broker.ts'
import type { Partition } from './log-file.ts'

/** Values of one half of what is kept; the older half goes as a whole. */
const HALF_BYTES = 2 * 1024 * 1024
const HALF_RECORDS = 2048

/** The newest records of the log, in memory: who follows it reads them there, and all readers have the same record. */
export class NewestRecords {
  #older = new Map<Partition, LogRecord[]>()
  #newer = new Map<Partition, LogRecord[]>()
  #bytes = 0
  #count = 0

  /** The next record of the partition, which lies behind all that were added. */
  add(partition: Partition, record: LogRecord): void {
    const records = this.#newer.get(partition)
    if (records) records.push(record)
    else this.#newer.set(partition, [record])
    this.#bytes += record.value.byteLength
    if (++this.#count < HALF_RECORDS && this.#bytes < HALF_BYTES) return
    this.#older = this.#newer
    this.#newer = new Map()
    this.#bytes = this.#count = 0
  }

  /** All records of the partition from this offset on; undefined where some of them are not here. */
  from(partition: Partition, offset: number): readonly LogRecord[] | undefined {
    const [older = [], newer = []] = [this.#older.get(partition), this.#newer.get(partition)]
    const oldest = older[0] ?? newer[0]
    const skipped = oldest === undefined ? -1 : offset - Number(oldest.offset)
    if (skipped < 0) return undefined
    // who follows closely gets the end of a long list: the rest of it is not copied
    return skipped >= older.length ? newer.slice(skipped - older.length) : [...older.slice(skipped), ...newer]
  }

  /** For a partition some of whose records were removed, or not added after all. */
  forget(partition: Partition): void {
    this.#older.delete(partition)
    this.#newer.delete(partition)
  }
}
