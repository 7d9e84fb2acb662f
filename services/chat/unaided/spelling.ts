import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import { isFunctionWord } from '../../../kernel/text/terms.ts'
import { typingDistance } from '../../../kernel/text/typing-distance.ts'

const OPENERS = 'what which who whom whose when where why how'.split(' ')
const ASKED = 'highest lowest largest smallest biggest greatest fewest longest shortest oldest average total number percentage'.split(' ')
/** Stemmed, a misspelt one is far from the right one. Shorter ones are like other words. */
const MONTHS = 'january february august september october november december'.split(' ')
const nearestOf = (words: readonly string[], typed: string): string | undefined =>
  isFunctionWord(typed) || words.includes(typed) ? undefined : words.find((word) => typingDistance(typed, word, 1) === 1)

/** A question whose own words are misspelt by one letter: "Whch zone had the lowst sales?". No index holds them. */
export function askedRight(question: string): string {
  let first = true
  return question.replace(/[\p{L}’']+/gu, (found) => {
    const typed = found.toLowerCase()
    const meant =
      first && typed.length > 2 ? nearestOf(OPENERS, typed) : typed.length > 4 ? nearestOf([...ASKED, ...MONTHS], typed) : undefined
    first = false
    if (!meant) return found
    return /^\p{Lu}/u.test(found) ? meant[0]!.toUpperCase() + meant.slice(1) : meant
  })
}

/** The question with the words that no passage knows put as the index spells them, two edits away at most. */
export async function respell(search: LimitedSearch, index: string, question: string, unknown: readonly string[]): Promise<string> {
  let spelt = question
  for (const word of unknown) {
    const meant = (await search.wordsLike(index, word).catch(() => []))[0]
    if (meant)
      spelt = spelt.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), (found) =>
        /^\p{Lu}/u.test(found) ? meant[0]!.toUpperCase() + meant.slice(1) : meant,
      )
  }
  return spelt
}
