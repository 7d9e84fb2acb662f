import { z } from 'zod'
import type { UnaidedTurn } from '../../../kernel/agents/define-agent.ts'
import { type Intent, intentOf, type LookUp, wordsOnReport } from '../chat/answer-unaided.ts'
import { recomputeTotals } from '../chat/tools.ts'
import { foundReport, headed, withoutReport } from './found-report.ts'

const groupsSchema = z.looseObject({ groups: z.array(z.looseObject({ name: z.string() })) })

/** What a report says to one of the standard questions; to any other one its summary and the worst of its findings. */
export async function tellOfReport(turn: UnaidedTurn): Promise<string> {
  const report = await foundReport(turn)
  if (!report) return withoutReport(turn)
  const { question, use } = turn
  const asked = question.replace(report.reportId, '')
  const lookUp: LookUp = (tool, input) => use(`sdac-${tool.name}`, { ...input, reportId: report.reportId })
  const intent = intentOf(asked)
  const groups = intent.kind === 'totals' ? await groupsOf(lookUp) : undefined
  const kinds: readonly Intent[] = intent.kind === 'help' ? [{ kind: 'summary' }, { kind: 'list' }] : [intent]
  const said = await Promise.all(kinds.map((kind) => wordsOnReport(lookUp, asked, groups, kind)))
  return headed(report, said.join('\n\n'))
}

/** Names of pools and positions, by which a question may ask for one of them. */
async function groupsOf(lookUp: LookUp) {
  const by = async (by: 'pool' | 'position') => groupsSchema.parse(await lookUp(recomputeTotals, { by })).groups as never
  const [by_pool, by_position] = await Promise.all([by('pool'), by('position')])
  return { by_pool, by_position }
}
