import { z } from 'zod'
import type { UnaidedTurn } from '../../../kernel/agents/define-agent.ts'
import { languageOf } from '../chat/phrases.ts'
import { queryRows } from '../chat/query-rows.ts'
import { recomputeTotals } from '../chat/tools.ts'
import type { Act, Known } from '../chat/unaided/question.ts'
import { readQuestion } from '../chat/unaided/read-question.ts'
import type { LookUp } from '../chat/unaided/telling.ts'
import { wordsOnReport } from '../chat/unaided/words-on-report.ts'
import { foundReport, headed, withoutReport } from './found-report.ts'

const groupsSchema = z.looseObject({ groups: z.array(z.looseObject({ name: z.string() })) })
/** What a request for a review is answered with: the summary and the worst of the findings. */
const review: readonly Act[] = ['summary', 'findings']
const general: ReadonlySet<Act | undefined> = new Set([undefined, 'who', 'hello', 'help', 'thanks'])

/** What a report says to a question about it; to any other one its summary and the worst of its findings. */
export async function tellOfReport(turn: UnaidedTurn): Promise<string> {
  const report = await foundReport(turn)
  if (!report) return withoutReport(turn)
  const { question, use } = turn
  const asked = question.replace(report.reportId, '').replaceAll(report.district || /$^/g, '')
  const lookUp: LookUp = (tool, input) => use(`sdac-${tool.name}`, { ...input, reportId: report.reportId })
  const known = { period: report.period, ...(await namesOf(lookUp)) }
  const read = readQuestion(asked, known)
  const isGeneral = general.has(read.act) && !(read.strange.length > 0 && (await namesSomebody(lookUp, asked)))
  const acts = isGeneral ? review : [read.act]
  const language = languageOf(asked)
  const said = await Promise.all(acts.map((act) => wordsOnReport(lookUp, { ...read, act }, known, language)))
  return headed(report, said.join('\n\n'))
}

/** Names of pools and positions, by which a question may ask for one of them; none of a report that is not ready. */
async function namesOf(lookUp: LookUp): Promise<Pick<Known, 'positions' | 'pools'>> {
  const by = async (group: 'pool' | 'position') =>
    groupsSchema.parse(await lookUp(recomputeTotals, { by: group })).groups.map(({ name }) => name)
  const [pools, positions] = await Promise.all([by('pool'), by('position')])
  return { pools, positions }
}

const namesSomebody = async (lookUp: LookUp, mentions: string): Promise<boolean> => {
  const { rows } = z.looseObject({ rows: z.int() }).parse(await lookUp(queryRows, { mentions: mentions.slice(0, 4000), limit: 0 }))
  return rows > 0
}
