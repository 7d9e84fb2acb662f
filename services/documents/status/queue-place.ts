import { sql } from 'kysely'
import type { Ports } from '../../../kernel/ports.ts'
import type { Database, Migration } from '../../../kernel/store/database.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'
import type { UploadState } from './upload-state.ts'
import type { UploadTables } from './views.ts'

/** Where an upload stands among those that have not ended. */
export interface QueuePlace {
  /** Uploads accepted earlier that have not ended. */
  readonly position: number
  /** Of these, uploads of the same caller. The others take turns with them. */
  readonly own: number
  /** Until this one ends at the pace of the last minutes; null when that is not known, or told nothing of this one. */
  readonly eta_seconds: number | null
  /** starved: it waits, and nothing has moved for 30 s. stuck: it was begun and stood still for longer than its stage may take. */
  readonly state: 'moving' | 'starved' | 'stuck'
}

/** What places are computed from; the same for every upload. Times in milliseconds. */
export interface QueueSnapshot {
  /** `created/upload_id` of every upload that has not ended, in order. */
  readonly open: readonly string[]
  /** The same of each caller. */
  readonly ofCaller: ReadonlyMap<string, readonly string[]>
  /** Uploads that end a second; undefined when too few ended lately. */
  readonly rate: number | undefined
  /** No stage has moved since then. */
  readonly quietSince: number
}

const SNAPSHOT_MS = 1000
/** A snapshot costs at most this part of the process's time. */
const SNAPSHOT_SHARE = 1 / 20
const STARVED_MS = 30_000
const PACE_MS = 180_000
/** Newest events that tell of the pace. */
const EVENTS = 2000

const WORK: ReadonlySet<string> = new Set([
  'document.progressed',
  'document.parsed',
  'document.chunked',
  'document.embedded',
  'document.indexed',
])
const ENDS: ReadonlySet<string> = new Set(['document.indexed', 'document.failed'])

export const openUploadsMigration: Migration = {
  name: '102-uploads-open',
  up: async (db) => {
    await db.schema.createIndex('uploads_open').on('uploads').columns(['status', 'visible', 'created', 'key']).execute()
  },
}

const rankKey = ({ created, upload_id }: Pick<UploadState, 'created' | 'upload_id'>): string => `${created ?? ''}/${upload_id}`

/** Ends a second over the last minutes before the newest end; anchored there, so that it stays the same while nothing happens. */
export function paceOf(ends: readonly number[], now: number): number | undefined {
  const newest = Math.max(...ends)
  if (now - newest > PACE_MS) return undefined
  const counted = ends.filter((at) => newest - at <= PACE_MS)
  if (counted.length < 2) return undefined
  return (counted.length - 1) / Math.max(1, (newest - Math.min(...counted)) / 1000)
}

async function takeSnapshot(database: Database, now: number): Promise<QueueSnapshot> {
  const tables = database.tables<UploadTables>()
  const rows = await tables
    .selectFrom('uploads')
    .select(['key', 'created', 'caller'])
    .where('status', 'in', sql<string>`('queued', 'processing')`)
    .where('visible', '=', 1)
    .execute()
  const events = await tables.selectFrom('upload_timeline').select(['type', 'at']).orderBy('at', 'desc').limit(EVENTS).execute()
  const seen = events.map((e) => ({ type: e.type ?? '', at: Date.parse(e.at ?? '') }))
  const horizon = seen.length < EVENTS ? 0 : (seen.at(-1)?.at ?? 0)
  const keys = rows.map(({ key, created, caller }) => ({ caller: caller ?? '', key: rankKey({ created, upload_id: key }) }))
  const ofCaller = [...Map.groupBy(keys, ({ caller }) => caller)].map(
    ([caller, own]) => [caller, own.map(({ key }) => key).sort()] as const,
  )
  return {
    open: keys.map(({ key }) => key).sort(),
    ofCaller: new Map(ofCaller),
    rate: paceOf(
      seen.filter((e) => ENDS.has(e.type)).map((e) => e.at),
      now,
    ),
    quietSince: seen.find((e) => WORK.has(e.type))?.at ?? horizon,
  }
}

interface Cached {
  readonly taken: Promise<QueueSnapshot>
  /** Until when it holds; unknown while it is being taken. */
  freshUntil: number
}
const snapshots = new WeakMap<Database, Cached>()

/** The snapshot of this second, shared by everyone who asks. */
function readSnapshot({ database, clock }: Pick<Ports, 'database' | 'clock'>): Promise<QueueSnapshot> {
  const now = clock.now()
  const known = snapshots.get(database)
  if (known && now < known.freshUntil) return known.taken
  const cached: Cached = { taken: takeSnapshot(database, now), freshUntil: Number.POSITIVE_INFINITY }
  snapshots.set(database, cached)
  cached.taken.then(
    () => {
      const cost = clock.now() - now
      cached.freshUntil = now + Math.max(SNAPSHOT_MS, cost / SNAPSHOT_SHARE)
    },
    () => snapshots.delete(database),
  )
  return cached.taken
}

/** How many of the sorted keys are lower. */
function countBelow(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Coarse, so that a small change of pace does not make every reply a new one. */
function roundSeconds(seconds: number): number {
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 30 : 60
  return Math.ceil(seconds / step) * step
}

function movementOf({ mark }: UploadState, { quietSince }: QueueSnapshot, now: number): QueuePlace['state'] {
  const since = Date.parse(mark.at)
  const begun = mark.rank % 10 !== 0 && mark.stage in stageDeadlineMs
  if (begun) return now - since > stageDeadlineMs[mark.stage as keyof typeof stageDeadlineMs] ? 'stuck' : 'moving'
  return now - Math.max(since, quietSince) >= STARVED_MS ? 'starved' : 'moving'
}

/** How many uploads come before the caller's next one behind `own` of its own: with each of these one of every other caller. */
function turnsBefore({ ofCaller }: QueueSnapshot, caller: string, own: number): number {
  let turns = own
  for (const [other, open] of ofCaller) if (other !== caller) turns += Math.min(open.length, own + 1)
  return turns
}

/** The place of an upload that has not ended. */
export function placeIn(snapshot: QueueSnapshot, state: UploadState, now: number): QueuePlace {
  const key = rankKey(state)
  const position = countBelow(snapshot.open, key)
  const caller = state.file?.caller ?? ''
  const own = countBelow(snapshot.ofCaller.get(caller) ?? [], key)
  const movement = movementOf(state, snapshot, now)
  const seconds = snapshot.rate === undefined ? undefined : roundSeconds((turnsBefore(snapshot, caller, own) + 1) / snapshot.rate)
  const known = seconds !== undefined && movement === 'moving' && !isSlower(state, seconds, now)
  return { position, own, eta_seconds: known ? seconds : null, state: movement }
}

/** Whether an upload at work is long, as a scan is, so that the pace of the others tells nothing of it: it is some way through a stage, or stays in it. */
const isSlower = ({ mark }: UploadState, seconds: number, now: number): boolean =>
  mark.status === 'processing' && (mark.done > 0 || now - Date.parse(mark.at) > 2000 * seconds)

const ended = ({ mark }: UploadState): boolean => mark.status === 'complete' || mark.status === 'error'

/** Where the upload stands now; null when it has ended. */
export async function queuePlace(ports: Pick<Ports, 'database' | 'clock'>, state: UploadState): Promise<QueuePlace | null> {
  return ended(state) ? null : placeIn(await readSnapshot(ports), state, ports.clock.now())
}
