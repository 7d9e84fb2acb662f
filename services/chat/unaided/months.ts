import type { Passage } from '../../../kernel/llm/llm.ts'

const MONTHS = [
  'jan(?:uary|uar)?|janvier|enero',
  'feb(?:ruary|ruar)?|février|febrero',
  'mar(?:ch)?|märz|mars|marzo',
  'apr(?:il)?|avril|abril',
  'may|mai|mayo',
  'june?|juni|juin|junio',
  'july?|juli|juillet|julio',
  'aug(?:ust)?|août|agosto',
  'sep(?:t|tember)?|septembre|septiembre',
  'oct(?:ober)?|oktober|octobre|octubre',
  'nov(?:ember)?|novembre|noviembre',
  'dec(?:ember)?|dezember|décembre|diciembre',
]
const NAMED = MONTHS.map(
  (name) => new RegExp(`(?<!\\d\\.? )(?<![\\p{L}\\d])(?:${name})\\.?,? (?:de |of )?((?:1[5-9]|20)\\d\\d)(?!\\d)`, 'iu'),
)

/** "July 1985" as "1985-07", in the order of the year's months. */
export const numberedMonths = (question: string): string[] =>
  NAMED.flatMap((named, i) => {
    const year = named.exec(question)?.[1]
    return year ? [`${year}-${String(i + 1).padStart(2, '0')}`] : []
  })

/** The question with its months as the passages have them: "1985-07" for "July 1985" where a cell or line begins with that and nothing else. */
export function withNumberedMonths(question: string, passages: readonly Passage[]): string {
  let said = question
  for (const [i, named] of NAMED.entries())
    said = said.replace(named, (found, year: string) => {
      const month = `${year}-${String(i + 1).padStart(2, '0')}`
      const cell = new RegExp(`(?:^|[|:;,\\t\\n])\\s*${month}\\s*(?:$|[|;,\\t\\n])`)
      return passages.some(({ text }) => cell.test(text)) ? month : found
    })
  return said
}
