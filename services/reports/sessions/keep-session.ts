import { sectionOf } from '../../../kernel/config/section.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { sdacSection } from '../sdac-section.ts'
import { periodOf } from '../stored/period.ts'
import { newestReport } from '../stored/read-reports.ts'
import type { ReportTables } from '../stored/tables.ts'
import { type SessionReply, type SessionRequest, sessionRequestSchema } from './session.ts'

/** A review of one subject. */
export interface Session extends SessionRequest {
  readonly id: string
  readonly subject: string
  /** `2026-Q1`. */
  readonly period: string
  /** ms. */
  readonly expires_at: number
}

const HOUR = 3_600_000
/** Sessions that ended are swept a few at a time, with each new one. */
const SWEPT = 100

/** Begins a review; sessions last `sdac.sessions.ttl_hours`. */
export async function createSession(
  { database, clock, config }: Pick<Ports, 'database' | 'clock' | 'config'>,
  subject: string,
  request: SessionRequest,
): Promise<Session> {
  const now = clock.now()
  const expires_at = Math.round(now + sectionOf(config, sdacSection).sessions.ttl_hours * HOUR)
  const row = { id: newId(), subject, body: JSON.stringify(request), created_at: now, expires_at }
  const tables = database.tables<ReportTables>()
  await tables.insertInto('sdac_sessions').values(row).execute()
  const ended = tables.selectFrom('sdac_sessions').select('id').where('expires_at', '<', now).limit(SWEPT)
  await tables.deleteFrom('sdac_sessions').where('id', 'in', ended).execute()
  return sessionOf(row)
}

/** A session of the subject that has not expired; undefined where there is none or it is another's. */
export async function findSession(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  subject: string,
  id: string,
): Promise<Session | undefined> {
  const row = await database.tables<ReportTables>().selectFrom('sdac_sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && row.subject === subject && Number(row.expires_at) > clock.now() ? sessionOf(row) : undefined
}

function sessionOf({ id, subject, body, expires_at }: { id: string; subject: string; body: string; expires_at: number }): Session {
  const request = sessionRequestSchema.parse(JSON.parse(body))
  return { ...request, id, subject, period: periodOf(request.year, request.quarter)!, expires_at: Number(expires_at) }
}

/** The session with the newest report of its district and quarter. */
export async function showSession(ports: Pick<Ports, 'database' | 'blobs'>, session: Session): Promise<SessionReply> {
  const { id, subject, period, expires_at, ...request } = session
  const report = await newestReport(ports, subject, request.districtId, period)
  return {
    ...request,
    sessionId: id,
    reportId: report?.id ?? null,
    reportStatus: report?.status ?? 'none',
    expiresAt: new Date(expires_at).toISOString(),
  }
}
