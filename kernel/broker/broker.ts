/** The broker port: a partitioned, durable log with consumer groups. Adapters: embedded.ts (SQLite), kafka.ts (kafkajs). */

export interface TopicSpec {
  readonly name: string
  readonly partitions: number
  readonly cleanup: 'delete' | 'compact'
  /** Milliseconds; -1 keeps records for ever. */
  readonly retention_ms: number
}

export interface OutgoingRecord {
  readonly topic: string
  readonly key: string
  readonly value: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Where a record stands. Offsets grow by at least 1 inside a partition. */
export interface Position {
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
}

export interface LogRecord extends Position {
  readonly key: string
  readonly value: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the epoch, set when the record was appended. */
  readonly timestamp: number
}

/** Consecutive records of one partition. */
export interface RecordBatch {
  readonly topic: string
  readonly partition: number
  readonly records: readonly LogRecord[]
}

export interface BatchControl {
  /**
   * Aborted when the partition is taken away or the subscription stops. Uncommitted records come again, here or elsewhere.
   * One and the same signal in every batch for as long as this member holds the partition without a break.
   */
  readonly signal: AbortSignal
  /** End of the partition when this member took it: nobody before has begun what came from there on. */
  readonly takenAt: bigint
  /**
   * Marks everything up to and with this offset as done and commits it. Must be called in order. Commits of a while go together, on Kafka
   * those of 50 ms: who waits for each before the next record takes one record in that time.
   */
  commit(offset: bigint): Promise<void>
  /** Tells the group that this member lives; call it at least every few seconds in long work. */
  heartbeat(): Promise<void>
}

export interface SubscribeOptions {
  readonly group: string
  readonly topics: readonly string[]
  /** Where a group without a committed offset begins. */
  readonly from: 'beginning' | 'end'
  /** Largest number of records in one call of `handle`. */
  readonly maxBatch?: number
  /**
   * Called for partitions at the same time, for one partition never twice at once. A throw leaves the batch uncommitted; it is
   * delivered again. A normal return moves delivery on to the next records even when not all of these are committed yet:
   * `commit` may be called later, as long as the signal is not aborted. What is never committed comes again after a restart.
   */
  readonly handle: (batch: RecordBatch, control: BatchControl) => Promise<void>
  /** Partitions that this member was given. */
  readonly onAssigned?: (partitions: readonly { topic: string; partition: number }[]) => void
  /**
   * Awaited before partitions of this topic go on that were just given, or whose log turned out to be another one. Called again after a
   * throw. On the embedded log, which nobody exchanges while it runs, never.
   */
  readonly onTaken?: (topic: string) => Promise<void>
}

export interface Subscription {
  /** Stops fetching, waits for running handlers (at most `drainMs`), leaves the group. */
  stop(drainMs?: number): Promise<void>
  /** Rejects when the subscription stopped for good by itself: the process should end. */
  readonly crashed: Promise<never>
}

export interface ReadOptions {
  readonly topic: string
  readonly partition: number
  readonly from: { readonly offset: bigint } | { readonly time: number } | 'beginning'
  /** Exclusive; the end of the partition at the time of the call when absent. */
  readonly to?: bigint
}

export interface PartitionInfo {
  readonly partition: number
  /** First offset that is still there. */
  readonly earliest: bigint
  /** Offset of the next record. */
  readonly latest: bigint
}

export interface TopicDifference {
  readonly topic: string
  readonly what: string
  readonly declared: string
  readonly found: string
}

export interface Broker {
  readonly kind: 'embedded' | 'kafka'
  /** Creates what is missing, returns what is there but differs. A dry run changes nothing and returns what is missing, too. */
  ensureTopics(topics: readonly TopicSpec[], options?: { dryRun?: boolean }): Promise<TopicDifference[]>
  /** Resolves when every record is durable, with their positions in the order given. Rejects with `unavailable` after `timeoutMs`. */
  publish(records: readonly OutgoingRecord[], options?: { timeoutMs?: number }): Promise<Position[]>
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Reads one partition without a group, in order, then ends. */
  read(options: ReadOptions): AsyncIterable<LogRecord>
  partitions(topic: string): Promise<PartitionInfo[]>
  /** First offset of each partition whose record is not older than `time` (ms since the epoch); the partition's end where there is none. */
  offsetsAt(topic: string, time: number): Promise<Map<number, bigint>>
  /** How many members the group has now, in all processes; a group without one rests. */
  members(group: string): Promise<number>
  /** Committed offsets (next to read) of a group; partitions without a commit are absent. */
  committed(group: string, topic: string): Promise<Map<number, bigint>>
  /** Moves a group that has no running member. */
  reset(group: string, topic: string, offsets: ReadonlyMap<number, bigint>): Promise<void>
  /** Rejects when the broker does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
