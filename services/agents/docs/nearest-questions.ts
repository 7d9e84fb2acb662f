import { tellingStems } from '../../../kernel/text/terms.ts'
import type { Manual } from './manual.ts'
import { inOwnWords, SAME, WRAPPING } from './same-words.ts'

/** Of what a question weighs, how much a section has to speak of; and of the best one's share, how much a further one. */
const ENOUGH = 0.4
const ALSO = 0.7
/** What a word counts that stands there as another of the same sense, and one that stands below the questions alone. */
const AS_ANOTHER = 0.7
const BELOW = 0.5

/** Headings of the sections that speak of most of a question which nothing answers surely: to be offered, not told. */
export function nearestQuestions(manual: Manual, asked: string, most = 3): string[] {
  const terms = [...new Set(tellingStems(inOwnWords(asked)))].map((stem) => ({
    same: SAME.filter((group) => group.includes(stem)).flat(),
    stem,
    weight: manual.weight(stem) * (WRAPPING.has(stem) ? 0.15 : manual.has(stem) ? 1 : 0.6),
  }))
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return []
  const scored = manual.sections
    .filter(({ asked: wordings }) => wordings.length > 1)
    .map(({ section, asked: wordings, counts }) => {
      const said = (stem: string) => Math.max(wordings.some(({ stems }) => stems.has(stem)) ? 1 : 0, counts.has(stem) ? BELOW : 0)
      const share = terms.reduce(
        (sum, { stem, same, weight }) => sum + weight * Math.max(said(stem), ...same.map((other) => AS_ANOTHER * said(other))),
        0,
      )
      return { title: section.title.split(' › ').at(-1)!, share: share / whole }
    })
    .filter(({ share }) => share >= ENOUGH)
    .sort((a, b) => b.share - a.share)
  return scored
    .filter(({ share }) => share >= ALSO * scored[0]!.share)
    .slice(0, most)
    .map(({ title }) => title)
}
