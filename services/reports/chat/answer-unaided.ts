import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Language } from '../stored/language.ts'
import type { ReadPorts } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import type { AnswerEvents, Answered } from './answer-with-model.ts'
import { languageOf } from './phrases.ts'
import type { ReviewTool } from './tools.ts'
import type { Known } from './unaided/question.ts'
import { resolveQuestion, type Said } from './unaided/resolve-question.ts'
import type { LookUp } from './unaided/telling.ts'
import { wordsOnReport } from './unaided/words-on-report.ts'

export interface Unaided {
  readonly question: string
  /** The turns before it, the oldest first. */
  readonly before: readonly Said[]
  /** Of the page, for a question that does not show its own. */
  readonly language: Language | undefined
}

/** Answers from the report itself, where there is no model. */
export async function answerUnaided(
  ports: ReadPorts,
  report: Report,
  { question, before, language }: Unaided,
  events: AnswerEvents,
  /** Sees what each tool gave. */
  onResult: (tool: ReviewTool, result: object) => void = () => {},
): Promise<Answered> {
  const lookUp: LookUp = async (tool, input) => {
    const result = await told(ports, report, tool, input, events)
    onResult(tool, result)
    return result
  }
  const known = namesOf(report)
  const spoken = languageOf(question, language ?? languageOf(before.findLast(({ role }) => role === 'user')?.content ?? ''))
  const text = await wordsOnReport(lookUp, resolveQuestion(question, before, known), known, spoken)
  // sentence by sentence, as a model's answer comes
  events.delta(text)
  return { promptTokens: Math.max(1, countTokens(question)), completionTokens: Math.max(1, countTokens(text)), held: false }
}

const namesOf = ({ period, summary }: Report): Known => ({
  period,
  positions: namesFrom(summary?.totals.by_position),
  pools: namesFrom(summary?.totals.by_pool),
})
const namesFrom = (groups: readonly { readonly name: string }[] = []) =>
  groups.map(({ name }) => name).filter((name) => !name.startsWith('('))

let calls = 0
async function told(ports: ReadPorts, report: Report, tool: ReviewTool, input: object, events: AnswerEvents): Promise<object> {
  const about = { toolCallId: `call-${++calls}`, toolName: tool.name }
  events.toolStart({ ...about, displayName: tool.displayName })
  try {
    const result = await tool.run(ports, report, input as never)
    events.toolResult({ ...about, success: true, summary: tool.displayName })
    return result
  } catch (error) {
    events.toolResult({ ...about, success: false, summary: error instanceof ApiError ? error.message : tool.displayName })
    throw error
  }
}
