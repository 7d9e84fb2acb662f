// For tests: node timer-worker.ts JSON. Fires timers until it is killed, or ends with 0 once none is left and the log has what was due.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { OUTBOX, type OutboxTables } from '../../kernel/outbox/outbox.ts'
import { runOutbox } from '../../kernel/outbox/run-outbox.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { runTimers } from '../../kernel/timers/run-timers.ts'
import { announceTimers, cancelTimer, setTimer, type TimerTables } from '../../kernel/timers/timers.ts'
import { runDue } from '../../schemas/run.ts'
import { openRunPorts } from './run-stack.ts'

const log = pino({ level: 'silent' })
const { dir, services, timers, cancelled, journal } = z
  .object({
    dir: z.string(),
    services: z.object({ kafkaBrokers: z.string(), databaseUrl: z.string(), prefix: z.string() }).optional(),
    /** To be set, each so many ms from now: the first life does that. */
    timers: z.array(z.object({ id: z.string(), ms: z.number() })),
    /** Those that are taken back. */
    cancelled: z.array(z.string()),
    journal: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { database, broker } = await openRunPorts(dir, [], services)
const origin = { source: 'test', cause: { requestId: 'r' }, now: Date.now() }
if (timers.length > 0) {
  const from = Date.now()
  await database.transaction(async (trx) => {
    for (const { id, ms } of timers)
      await setTimer(trx, id, from + ms, runDue.make({ run_id: id, what: 'deadline', epoch: from + ms }), origin)
    for (const id of cancelled) await cancelTimer(trx, id)
  })
}
runOutbox({ database, broker, log })
runTimers({ database, clock: systemClock, log })
await announceTimers(database)
await database.announce(OUTBOX)
appendFileSync(journal, `${Date.now()}\n`)
const left = async () => {
  const ofTimers = await database.tables<TimerTables>().selectFrom('timers').select('key').execute()
  const ofOutbox = await database.tables<OutboxTables>().selectFrom('outbox').select('seq').execute()
  return ofTimers.length + ofOutbox.length
}
while ((await left()) > 0) await delay(20)
process.exit(0)
