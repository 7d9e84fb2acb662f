import { documentsOf } from './measures.ts'
import { NOTHING_CITED, type Outcome } from './outcome.ts'
import type { EvalCase } from './read-cases.ts'

const MOST_SHOWN = 50
const LONGEST = 100
const flat = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text)

/** Names that differ often do so at their ends, so that a long one loses its middle. */
const shortName = (name: string): string =>
  name.length > 40 ? `${name.slice(0, 24).toWellFormed()}…${name.slice(-14).toWellFormed()}` : name
const listed = (names: readonly string[], joint: string): string => names.slice(0, 3).map(shortName).join(joint)

/** What a case expected and did not get of one side, in words; undefined where it got all of it. */
export function failureOf({ expected_documents: wanted, expected_answer: words }: EvalCase, outcome: Outcome): string | undefined {
  const { answer, sources, cited } = outcome
  if (wanted?.length === 0) return cited === NOTHING_CITED ? undefined : 'answered, though no document holds it'
  const found = documentsOf(sources)
  if (wanted && !wanted.some((name) => found.includes(name)))
    return `found ${listed(found, ', ') || 'nothing'} instead of ${listed(wanted, ' or ')}`
  if (words && !flat(answer).includes(flat(words))) return `the answer lacks “${short(words)}”`
  return undefined
}

/** The cases that failed, each with its question and why, on which side where there are two. Empty where none did. */
export function failuresOf(cases: readonly EvalCase[], outcomes: readonly (readonly Outcome[])[], labels: readonly string[]): string {
  const lines = cases.flatMap((evalCase, i) =>
    (outcomes[i] ?? []).flatMap((outcome, side) => {
      const why = failureOf(evalCase, outcome)
      const which = labels.length > 1 ? `${'AB'[side]} ` : ''
      return why === undefined ? [] : [`  ${which}${evalCase.id}: ${short(evalCase.question.replace(/\s+/g, ' '))} (${why})`]
    }),
  )
  const idle = cases.filter((evalCase) => !expects(evalCase)).map(({ id }) => id)
  const unmeasured = idle.length === 0 ? '' : `\nWithout an expectation, so that nothing was measured of them: ${short(idle.join(', '))}\n`
  if (lines.length === 0) return `\n${idle.length < cases.length ? 'No case failed.' : 'No case was measured.'}\n${unmeasured}`
  const more = lines.length > MOST_SHOWN ? [`  and ${lines.length - MOST_SHOWN} more; --json lists all`] : []
  return `\nFailed:\n${[...lines.slice(0, MOST_SHOWN), ...more].join('\n')}\n${unmeasured}`
}

const expects = ({ expected_documents: documents, expected_answer: words }: EvalCase): boolean => Boolean(documents ?? words)
