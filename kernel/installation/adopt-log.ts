import { forgetDeliveries } from '../consume/dispatch/deliveries.ts'
import type { Ports } from '../ports.ts'
import { newId } from '../runtime/ids.ts'
import { forgetPositions } from '../views/project.ts'
import { emptyBeside, found, readFounding } from './establish.ts'
import { noteInstallation, noteLog, readInstallation } from './store.ts'

/**
 * Goes on with a log that began anew beside a store that was kept: rows and numbers stay, offsets count from its beginning. `endOpen` ends,
 * on the new log, what was under way on the old one. False where the store knows this log already. Rejects where the log is another
 * installation's. No process of the installation may run.
 */
export async function adoptLog(
  { broker, database, clock }: Pick<Ports, 'broker' | 'database' | 'clock'>,
  endOpen: () => Promise<void>,
): Promise<boolean> {
  const row = await readInstallation(database)
  const there = await readFounding(broker)
  const beforeIds = row?.installation_id === null && !there && (await emptyBeside(broker, database))
  const id = beforeIds ? await noteInstallation(database, newId()) : row?.installation_id
  if (!row || !id) throw new Error('the database is of no installation yet; start one')
  const founding = there ?? (await found(broker, clock, id))
  if (founding.installation_id !== id) throw new Error('KAFKA_PREFIX: the topics belong to another installation')
  if (founding.log_id === row.log_id) return false
  await forgetPositions(database)
  await forgetDeliveries(database)
  await endOpen()
  // Last, so that what broke off before is done again.
  await noteLog(database, founding.log_id)
  return true
}
