import { stemsOf } from '../../../text/terms.ts'
import type { Passage } from '../../llm.ts'
import { presence } from '../match.ts'
import { type Question, readQuestion, type Term, tellingOf } from './question.ts'

/** Words of one question that are told. */
const MOST_WORDS = 4

/**
 * The question's words that no passage knows and that may be misspelt: no numbers, no words that are known to be right ones, and of a question in
 * another language than the passages' none.
 */
export function unknownWords(question: string, passages: readonly Passage[]): string[] {
  const { terms, foreign } = readQuestion(question)
  const known = knownStems(passages)
  const telling = terms.filter(({ role }) => role === 'word' || role === 'focus')
  if (foreign && !telling.some(({ stem }) => known.has(stem))) return []
  return terms
    .filter((term) => term.role !== 'number' && presence(term, known) === 0)
    .slice(0, MOST_WORDS)
    .filter(({ related, forms, word }) => related.size === 0 && forms.size === 1 && !isShortened(word, known))
    .map(({ word }) => word)
}

/** "Prof" stands in the passages for "professor". */
function isShortened(word: string, known: ReadonlySet<string>): boolean {
  for (let length = SHORTEST; 2 * length < word.length; length++) if (known.has(word.slice(0, length))) return true
  return false
}
const SHORTEST = 4

/** The question in another language without weight on words that nothing here translates, where a name, a number or two other words tell what is meant. */
export function withoutStrange(question: Question, passages: readonly Passage[]): Question {
  const { foreign, terms } = question
  if (!foreign) return question
  const known = knownStems(passages)
  const telling = tellingOf(question)
  const isStrange = (term: Term) =>
    (term.role === 'word' || term.role === 'focus') && term.forms.size === 1 && term.related.size === 0 && presence(term, known) === 0
  const rest = telling.filter((term) => !isStrange(term))
  if (rest.length < 2 && !rest.some(({ role }) => role === 'name' || role === 'number')) return question
  return { ...question, terms: terms.map((term): Term => (isStrange(term) ? { ...term, role: 'light' } : term)) }
}

const knownStems = (passages: readonly Passage[]) => new Set(passages.flatMap(({ text, title }) => stemsOf(`${title ?? ''} ${text}`)))
