import { stemsOf } from '../../text/terms.ts'
import type { Passage } from '../llm.ts'
import { presence } from './match.ts'
import { readQuestion } from './question.ts'

/** Words of one question that are told. */
const MOST_WORDS = 4

/** The question's words that no passage knows, but for numbers; a word of another language is no mistake. */
export function unknownWords(question: string, passages: readonly Passage[]): string[] {
  const { terms, foreign } = readQuestion(question)
  const known = new Set(passages.flatMap(({ text, title }) => stemsOf(`${title ?? ''} ${text}`)))
  return terms
    .filter((term) => term.role !== 'number' && presence(term, known) === 0)
    .slice(0, MOST_WORDS)
    .filter(({ related, forms }) => !foreign || (related.size === 0 && forms.size === 1))
    .map(({ word }) => word)
}
