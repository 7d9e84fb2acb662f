import type { DatabaseSync } from 'node:sqlite'
import { snapshot } from '../open-database.ts'
import type { Tables } from '../tables.ts'
import { moveOn, savedOf, saveTable, sweepSaved } from './saved-tables.ts'

/** Smaller ones are read from their rows in less than a second. */
export const SAVED_FROM = 5_000
const LOOK_MS = 5_000
/** So many changes a start takes in from the rows, and a file is written anew for. The database keeps ten times as many. */
const BEHIND = 1_000
/** While changes go on coming a file is written so often at most. */
const REST_MS = 600_000

/** Saves tables where enough of them changed and nothing did for some seconds. One at a time, in small pieces between other work. */
export function keepTables(
  db: DatabaseSync,
  dir: string,
  tables: Tables,
  savedFrom = SAVED_FROM,
  lookMs = LOOK_MS,
): { close(): Promise<void> } {
  let [ended, seen, wroteAt] = [false, -1, Number.NEGATIVE_INFINITY]
  let working: Promise<void> | undefined

  const look = async () => {
    const { seq, held } = snapshot(db, () => ({ seq: tables.follow(), held: tables.all() }))
    const quiet = seq === seen
    seen = seq
    for (const table of held.filter(({ count }) => count >= savedFrom)) {
      const saved = savedOf(db, table.id)
      const behind = saved ? seq - saved.seq : BEHIND
      if (behind < BEHIND || !(quiet || performance.now() - wroteAt > REST_MS)) continue
      if (saved && (await moveOn(db, table.id, saved, seq))) continue
      await saveTable(db, dir, table, snapshot(db, tables.follow), () => !ended && db.isOpen && tables.all().includes(table))
      wroteAt = performance.now()
    }
    if (!quiet && !ended) sweepSaved(db, dir)
  }
  const timer = setInterval(() => {
    // A full disk, a writer that keeps the database: the rows have everything, and the next look tries again.
    working ??= look()
      .catch(() => undefined)
      .finally(() => {
        working = undefined
      })
  }, lookMs)
  timer.unref()
  return {
    async close() {
      ended = true
      clearInterval(timer)
      await working
    },
  }
}
