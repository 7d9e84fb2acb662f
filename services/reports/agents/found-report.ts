import { z } from 'zod'
import type { UnaidedTurn } from '../../../kernel/agents/define-agent.ts'
import { documentsToo } from '../../../kernel/agents/read-documents.ts'

const listSchema = z.object({
  reports: z.array(z.object({ reportId: z.string(), district: z.string(), period: z.string(), file: z.string(), status: z.string() })),
})
export type FoundReport = z.output<typeof listSchema>['reports'][number]

const ID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i
const PERIOD = /\b(\d{4})[\s-]*Q([1-4])\b|\bQ([1-4])[\s/-]*(\d{4})\b/i

/** The report that a question names by its id, its quarter or its district; else the newest that is ready. */
export async function foundReport({ question, use }: UnaidedTurn): Promise<FoundReport | undefined> {
  const [, year, quarter, quarterFirst, yearBehind] = PERIOD.exec(question) ?? []
  const period = year || yearBehind ? `${year ?? yearBehind}-Q${quarter ?? quarterFirst}` : undefined
  const { reports } = listSchema.parse(await use('sdac-list-reports', { limit: 50, ...(period ? { period } : {}) }))
  const id = ID.exec(question)?.[0].toLowerCase()
  if (id) return reports.find(({ reportId }) => reportId === id) ?? { reportId: id, district: '', period: '', file: '', status: 'ready' }
  const ready = reports.filter(({ status }) => status === 'ready')
  return ready.find(({ district }) => question.toLowerCase().includes(district.toLowerCase())) ?? ready[0] ?? reports[0]
}

/** Where there is no report to look at: so much, and what the documents say. */
export const withoutReport = async (turn: UnaidedTurn): Promise<string> =>
  `Without a model (embedded): there is no cost report of yours that fits; upload one on /cost-reports.${await documentsToo(turn)}`

/** Names the report before what is said of it. */
export const headed = ({ district, period, file }: FoundReport, said: string): string =>
  `Without a model (embedded), from the numbers of ${[file, district && `of ${district}`, period && `for ${period}`].filter(Boolean).join(' ') || 'the report'}:\n\n${said}`
