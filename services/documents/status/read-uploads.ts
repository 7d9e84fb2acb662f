import { sql } from 'kysely'
import { withinLimits } from '../../../kernel/access/limited-rows.ts'
import { type Limits, mayRead } from '../../../kernel/access/limits.ts'
import { readEvent } from '../../../kernel/broker/codec.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { everyRow } from '../../../kernel/store/every-row.ts'
import { documentReceived, uploadEvents } from '../../../schemas/document.ts'
import { acceptedRecord, acceptedState, receivedIdOf } from '../claims/accepted.ts'
import { type StatusEntity, statusEntity } from './status-entity.ts'
import { evolveUpload, type UploadEvent, type UploadState } from './upload-state.ts'
import { type TimelineEntry, timelineView, type UploadTables, uploadsView } from './views.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What is known of an upload, also when it was deleted. One that the views do not show yet is known from its acceptance. */
export async function readState(database: Database, uploadId: string): Promise<UploadState | undefined> {
  // What is no id at all need not be asked for, and may hold what PostgreSQL refuses.
  if (!UUID.test(uploadId)) return undefined
  const row = await database.tables<UploadTables>().selectFrom('uploads').select('body').where('key', '=', uploadId).executeTakeFirst()
  const state = row ? uploadsView.read(row) : undefined
  return state?.known ? state : acceptedState(database, uploadId, state)
}

/** The upload's state, or undefined when there is none or it was deleted. */
export async function findUpload(database: Database, uploadId: string): Promise<UploadState | undefined> {
  const state = await readState(database, uploadId)
  return state?.known && !state.deleted ? state : undefined
}

/** As `findUpload`, for a caller: an upload that the caller may not read is not there. */
export async function readableUpload(database: Database, limits: Limits, uploadId: string): Promise<UploadState | undefined> {
  const state = await findUpload(database, uploadId)
  return state && mayRead(limits, state.file?.metadata ?? {}) ? state : undefined
}

/** Uploads of every document of this name in the index that are there: by document, the newest first. Files of mails have no name of their own. */
export async function uploadsNamed(database: Database, index: string, name: string): Promise<Map<string, UploadState[]>> {
  const rows = await database
    .tables<UploadTables>()
    .selectFrom('uploads')
    .select('body')
    .where('filename', '=', name)
    .where('visible', '=', 1)
    .execute()
  const states = rows.map(uploadsView.read).filter(({ file }) => file?.index === index && !file.attached_to)
  return Map.groupBy(
    states.sort((a, b) => b.generation - a.generation || compare(b.created ?? '', a.created ?? '')),
    (state) => state.document_id,
  )
}

/** For `withinLimits`. */
export const LABEL_COLUMNS = { confidentiality: 'uploads.confidentiality', business_unit: 'uploads.business_unit' }

/** Newest first. */
export const byCreation = (a: Pick<UploadState, 'created' | 'upload_id'>, b: Pick<UploadState, 'created' | 'upload_id'>): number =>
  compare(b.created ?? '', a.created ?? '') || compare(a.upload_id, b.upload_id)

const PAGE = 200
/** Where a page ended. */
export interface Place {
  readonly created: string | null
  readonly key: string
}

/**
 * Every upload that ended so and that the caller may read, behind `after`, oldest first, a page at a time: what changes meanwhile is neither
 * left out nor met twice.
 */
export async function* endedUploads(
  database: Database,
  limits: Limits,
  status: 'error' | 'complete',
  after: Place = { created: '', key: '' },
): AsyncGenerator<UploadState> {
  const ended = database.tables<UploadTables>().selectFrom('uploads').where('visible', '=', 1).where('status', '=', status)
  const page = ({ created, key }: Place) =>
    ended
      .select(['body', 'created', 'key'])
      .where(withinLimits(limits, LABEL_COLUMNS))
      .where((e) => e.or([e('created', '>', created ?? ''), e.and([e('created', '=', created), e('key', '>', key)])]))
      .orderBy('created')
      .orderBy('key')
      .limit(PAGE)
      .execute()
  for await (const row of everyRow<Place & { body: string }>(PAGE, (last) => page(last ?? after))) yield uploadsView.read(row)
}

/** One event of an upload with the status entity that it led to. */
export interface UploadStep {
  readonly id: string
  readonly event_type: string
  readonly timestamp: string
  readonly details: Record<string, unknown>
  readonly entity: StatusEntity
  readonly state: UploadState
}

