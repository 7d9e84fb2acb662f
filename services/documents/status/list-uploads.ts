import { z } from 'zod'
import { withinLimits } from '../../../kernel/access/limited-rows.ts'
import type { Limits } from '../../../kernel/access/limits.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { unseenStates } from '../claims/accepted.ts'
import { byCreation, LABEL_COLUMNS } from './read-uploads.ts'
import type { UploadState } from './upload-state.ts'
import { type UploadTables, uploadsView } from './views.ts'

export interface UploadListQuery {
  readonly limit: number
  readonly status?: string
  /** Part of the file name, case ignored. */
  readonly q?: string
  /** The `next` of the page before; empty or absent for the first page. */
  readonly cursor?: string
}

export interface UploadPage {
  readonly states: readonly UploadState[]
  /** Undefined on the last page. */
  readonly next: string | undefined
}

/** Behind a cursor, what the views do not show yet is looked at up to this many. */
const MAX_UNSEEN = 5_000

/** Where a page ended: no upload that comes in meanwhile moves what is behind it. */
const placeSchema = z.tuple([z.iso.datetime(), z.uuid()])
type Place = z.output<typeof placeSchema>

const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** ApiError invalid_request for what no page gave. */
function placeOf(cursor: string): Place {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new ApiError('invalid_request', 'cursor: it is not one that this list gave; begin again without it')
  }
}

/** Newest first. ApiError invalid_request for a cursor that this list did not give. */
export async function listUploads(database: Database, limits: Limits, query: UploadListQuery): Promise<UploadPage> {
  const { limit, status, q, cursor } = query
  let rows = database
    .tables<UploadTables>()
    .selectFrom('uploads')
    .select('body')
    .where('visible', '=', 1)
    .where(withinLimits(limits, LABEL_COLUMNS))
  if (status) rows = rows.where('status', '=', status)
  if (q)
    rows = rows.where((e) =>
      e(e.fn<string>('replace', ['searchable_name', e.val(q.toLowerCase()), e.val('')]), '!=', e.ref('searchable_name')),
    )
  if (cursor) {
    const [created, key] = placeOf(cursor)
    rows = rows.where((e) => e.or([e('created', '<', created), e.and([e('created', '=', created), e('key', '>', key)])]))
  }
  // Before the rows: what the views come to show meanwhile is then met twice instead of never.
  const unseen = (await unseenStates(database, limits, cursor ? MAX_UNSEEN : limit + 1)).filter(
    (state) =>
      (!status || state.mark.status === status) &&
      (!q || state.file?.source_file.toLowerCase().includes(q.toLowerCase())) &&
      (!cursor || isBehind(state, placeOf(cursor))),
  )
  const found = await rows
    .orderBy('created', 'desc')
    .orderBy('key')
    .limit(limit + 1)
    .execute()
  const seen = found.map(uploadsView.read)
  const states = [...new Map([...unseen, ...seen].map((state) => [state.upload_id, state])).values()].sort(byCreation)
  const last = states[limit - 1]
  return {
    states: states.slice(0, limit),
    next: last?.created && states.length > limit ? cursorOf([last.created, last.upload_id]) : undefined,
  }
}

const isBehind = (state: Pick<UploadState, 'created' | 'upload_id'>, [created, upload_id]: Place): boolean =>
  byCreation(state, { created, upload_id }) > 0
