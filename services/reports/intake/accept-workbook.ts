import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { inMegabytes, keptFree } from '../../../kernel/blobs/room.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { readUpload } from '../../../kernel/http/body/multipart.ts'
import { type Command, idempotent } from '../../../kernel/http/idempotency/idempotency.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { startRun } from '../../../kernel/runs/control.ts'
import { starterOf } from '../../../kernel/runs/routes.ts'
import { ApiError, mayHaveHappened } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { reportRun } from '../run.ts'
import { sdacSection } from '../sdac-section.ts'
import { findSession, type Session } from '../sessions/keep-session.ts'
import { noSession } from '../sessions/routes.ts'
import { addReport, dropReport } from '../stored/keep-report.ts'
import { findReport } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
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
      async (command) => {
        const accepted = await begin(ctx, request, session, stored, command)
        kept = accepted.reportId === stored.reportId
        return { status: 202, headers: {}, body: accepted }
      },
      stored.reportId,
    )
    return body as UploadAccepted
  } catch (error) {
    kept ||= mayHaveHappened(error)
    throw error
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
  file: StoredWorkbook,
  command: Command,
): Promise<UploadAccepted> {
  const { ports } = ctx
  const { subject } = starterOf(request, ctx)
  // Under a key an edge may have died after it kept the report, before its run or behind it: the same id is the same run.
  const earlier = command.resumed ? await findReport(ports, subject, command.id) : undefined
  if (earlier) return analyse(ctx, request, earlier)
  if (command.resumed) await command.restart(file.reportId)
  const id = file.reportId
  const own = { id, run_id: id, subject, district_id: session.districtId, period: session.period }
  const body = {
    ...{ session_id: session.id, district_name: session.districtName },
    ...{ file_name: file.name, file_type: file.fileType, size_bytes: file.bytes },
  }
  try {
    await addReport(ports, { ...own, body })
    return await analyse(ctx, request, { ...own, ...body })
  } catch (error) {
    if (!mayHaveHappened(error))
      await dropReport(ports, id).catch((cause) => {
        throw undecided(id, cause)
      })
    throw error
  }
}

/** A report that may stand keeps its workbook, and its key finishes it. */
const undecided = (reportId: string, cause: unknown): ApiError =>
  new ApiError(
    'unavailable',
    'Whether the workbook was taken in is not known; the same request with the same Idempotency-Key finishes it and never brings it in twice',
    { details: { outcome: 'unknown', report_id: reportId }, headers: { 'retry-after': '5' }, cause },
  )

type Place = Pick<Report, 'id' | 'run_id' | 'subject' | 'district_id' | 'period' | 'file_name' | 'file_type'>

/** Starts the run of a report, where it was not started yet. */
async function analyse(ctx: EdgeContext, request: FastifyRequest, { id, run_id, subject, ...about }: Place): Promise<UploadAccepted> {
  const { district_id, period, file_name, file_type } = about
  const input = { report_id: id, owner: subject, district_id, period, file_name, file_type }
  await startRun(ctx.ports, reportRun, input, { id: run_id, starter: starterOf(request, ctx), requestId: request.id })
  return { jobId: run_id, reportId: id, status: 'queued' }
}
