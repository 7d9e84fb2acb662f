import type { Kysely } from 'kysely'

/**
 * The store of views and of state that is not derived. Adapters: sqlite.ts (embedded), postgres.ts. Both speak through Kysely;
 * tables hold text, integers and JSON as text only, so that a rebuilt view is byte-equal on either.
 */
export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** The query builder, typed with the tables that the caller declares. */
  tables<Tables>(): Kysely<Tables>
  /**
   * Runs all statements of `work` in one transaction; serializable with respect to other transactions on the same rows. `derived`: what
   * it writes can be had again, so that a power failure (not the end of the process) may undo it. `single`: it is one statement, which
   * PostgreSQL makes a transaction by itself: no connection is held over begin and commit. `waits`: it waits for something else than the
   * store meanwhile, on a connection beside those of everybody; one of these at a time in a process.
   */
  transaction<Tables, Result>(work: (trx: Kysely<Tables>) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /** Resolves when all that can be read now survives a power failure; a read may see what its transaction has not resolved for yet. */
  flushed(): Promise<void>
  /** Resolves when another process (or this one) announced a change on the channel, or after `timeoutMs`. */
  changed(channel: string, timeoutMs: number): Promise<void>
  /** `keys` name what changed; they reach the listeners unless they are too many for a notification (7,900 bytes). */
  announce(channel: string, keys?: readonly string[]): Promise<void>
  /**
   * Calls the listener at each announcement, without keys where they are not known; gives the function that ends it. Those of this process
   * are called before `announce` resolves, those of others some time later.
   */
  onAnnounced(channel: string, listener: (keys: readonly string[] | undefined) => void): () => void
  /** Runs those that have not run yet, and gives their names. */
  migrate(migrations: readonly Migration[]): Promise<readonly string[]>
  ping(): Promise<void>
  close(): Promise<void>
}

export interface TransactionOptions {
  readonly derived?: boolean
  readonly single?: boolean
  readonly waits?: boolean
}

export interface Migration {
  /** Unique, ordered by name: `001-uploads`. */
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration creates the tables that types will later name
  readonly up: (db: Kysely<any>, kind: Database['kind']) => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: the tables are named by the views
export type AnyTables = Kysely<any>