/**
 * All events of an upload, each with the entity after it: in order of time, or in that of their arrival in the view, which differs where
 * two topics are not read equally fast, and to which nothing is added but at its end.
 */
export async function readSteps(database: Database, uploadId: string, order: 'time' | 'arrival' = 'time'): Promise<UploadStep[]> {
  const rows = await database
    .tables<UploadTables>()
    .selectFrom('upload_timeline')
    .select(['key', 'body'])
    .where('upload_id', '=', uploadId)
    .orderBy(sql.ref(database.kind === 'sqlite' ? 'rowid' : 'arrival'))
    .execute()
  const entries = rows.map((r) => ({ id: r.key, entry: timelineView.read(r) }))
  if (!entries.some(({ entry }) => entry.event_type === documentReceived.name))
    entries.unshift(...(await acceptedEntry(database, uploadId)))
  if (order === 'time') entries.sort(byTime)
  let state: UploadState | undefined
  return entries.map(({ id, entry }) => {
    state = evolveUpload(state, asEvent(id, entry))
    return { id, ...entry, entity: statusEntity(state), state }
  })
}

/** The first event of an upload that the views do not show yet, as it will stand in its history. */
async function acceptedEntry(database: Database, uploadId: string): Promise<{ id: string; entry: TimelineEntry }[]> {
  const accepted = await acceptedRecord(database, uploadId)
  if (!accepted) return []
  const timestamp = new Date(accepted.at).toISOString()
  const entry = { event_type: documentReceived.name, timestamp, upload_id: uploadId, details: { ...accepted.received } }
  return [{ id: receivedIdOf(uploadId), entry }]
}

const place = (type: string): number => uploadEvents.findIndex((e) => e.name === type)

const byTime = (a: { id: string; entry: TimelineEntry }, b: { id: string; entry: TimelineEntry }): number =>
  compare(a.entry.timestamp, b.entry.timestamp) || place(a.entry.event_type) - place(b.entry.event_type) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function asEvent(id: string, { event_type, timestamp, details }: TimelineEntry): UploadEvent {
  const envelope = { id, type: event_type, version: 1, requestId: '', time: Date.parse(timestamp) }
  const event = readEvent(uploadEvents, event_type, details, envelope)
  if (!event) throw new Error(`the timeline holds an event of the unknown type ${event_type}`)
  return event
}

/** The latest events of the uploads that the caller may read, newest first, progress left out. */
export async function recentActivity(database: Database, limits: Limits, limit: number) {
  const rows = await database
    .tables<UploadTables>()
    .selectFrom('upload_timeline')
    .leftJoin('uploads', 'uploads.key', 'upload_timeline.upload_id')
    .select(['upload_timeline.key', 'upload_timeline.body'])
    .where('upload_timeline.type', '!=', 'document.progressed')
    .where(withinLimits(limits, LABEL_COLUMNS))
    .orderBy('upload_timeline.at', 'desc')
    .orderBy('upload_timeline.key')
    .limit(limit)
    .execute()
  // What stands at one moment goes by the steps of the flow.
  const entries = rows.map((r) => ({ id: r.key, entry: timelineView.read(r) })).sort((a, b) => byTime(b, a))
  return entries.map(({ entry }) => {
    return {
      event_type: entry.event_type,
      timestamp: entry.timestamp,
      upload_id: entry.upload_id,
      status: STATUS_AFTER[entry.event_type] ?? 'processing',
      details: shownDetails(entry.details, limits),
    }
  })
}

/**
 * What an event says to a caller beyond the upload that it belongs to. Who is limited is not told how many vectors were there before:
 * the cache is everyone's, so that the count would confirm a guess of what a hidden document says.
 */
export function shownDetails(
  { file: _file, upload_id: _id, cached, ...details }: TimelineEntry['details'],
  limits: Limits,
): TimelineEntry['details'] {
  return cached === undefined || limits.conditions.length > 0 ? details : { ...details, cached }
}

const STATUS_AFTER: Readonly<Record<string, string>> = {
  'document.received': 'queued',
  'document.stored': 'queued',
  'document.retry': 'queued',
  'document.indexed': 'complete',
  'document.failed': 'error',
  'document.deleted': 'deleted',
}
