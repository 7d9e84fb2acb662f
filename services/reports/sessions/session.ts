import { z } from 'zod'
import { periodOf } from '../stored/period.ts'
import { reportStatuses } from '../stored/report.ts'

const text = (of: string) => z.string().trim().min(1).max(200).describe(of)
const optional = z.string().max(320).optional()

/** Where a review happens and for whom, as the page's metadata tell it. */
export const sessionRequestSchema = z
  .object({
    districtId: text('Id of the district.'),
    districtName: text('Its name, for people.'),
    quarter: text('`Q1` to `Q4`.'),
    year: z
      .string()
      .trim()
      .regex(/^[12]\d{3}$/, 'a year of four digits, such as 2026'),
    userId: text('Who reviews, as the page knows them.'),
    userName: optional,
    userEmail: optional,
    userRole: optional,
  })
  .refine((s) => periodOf(s.year, s.quarter) !== undefined, { path: ['quarter'], message: 'is one of Q1, Q2, Q3 and Q4' })
  .meta({
    id: 'CostReportSessionRequest',
    examples: [{ districtId: 'd-100', districtName: 'North District', quarter: 'Q1', year: '2026', userId: 'user-1', userName: 'Ann' }],
  })
export type SessionRequest = z.output<typeof sessionRequestSchema>

export const sessionReplySchema = z
  .object({
    sessionId: z.uuid(),
    districtId: z.string(),
    districtName: z.string(),
    quarter: z.string(),
    year: z.string(),
    userId: z.string(),
    userName: z.string().optional(),
    userEmail: z.string().optional(),
    userRole: z.string().optional(),
    reportId: z.uuid().nullable().describe('The newest report of the district and quarter that the caller uploaded.'),
    reportStatus: z.enum(reportStatuses),
    expiresAt: z.iso.datetime(),
  })
  .meta({
    id: 'CostReportSession',
    description: 'A review under way, and the report that it is about.',
    examples: [
      {
        ...{
          sessionId: '7a0c6a50-2f0f-4f5c-8a53-0d3a1f5b6c11',
          districtId: 'd-100',
          districtName: 'North District',
          quarter: 'Q1',
          year: '2026',
        },
        ...{ userId: 'user-1', userName: 'Ann', reportId: null, reportStatus: 'none', expiresAt: '2026-03-13T09:00:00.000Z' },
      },
    ],
  })
export type SessionReply = z.output<typeof sessionReplySchema>
