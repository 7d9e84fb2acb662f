import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { installationFounded } from '../../schemas/installation.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Broker } from '../broker/broker.ts'
import { decodeRecord, encodeRecord } from '../broker/codec.ts'
import { readTopics } from '../broker/topics.ts'
import type { Ports } from '../ports.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import type { Logger } from '../runtime/log.ts'
import type { Database } from '../store/database.ts'
import { askTime, offWords, TOLD_MS } from '../store/shared-clock.ts'
import { projectedPositionsOf } from '../views/project.ts'
import { noteInstallation, noteLog, readInstallation } from './store.ts'

/** Whose topics, tables and blobs these are. */
export interface Installation {
  readonly id: string
  /** Of the tables, see store.ts. */
  readonly storeId: string
}

type Needed = Pick<Ports, 'broker' | 'database' | 'blobs' | 'clock'>
type Founding = { readonly installation_id: string; readonly log_id: string }

/** What the topics say of whose they are: the first record of their own topic. Undefined where it has none. */
export async function readFounding(broker: Broker): Promise<Founding | undefined> {
  const [bounds] = await broker.partitions(installationFounded.name)
  if (!bounds || bounds.latest <= bounds.earliest) return undefined
  const range = { topic: installationFounded.name, partition: bounds.partition, from: 'beginning', to: bounds.earliest + 1n } as const
  for await (const record of broker.read(range)) return installationFounded.schema.parse(decodeRecord(record).payload)
  return undefined
}

/** Tells the topics whose they are. Of several that do so at once the first one counts. */
export async function found(broker: Broker, clock: Clock, installationId: string): Promise<Founding> {
  const time = clock.now()
  const draft = installationFounded.make({ installation_id: installationId, log_id: newId(), at: new Date(time).toISOString() })
  await broker.publish([encodeRecord(draft, { id: newId(), source: '/millrace/start', requestId: 'start', time })])
  const founding = await readFounding(broker)
  if (!founding) throw new Error('the log does not show what was written to it')
  return founding
}

const BLOB = 'installation/installation.json'
const blobSchema = z.object({
  installation_id: z.uuid(),
  /** The installation was there before these blobs: they are not the ones that it began with. */
  joined_later: z.boolean().optional(),
})
type Kept = z.output<typeof blobSchema>

/** What the blobs say of whose they are; undefined where they say nothing. */
export async function readMark(blobs: Blobs): Promise<Kept | undefined> {
  if (!(await blobs.stat(BLOB))) return undefined
  return blobSchema.parse(JSON.parse(await text(await blobs.read(BLOB))))
}

/** A loss of all files starts, too; so this is said, at each start while it is so, and not refused. */
const notItsBlobs = (id: string, kept: Kept | undefined): string | undefined => {
  const shared =
    'DATA_DIR or BLOB_CONTAINER is not that of the other processes, and documents that this one gets end in storage_failed. All processes share one.'
  if (kept && kept.installation_id !== id)
    return `the blobs are those of another installation (${kept.installation_id}; the log and the database are of ${id}): ${shared}`
  if (kept && !kept.joined_later) return undefined
  return (
    `the blobs knew nothing of this installation, whose log and database do: either its files were lost, or ${shared} ` +
    `Where they were lost and this is the one place of all processes, write {"installation_id": "${id}"} to ${BLOB} there, and this is said no more`
  )
}

/**
 * Finds out whose the topics are, and founds an installation where nothing is there. The database, the log and the blobs each know its
 * id: what two of them know is believed where the third was lost. Rejects, with a line that says what to do, where the topics are
 * another installation's, and where the log began anew beside a store that was kept.
 */
