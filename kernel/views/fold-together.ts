import { setTimeout as delay } from 'node:timers/promises'
import type { RecordBatch } from '../broker/broker.ts'
import { first } from '../consume/dispatch/answers-first.ts'
import { isAway } from '../runtime/errors.ts'

/** Records of one transaction at most: it holds its rows for a fraction of a second. */
const MOST_RECORDS = 1_000
/** Longest rest after a transaction, which is as long as that took: under load it gathers more, and costs half of the time at most. */
const MOST_REST_MS = 20

interface Waiting {
  readonly batch: RecordBatch
  readonly done: PromiseWithResolvers<void>
}

/**
 * Folds what several partitions bring in as few transactions as that takes, one after the other: while one runs, what comes meanwhile
 * gathers for the next. So however many partitions there are, they take one connection to the database. Where batches fail together each
 * is folded `alone`, so that none fails for another.
 */
export function foldTogether(
  together: (batches: readonly RecordBatch[]) => Promise<void>,
  alone: (batch: RecordBatch) => Promise<void>,
): (batch: RecordBatch) => Promise<void> {
  const waiting: Waiting[] = []
  let running = false
  let restUntil = 0

  async function settle(some: readonly Waiting[]): Promise<void> {
    const [one, another] = some
    if (one && !another) return alone(one.batch).then(one.done.resolve, one.done.reject)
    try {
      await together(some.map(({ batch }) => batch))
      for (const { done } of some) done.resolve()
    } catch (error) {
      // What is away is away for each of them.
      if (isAway(error)) for (const { done } of some) done.reject(error)
      else for (const { batch, done } of some) await alone(batch).then(done.resolve, done.reject)
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const began = performance.now()
      if (restUntil > began) {
        await delay(restUntil - began)
        continue
      }
      // What others wait for is often seen in the views, so that they stand before other work.
      const entered = first.enter('next')
      const leave = typeof entered === 'function' ? entered : await entered
      let records = 0
      const fits = waiting.findIndex(({ batch }) => {
        records += batch.records.length
        return records > MOST_RECORDS
      })
      await settle(waiting.splice(0, fits < 0 ? waiting.length : Math.max(1, fits)))
      leave()
      const ended = performance.now()
      restUntil = ended + Math.min(ended - began, MOST_REST_MS)
    }
    running = false
  }

  return (batch) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ batch, done })
    if (!running) void run()
    return done.promise
  }
}
