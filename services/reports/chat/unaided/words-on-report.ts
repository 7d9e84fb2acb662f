import { ApiError } from '../../../../kernel/runtime/errors.ts'
import type { Language } from '../../stored/language.ts'
import type { Act, Known, Question } from './question.ts'
import {
  tellCounts,
  tellExplained,
  tellFirst,
  tellFlags,
  tellList,
  tellMeaning,
  tellMissing,
  tellWhetherToSubmit,
} from './tell-findings-asked.ts'
import { tellAverage, tellBeyond, tellCount, tellExtreme, tellNames, tellRanked, tellWho } from './tell-rows.ts'
import { tellComparison, tellQuarters, tellSummary, tellTotals } from './tell-sums.ts'
import { declined, type LookUp, type Telling, tellingIn } from './telling.ts'

const answers: Readonly<Record<Act, (telling: Telling) => string | Promise<string>>> = {
  hello: ({ words }) => `${words.hello} ${words.help}`,
  thanks: ({ words }) => words.thanks,
  help: ({ words }) => words.help,
  explain: tellExplained,
  'fix-first': tellFirst,
  meaning: tellMeaning,
  row: tellFlags,
  flags: tellFlags,
  changes: (telling) => tellList({ ...telling, question: { ...telling.question, rule: 'quarter_change' } }),
  missing: tellMissing,
  findings: tellList,
  'count-findings': tellCounts,
  quarters: tellQuarters,
  compare: tellComparison,
  average: tellAverage,
  extreme: tellExtreme,
  ranked: tellRanked,
  beyond: tellBeyond,
  count: tellCount,
  names: tellNames,
  totals: tellTotals,
  summary: tellSummary,
  submit: tellWhetherToSubmit,
  who: tellWho,
}

/** What the report says to a question, by what `lookUp` gives; where nothing does, what can be asked. */
export async function wordsOnReport(lookUp: LookUp, question: Question, known: Known, language: Language): Promise<string> {
  const telling = tellingIn(language, { lookUp, question, known })
  try {
    return question.act === undefined ? declined(telling) : await answers[question.act](telling)
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'internal') return telling.phrases.failed(error.message)
    throw error
  }
}