export async function establishInstallation({ broker, database, blobs, clock }: Needed, log: Logger): Promise<Installation> {
  await seeClock(database, clock, log)
  // Others may start just now: they tell the database who they are before the log, and whose log it follows after it.
  const before = await readInstallation(database)
  const [founding, kept] = await Promise.all([readFounding(broker), readMark(blobs)])
  const row = await readInstallation(database)
  const keptId = kept?.installation_id
  if (!before || !row) throw new Error('the database has no tables though they were made just now')
  if (founding) refuseForeign(broker, founding, row.installation_id, keptId)
  const anew = before.log_id === null ? !founding && (await emptyBeside(broker, database)) : before.log_id !== founding?.log_id
  if (anew) throw new Error(beganAnew(broker))
  if (founding && row.installation_id === null) log.warn('the database is new beside a log that is not: it is filled from the log again')
  const id = await noteInstallation(database, founding?.installation_id ?? keptId ?? newId())
  const owner = founding ?? (await found(broker, clock, id))
  refuseForeign(broker, owner, id, keptId)
  const known = founding !== undefined && before.log_id !== null
  const strange = kept || known ? notItsBlobs(id, kept) : undefined
  if (strange) log.warn(strange)
  if (kept === undefined) {
    const note: Kept = { installation_id: id, ...(known ? { joined_later: true } : {}) }
    await blobs.write(BLOB, Buffer.from(JSON.stringify(note))).catch((error) => {
      log.warn({ error: messageOf(error) }, 'the blobs do not know yet which installation they are of; the next start tells them')
    })
  }
  // After the blobs: whoever finds the log noted, and then no word in the blobs, has others than the first start.
  await noteLog(database, owner.log_id)
  return { id, storeId: row.store_id }
}

/** Whether the views have folded what this log never held: of a version from before ids, that tells of a wrong or lost log. */
export async function emptyBeside(broker: Broker, database: Database): Promise<boolean> {
  const names = readTopics().map(({ name }) => name)
  const positions = await projectedPositionsOf(database, names)
  const folded = names.filter((_, i) => [...(positions[i]?.values() ?? [])].some((next) => next > 0n))
  for (const name of folded) if ((await broker.partitions(name)).some(({ latest }) => latest > 0n)) return false
  return folded.length > 0
}

/** Tokens, signatures and what other programs are told go by the machine's own clock. */
const REFUSED_MS = 300_000

/** Holds this process's clock to the database's, which all processes share. */
async function seeClock(database: Database, { now, aheadMs }: Clock, log: Logger): Promise<void> {
  const { at, tookMs } = await askTime(database)
  const ahead = aheadMs?.() ?? now() - at
  const off = Math.abs(ahead) - tookMs / 2
  if (off <= TOLD_MS) return
  if (off > REFUSED_MS) throw new Error(`${offWords(ahead)}, because deadlines and expiries of all processes go by it`)
  log.warn(offWords(ahead))
}

/** The embedded log lies in a folder that one process holds: no other installation can have written to it. */
function refuseForeign({ kind }: Broker, { installation_id }: Founding, known: string | null, kept: string | undefined): void {
  if (installation_id === known || (kind === 'embedded' && known === null)) return
  if (known === null && installation_id === kept) return
  throw new Error(
    `KAFKA_PREFIX: the topics of this cluster belong to another installation (${installation_id}); ` +
      'set a KAFKA_PREFIX of its own, so that the two do not read each other’s records. ' +
      'Where it is this one, whose database and blobs are both lost, docs/how-to/run-several-installations.md says how to continue',
  )
}

const beganAnew = ({ kind }: Broker): string =>
  (kind === 'embedded'
    ? 'DATA_DIR: the log (log.db) began anew, and the views (views.db) tell of what it no longer holds. Put the log back'
    : 'KAFKA_BROKERS: the log began anew, and the database tells of what it no longer holds. Name the right cluster, or put its topics back') +
  ', or go on without them: npm run adopt-log ends what was under way, so that it can be tried again'

/** A broker whose records say in a header, a CloudEvents extension, which installation they are of. */
export function stampedBroker(broker: Broker, installationId: string): Broker {
  const stamp = { ce_installation: installationId }
  return {
    ...broker,
    publish: (records, options) =>
      broker.publish(
        records.map((record) => ({ ...record, headers: { ...stamp, ...record.headers } })),
        options,
      ),
  }
}
