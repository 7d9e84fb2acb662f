import { termOf as indexTermOf } from '../../../text/terms.ts'
import { wordsOf } from '../../../text/words.ts'

const BODY = /(?:t|ss)orates?$/
const STANDING = /orit(?:y|ies)$/

const FOUNDED = /^found(?:ed|ers?|ing|s)$/

/** As the text index stems, but who "founded" something "found" nothing, and a body is not the person who leads it: "directorate" is no "director", "authority" no "author". */
export function termOf(word: string): string {
  if (BODY.test(word)) return word.replace(/es?$/, '')
  if (STANDING.test(word)) return word.replace(/ies$/, 'y')
  if (FOUNDED.test(word)) return 'foundr'
  return indexTermOf(word)
}

/** Every word of a text in order, as `termOf` has it. */
export const stemsOf = (text: string): string[] => wordsOf(text).map(termOf)

/** What is searched for with a stem: the index does not know those that are made here alone. */
export const searchedFor = (stem: string): string => (stem === 'foundr' ? 'founded founder' : stem)
