import { stemsOf } from '../../text/terms.ts'
import type { Passage } from '../llm.ts'
import { presence } from './match.ts'
import { readQuestion } from './question.ts'

/** Words of one question that are told. */
const MOST_WORDS = 4

/**
 * The question's words that no passage knows and that may be misspelt: no numbers, no words that are known to be right ones, and of a question in
 * another language than the passages' none.
 */
export function unknownWords(question: string, passages: readonly Passage[]): string[] {
  const { terms, foreign } = readQuestion(question)
  const known = new Set(passages.flatMap(({ text, title }) => stemsOf(`${title ?? ''} ${text}`)))
  const telling = terms.filter(({ role }) => role === 'word' || role === 'focus')
  if (foreign && !telling.some(({ stem }) => known.has(stem))) return []
  return terms
    .filter((term) => term.role !== 'number' && presence(term, known) === 0)
    .slice(0, MOST_WORDS)
    .filter(({ related, forms }) => related.size === 0 && forms.size === 1)
    .map(({ word }) => word)
}
