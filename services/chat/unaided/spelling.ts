import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import { presence } from '../../../kernel/llm/extractive/match.ts'
import { readQuestion } from '../../../kernel/llm/extractive/question.ts'
import type { Passage } from '../../../kernel/llm/llm.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'

/** Words of one question that are looked at. */
const MOST_WORDS = 4

/** The question with the words that no passage knows put as the index spells them, two edits away at most. */
export async function respell(search: LimitedSearch, index: string, question: string, passages: readonly Passage[]): Promise<string> {
  const { terms, foreign } = readQuestion(question)
  const known = new Set(passages.flatMap(({ text, title }) => stemsOf(`${title ?? ''} ${text}`)))
  const strange = terms.filter((term) => term.role !== 'number' && presence(term, known) === 0).slice(0, MOST_WORDS)
  let spelt = question
  for (const { word, related, forms } of strange) {
    // a word of another language is no mistake
    if (foreign && (related.size > 0 || forms.size > 1)) continue
    const meant = (await search.wordsLike(index, word).catch(() => []))[0]
    if (meant)
      spelt = spelt.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), (found) =>
        /^\p{Lu}/u.test(found) ? meant[0]!.toUpperCase() + meant.slice(1) : meant,
      )
  }
  return spelt
}
