import { presence } from './match.ts'
import type { Question } from './question/question.ts'
import type { AnswerType } from './question/question-type.ts'
import type { Ranked } from './rank.ts'

/** What a question of a type is answered by before anything else, where it asks in such words. */
const MEANT: readonly { readonly type: AnswerType; readonly asks: RegExp; readonly says: RegExp }[] = [
  // "Where can I get the library?": an address
  {
    type: 'place',
    asks: /^where (?:can|could|do|may|should|must|is|are)\b.*\b(?:get|download|find|found|obtain|obtained|available|apply|register|published)\b/i,
    says: /https?:|www\.|\S@\S|\bavailable (?:at|from|in|on|under)\b/i,
  },
  // "Where does it keep them?": a sentence that says so
  {
    type: 'place',
    asks: /^where (?:is|are|was|were|do|does|did|should|must|can|will)\b.* (?:keep|kept|stored?|saved?|hold|held|put|placed?|located)\b/i,
    says: /\b(?:stored|kept|saved|held|located|placed|put|found|lies|lie|retained) (?:\w+ )?(?:in|on|at|under|inside|behind|beside|near)\b/i,
  },
  // "How long does it take?": not for how long somebody has to wait afterwards
  {
    type: 'duration',
    asks: /^how long (?:do|does|did|will|would|can|may) .*\b(?:take|last)\??$/i,
    says: /\b(?:tak(?:es?|ing|en)|took|last(?:s|ed|ing)?)\b/i,
  },
]

const NEARLY_ALIKE = 0.75
const SAME_WORD = 0.75
const DEEDS: ReadonlySet<AnswerType> = new Set(['date', 'time', 'duration', 'money', 'number', 'percent', 'place'])

/** Of sentences that answer, those that are meant go first; of those with a date or a figure nearly alike, those that say what was done. */
export function meantFirst({ deed, type, text: asked }: Question, sure: readonly Ranked[]): readonly Ranked[] {
  const meant = MEANT.find((one) => one.type === type && one.asks.test(asked) && sure.some(({ text }) => one.says.test(text)))
  if (meant) return first(sure, ({ text }) => meant.says.test(text))
  const best = sure[0]
  if (!deed || !best || !DEEDS.has(type)) return sure
  return first(sure, ({ stems, score }) => score >= NEARLY_ALIKE * best.score && presence(deed, stems) >= SAME_WORD)
}

const first = (sure: readonly Ranked[], meant: (one: Ranked) => boolean): readonly Ranked[] => [
  ...sure.filter(meant),
  ...sure.filter((one) => !meant(one)),
]
