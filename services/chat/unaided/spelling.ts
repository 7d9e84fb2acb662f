import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import { everydayWords } from '../../../kernel/llm/extractive/words/related.ts'
import { termOf } from '../../../kernel/llm/extractive/words/stems.ts'
import { isFunctionWord } from '../../../kernel/text/terms.ts'
import { typingDistance } from '../../../kernel/text/typing-distance.ts'

const OPENERS = 'what which who whom whose when where why how'.split(' ')
const ASKED = 'highest lowest largest smallest biggest greatest fewest longest shortest oldest average total number percentage'.split(' ')
/** Stemmed, a misspelt one is far from the right one. Shorter ones are like other words. */
const MONTHS = 'january february august september october november december'.split(' ')
const nearestOf = (words: readonly string[], typed: string): string | undefined =>
  isFunctionWord(typed) || words.includes(typed) ? undefined : words.find((word) => typingDistance(typed, word, 1) === 1)

const WHO = /(?<=^who )\p{L}{4,6}(?= \p{L})/iu
const DONE_BY_WHO = ['wrote']
const HOW = /(?<=^how )\p{L}{2,6}(?= (?:is|are|was|were|does|do|did)\b)/iu
const MEASURED = 'tall high deep wide heavy fast old large long big far many much often hot cold thick'.split(' ')

/** What an everyday word of some letters may have been meant to be, where that is one word alone. */
function everydayLike(typed: string): string | undefined {
  if (typed.length < SHORTEST || typed.length > LONGEST) return undefined
  const like = everydayWords.filter((word) => word[0] === typed[0] && typingDistance(typed, word, 1) <= 1)
  return new Set(like.map(termOf)).size === 1 ? like[0] : undefined
}
const SHORTEST = 4
const LONGEST = 20

/** A question whose own words are misspelt by one letter: "Whch zone had the lowst sales?". No index holds them. */
export function askedRight(question: string): string {
  let first = true
  return question
    .replace(WHO, (typed) => nearestOf(DONE_BY_WHO, typed.toLowerCase()) ?? typed)
    .replace(HOW, (typed) => nearestOf(MEASURED, typed.toLowerCase()) ?? typed)
    .replace(/[\p{L}’']+/gu, (found) => {
      const typed = found.toLowerCase()
      const meant =
        first && typed.length > 2 ? nearestOf(OPENERS, typed) : typed.length > 4 ? nearestOf([...ASKED, ...MONTHS], typed) : undefined
      first = false
      if (!meant) return found
      return /^\p{Lu}/u.test(found) ? meant[0]!.toUpperCase() + meant.slice(1) : meant
    })
}

/** The question with the words that no passage knows put as the index spells them, two edits away at most, else as everyday words are spelt. */
export async function respell(search: LimitedSearch, index: string, question: string, unknown: readonly string[]): Promise<string> {
  let spelt = question
  for (const word of unknown) {
    const meant = (await search.wordsLike(index, word).catch(() => []))[0] ?? everydayLike(word)
    if (meant)
      spelt = spelt.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), (found) =>
        /^\p{Lu}/u.test(found) ? meant[0]!.toUpperCase() + meant.slice(1) : meant,
      )
  }
  return spelt
}
