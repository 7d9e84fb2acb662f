import { sql } from 'kysely'
import { inMegabytes, keptFree } from '../../../kernel/blobs/room.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { giveWay } from '../kept/sweep-ended.ts'
import { uploadsNamed } from '../status/read-uploads.ts'
import { isKept, readUsed, type UsageTables, type Used } from './usage.ts'

const MEGABYTE = 1024 * 1024
/** The room is looked at again after so many bytes of a body. */
const LOOK_EVERY = 8 * MEGABYTE
/** A reservation whose edge died is void after this: longer than any request lasts. */
const RESERVED_MS = 10 * 60_000

type RoomPorts = Pick<Ports, 'blobs' | 'database' | 'config' | 'clock'>

/** A file that is to be kept. */
export interface Incoming {
  readonly uploadId: string
  /** Whose quota it takes. */
  readonly owner: string
  readonly bytes: number
  /** Where it is known, a document counts too; one of this owner that is kept under the name already takes no place more, a new one does. */
  readonly place?: { readonly index: string; readonly sourceFile: string } | 'new'
}

/** ApiError storage_full when, with so many bytes more, the disk would have less free than is to be kept. Files of ended generations give way. */
async function requireDisk(ports: RoomPorts, bytes: number): Promise<void> {
  const { blobs, config } = ports
  const room = await blobs.room?.()
  const kept = room ? keptFree(config.storage, room.total) : 0
  if (!room || room.free - bytes >= kept) return
  if (await giveWay(ports, kept + bytes - room.free)) return requireDisk(ports, bytes)
  throw new ApiError(
    'storage_full',
    `the disk has ${inMegabytes(room.free)} MB free, of which ${inMegabytes(kept)} MB are kept: free some space, or delete documents`,
    {
      details: { reason: 'disk', free_bytes: room.free, kept_free_bytes: kept },
    },
  )
}

/**
 * Takes the room that a file needs out of the quotas, for every process at once, until `releaseRoom`, when the views count it. Of two
 * that come at the same time and would not fit together both may be refused; more than the quota is never taken. ApiError storage_full.
 */
export async function reserveRoom(ports: RoomPorts, { uploadId, owner, bytes, place }: Incoming): Promise<void> {
  const { database, config, clock } = ports
  if (!hasQuotas(config)) return
  const { ofCaller, ofAll } = quotasOf(config)
  const now = clock.now()
  const documents = await placesOf(database, place, owner)
  const reservation = { owner, documents, bytes, until: now + RESERVED_MS }
  await table(database)
    .insertInto('upload_reservations')
    .values({ upload_id: uploadId, ...reservation })
    .onConflict((c) => c.column('upload_id').doUpdateSet(reservation))
    .execute()
  try {
    if (isSet(ofCaller)) refuseOver('caller', ofCaller, await takenAfterGivingWay(ports, ofCaller, now, owner))
    if (isSet(ofAll)) refuseOver('all', ofAll, await takenAfterGivingWay(ports, ofAll, now))
  } catch (error) {
    await releaseRoom(ports, uploadId)
    throw error
  }
}

async function placesOf(database: Database, place: Incoming['place'], owner: string): Promise<0 | 1> {
  if (place === undefined) return 0
  if (place === 'new') return 1
  const named = await uploadsNamed(database, place.index, place.sourceFile)
  return (await isKept(database, [...named.keys()], owner)) ? 0 : 1
}

/** The file is counted by the views from now on, or is not kept. */
export async function releaseRoom({ database, config }: Pick<RoomPorts, 'database' | 'config'>, uploadId: string): Promise<void> {
  if (!hasQuotas(config)) return // what was reserved before is void after its time
  await table(database).deleteFrom('upload_reservations').where('upload_id', '=', uploadId).execute()
}

/** Whether anything is bounded, so that room has to be reserved. */
export function hasQuotas(config: Pick<Config, 'storage'>): boolean {
  const { ofCaller, ofAll } = quotasOf(config)
  return isSet(ofCaller) || isSet(ofAll)
}

const quotasOf = ({ storage }: Pick<Config, 'storage'>) => ({
  ofCaller: { documents: storage.max_documents_per_caller, bytes: storage.max_mb_per_caller * MEGABYTE },
  ofAll: { documents: storage.max_documents, bytes: storage.max_mb * MEGABYTE },
})

/** A limit of 0 is none. */
const isSet = ({ documents, bytes }: Used): boolean => documents > 0 || bytes > 0

const table = (database: Database) => database.tables<UsageTables>()

/** What is kept, and what is coming in anywhere. */
async function takenRoom(database: Database, now: number, owner?: string): Promise<Used> {
  let query = table(database)
    .selectFrom('upload_reservations')
    .select([sql<number>`coalesce(sum(documents), 0)`.as('documents'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('until', '>', now)
  if (owner !== undefined) query = query.where('owner', '=', owner)
  // Reservations first: a file that is counted by the views in between counts twice, never not at all.
  const coming = await query.executeTakeFirstOrThrow()
  const kept = await readUsed(database, owner)
  return { documents: kept.documents + Number(coming.documents), bytes: kept.bytes + Number(coming.bytes) }
}

/** Files of ended generations go before anybody is refused for them. */
async function takenAfterGivingWay(ports: RoomPorts, limit: Used, now: number, owner?: string): Promise<Used> {
  const taken = await takenRoom(ports.database, now, owner)
  const over = limit.bytes > 0 ? taken.bytes - limit.bytes : 0
  if (over <= 0 || !(await giveWay(ports, over, owner))) return taken
  return takenRoom(ports.database, now, owner)
}

function refuseOver(scope: 'caller' | 'all', limit: Used, taken: Used): void {
  const whose = scope === 'caller' ? 'of yours' : 'here'
  const what =
    limit.documents > 0 && taken.documents > limit.documents
      ? `${limit.documents} documents ${whose} are kept at most`
      : limit.bytes > 0 && taken.bytes > limit.bytes
        ? `${inMegabytes(limit.bytes)} MB of documents ${whose} are kept at most`
        : undefined
  if (what === undefined) return
  throw new ApiError('storage_full', `${what}: delete what is not needed any more, then try again`, {
    details: { reason: 'quota', scope, max_documents: limit.documents || null, max_bytes: limit.bytes || null },
  })
}

/**
 * The body as it is, while there is room for it: the disk is looked at as it comes in, and what is more than was announced is taken out of
 * the quotas too. `quotas`: false where only acceptance counts. Fails with ApiError storage_full.
 */
export async function* whileThereIsRoom(
  ports: RoomPorts,
  body: AsyncIterable<Uint8Array>,
  incoming: Incoming,
  quotas: boolean,
): AsyncGenerator<Uint8Array> {
  await requireDisk(ports, incoming.bytes)
  if (quotas) await reserveRoom(ports, incoming)
  let come = 0
  let reserved = incoming.bytes
  let lookAt = LOOK_EVERY
  for await (const piece of body) {
    come += piece.byteLength
    if (come > lookAt) {
      lookAt = come + LOOK_EVERY
      await requireDisk(ports, Math.max(0, incoming.bytes - come))
    }
    if (quotas && come > reserved) {
      reserved = come + LOOK_EVERY
      await reserveRoom(ports, { ...incoming, bytes: reserved })
    }
    yield piece
  }
}
