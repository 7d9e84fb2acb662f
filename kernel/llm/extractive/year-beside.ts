import type { Question } from './question/question.ts'

/** What something did in the year that stands beside its name: "WordStar (1978)", "the Reform Act of 1978". */
const COMES_TO_BE =
  /^(?:releas|publish|launch|introduc|found|establish|creat|develop|start|begin|began|pass|enact|adopt|invent|built|build|made|write|written|wrote|come|came|appear|sign)/
const YEAR = '(?:1[0-9]|20)\\d{2}\\b'

/** Indexes of the terms that ask when something came to be, where a text has the year beside the name. */
export function saidByYear({ type, terms }: Question, text: string): number[] {
  if (type !== 'date' || !new RegExp(YEAR).test(text)) return []
  const asked = terms.flatMap(({ forms, role }, i) => (role === 'word' && [...forms].some((form) => COMES_TO_BE.test(form)) ? [i] : []))
  if (asked.length === 0) return []
  const last = terms.findLast(({ role }) => role === 'name')
  return last && new RegExp(`${last.word.replace(/[^\\p{L}\\p{N}]/gu, '.')}(?: of |,? \\()${YEAR}`, 'iu').test(text) ? asked : []
}
