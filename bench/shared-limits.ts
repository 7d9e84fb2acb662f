// npm run bench -- bench/shared-limits.ts: what one count against the rate limit costs, in memory and shared on PostgreSQL.
import { pino } from 'pino'
import { createMemoryCounter, type RateCounter } from '../kernel/http/limits/limits.ts'
import { budgetsMigration, createSharedCounter } from '../kernel/http/limits/shared-budgets.ts'
import { systemClock } from '../kernel/runtime/clock.ts'
import { connectPostgres } from '../kernel/store/postgres.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'

const COUNTS = 3000

/** Milliseconds of each count: one after the other, and 16 at a time. */
async function measure(name: string, counter: RateCounter, keyOf: (i: number) => string): Promise<void> {
  const one = async (i: number) => {
    const started = performance.now()
    await counter.count({ own: keyOf(i) })
    return performance.now() - started
  }
  for (let i = 0; i < 200; i++) await one(i)
  const alone: number[] = []
  for (let i = 0; i < COUNTS; i++) alone.push(await one(i))
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < COUNTS) await one(next++)
    }),
  )
  const perSecond = Math.round((COUNTS / (performance.now() - started)) * 1000)
  const sorted = alone.toSorted((a, b) => a - b)
  const at = (q: number) => sorted[Math.floor(q * COUNTS)]!.toFixed(3)
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; 16 at a time ${perSecond}/s`)
}

const memory = createMemoryCounter(1_000_000)
const given = process.env.DATABASE_URL
const postgres = given ? { url: given, stop: async () => {} } : await startPostgres()
const database = await connectPostgres({ url: postgres.url, log: pino({ level: 'silent' }) })
try {
  await database.migrate([budgetsMigration])
  const options = { database, clock: systemClock, fallback: memory, log: pino({ level: 'warn' }) }
  const shared = createSharedCounter({ ...options, perMinute: 1_000_000 })
  await measure('in memory', memory, () => 'key:a')
  await measure('shared, one key', shared, () => 'key:a')
  await measure('shared, 1000 keys', shared, (i) => `key:${i % 1000}`)
  await measure('shared, over the limit', createSharedCounter({ ...options, perMinute: 1 }), () => 'key:over')
} finally {
  await database.close()
  await postgres.stop()
}
