import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inMegabytes, keptFree } from '../../../kernel/blobs/room.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { readUpload } from '../../../kernel/http/body/multipart.ts'
import { idempotent } from '../../../kernel/http/idempotency/idempotency.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { startRun } from '../../../kernel/runs/control.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { reportRun } from '../run.ts'
import { sdacSection } from '../sdac-section.ts'
import { findSession, type Session } from '../sessions/keep-session.ts'
import { noSession } from '../sessions/routes.ts'
import { addReport, dropReport } from '../stored/keep-report.ts'
import { findReport } from '../stored/read-reports.ts'
import { reportBlob, reportFolder } from '../stored/report-blobs.ts'
import type { UploadAccepted } from './upload-schemas.ts'

const MEGABYTE = 1024 * 1024

interface StoredWorkbook {
  readonly reportId: string
  readonly name: string
  readonly fileType: 'xlsx' | 'csv'
  readonly bytes: number
  readonly sha256: string
}

/**
 * Takes a workbook in for a session of the caller: stored, kept as the next generation of its district and quarter, its analysis
 * accepted. ApiError: invalid_request, unsupported_media_type, payload_too_large, storage_full, not_found for a session that is not the
 * caller's. Nothing stays behind of what is refused.
 */
export async function acceptWorkbook(ctx: EdgeContext, request: FastifyRequest): Promise<UploadAccepted> {
  const { blobs } = ctx.ports
  const { stored, sessionId } = await storeForm(ctx, request)
  let kept = false
  try {
    if (stored.bytes === 0) throw new ApiError('invalid_request', `file: ${stored.name} is empty; choose the workbook again`)
    if (!sessionId)
      throw new ApiError('invalid_request', 'sessionId: is missing; begin a session with POST /sdac/sessions and send its sessionId')
    const session = await findSession(ctx.ports, ownerOf(callerName(request.caller)), sessionId)
    if (!session) throw noSession(sessionId)
    const { body } = await idempotent(
      ctx.ports,
      request,
      [sessionId, stored.name, stored.sha256].join('\n'),
      async ({ id }) => {
        kept = id === stored.reportId
        return { status: 202, headers: {}, body: await begin(ctx, request, session, { ...stored, jobId: id }) }
      },
      stored.reportId,
    )
    return body as UploadAccepted
  } finally {
    if (!kept) await blobs.removeFolder(reportFolder(stored.reportId))
  }
}

/** The form's file in the blob store, under the id of its report to be. */
async function storeForm({ ports }: EdgeContext, request: FastifyRequest) {
  const { blobs, config } = ports
  const reportId = newId()
  const { max_file_size_mb } = sectionOf(config, sdacSection)
  const upload = await readUpload<StoredWorkbook>(request, {
    maxFileBytes: max_file_size_mb * MEGABYTE,
    async onFile(stream, { filename, release }) {
      const { name, fileType } = checkName(filename)
      await requireDisk(ports, Number(request.headers['content-length'] ?? 0))
      const hash = createHash('sha256')
      const { bytes } = await blobs.write(reportBlob(reportId, 'workbook'), hashed(stream, hash), release)
      return { reportId, name, fileType, bytes, sha256: hash.digest('hex') }
    },
    discard: () => blobs.removeFolder(reportFolder(reportId)),
  })
  if (!upload.file) throw new ApiError('invalid_request', 'file: the form has no file; send the workbook as the part named file')
  return { stored: upload.file.result, sessionId: upload.fields.sessionId }
}

function checkName(given: string): Pick<StoredWorkbook, 'name' | 'fileType'> {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').trim()
  if (name.length < 1 || name.length > 255) throw new ApiError('invalid_request', 'file: its name has 1 to 255 characters')
  const fileType = /\.(xlsx|csv)$/i.exec(name)?.[1]?.toLowerCase()
  if (fileType !== 'xlsx' && fileType !== 'csv')
    throw new ApiError(
      'unsupported_media_type',
      `file: ${JSON.stringify(name.slice(0, 80))} is neither .xlsx nor .csv; open it in its program and save it as Excel Workbook (.xlsx) or CSV, then upload that`,
    )
  return { name, fileType }
}

async function requireDisk({ blobs, config }: EdgeContext['ports'], bytes: number): Promise<void> {
  const room = await blobs.room?.()
  const kept = room ? keptFree(config.storage, room.total) : 0
  if (room && room.free - bytes < kept)
    throw new ApiError(
      'storage_full',
      `the disk has ${inMegabytes(room.free)} MB free, of which ${inMegabytes(kept)} MB are kept: free some space`,
    )
}

async function* hashed(stream: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) {
    hash.update(piece)
    yield piece
  }
}

/** Keeps the report and has it analysed. A job has its report's id, so that a command that was broken off is carried out once. */
async function begin(
  ctx: EdgeContext,
  request: FastifyRequest,
  session: Session,
  { jobId, ...file }: StoredWorkbook & { jobId: string },
): Promise<UploadAccepted> {
  const { ports } = ctx
  const starter = starterOf(request, ctx)
  const accepted = { jobId, reportId: file.reportId, status: 'queued' } as const
  // Under a key an edge may have died after it began: then its report is there.
  if (jobId !== file.reportId) {
    const earlier = await findReport(ports, starter.subject, jobId)
    if (earlier) return { ...accepted, reportId: earlier.id }
    throw new ApiError('unavailable', 'an upload under this Idempotency-Key was broken off; send it again with a new key')
  }
  const place = { subject: starter.subject, district_id: session.districtId, period: session.period }
  await addReport(ports, {
    ...{ id: file.reportId, run_id: jobId, ...place },
    body: {
      ...{ session_id: session.id, district_name: session.districtName },
      ...{ file_name: file.name, file_type: file.fileType, size_bytes: file.bytes },
    },
  })
  const input = { report_id: file.reportId, owner: place.subject, district_id: place.district_id, period: place.period }
  try {
    await startRun(
      ports,
      reportRun,
      { ...input, file_name: file.name, file_type: file.fileType },
      { id: jobId, starter, requestId: request.id },
    )
  } catch (error) {
    await dropReport(ports, file.reportId)
    throw error
  }
  return accepted
}
