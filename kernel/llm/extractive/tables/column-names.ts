import type { Term } from '../question/question.ts'
import { readWords } from '../words/stems.ts'

/** What programs call a column, "lifeExp", "temp_max" or "eol", in the question's words where these begin as its parts do. */
export function spelledOut(name: string, terms: readonly Term[], question: string): string {
  if (!IDENTIFIER.test(name)) return name.replace(SHORT_NAME, (letters) => acronymIn(letters, question) ?? letters)
  const parts = name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').split(/[\s_.-]+/)
  return parts
    .map((part) => {
      const short = part.toLowerCase()
      if (short.length < SHORTEST_PART) return part
      const meant = terms.find(({ word }) => word.length > short.length && word.startsWith(short))
      return meant?.word ?? longFormOf(short, question) ?? writtenApart(short, question) ?? beginningsIn(short, question) ?? part
    })
    .join(' ')
}

/** The question's words in a row that a column's name joins: "market value" of "marketvalue". */
function writtenApart(joined: string, question: string): string | undefined {
  const words = readWords(question)
  for (let from = 0; from < words.length; from++)
    for (let to = from + 2; to <= Math.min(words.length, from + MOST_JOINED); to++)
      if (words.slice(from, to).join('') === joined) return words.slice(from, to).join(' ')
  return undefined
}
const MOST_JOINED = 4

/** The question's two words in a row of whose beginnings a column's name is made: "coutax" of "council tax". */
function beginningsIn(joined: string, question: string): string | undefined {
  const words = readWords(question)
  for (let i = 0; i + 1 < words.length; i++)
    for (let cut = SHORTEST_BEGINNING; cut <= joined.length - SHORTEST_BEGINNING; cut++)
      if (words[i]!.startsWith(joined.slice(0, cut)) && words[i + 1]!.startsWith(joined.slice(cut))) return `${words[i]} ${words[i + 1]}`
  return undefined
}
const SHORTEST_BEGINNING = 3

/** "HDI" where the question speaks of human development: the last letter may stand for an index, a rate, a number. */
function acronymIn(letters: string, question: string): string | undefined {
  const lower = letters.toLowerCase()
  return longFormOf(lower, question) ?? (lower.length > 2 ? longFormOf(lower.slice(0, -1), question) : undefined)
}
const SHORT_NAME = /(?<![\p{L}\d])\p{Lu}{2,6}(?![\p{L}\d])/gu

/** The question's words in a row of which these are the first letters: "eol" of "end of life". */
function longFormOf(letters: string, question: string): string | undefined {
  const words = readWords(question)
  const at = words.findIndex(
    (_, i) =>
      words
        .slice(i, i + letters.length)
        .map((word) => word[0])
        .join('') === letters,
  )
  return at < 0 ? undefined : words.slice(at, at + letters.length).join(' ')
}
const IDENTIFIER = /^[\p{L}\d]+(?:[_.-][\p{L}\d]+)*$/u
const SHORTEST_PART = 3
