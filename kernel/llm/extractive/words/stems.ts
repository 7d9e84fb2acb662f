import { termOf as indexTermOf } from '../../../text/terms.ts'
import { wordsOf, wordsWithin } from '../../../text/words.ts'

const BODY = /(?:t|ss)orates?$/
const STANDING = /orit(?:y|ies)$/

const FOUNDED = /^found(?:ed|ers?|ing|s)$/

const IMPORTS = /^import(?:s|ed|ers?|ing)?$/

/** As the text index stems, but who "founded" something "found" nothing, and a body is not the person who leads it: "directorate" is no "director", "authority" no "author", and what is "imported" need not be "important". */
export function termOf(word: string): string {
  if (BODY.test(word)) return word.replace(/es?$/, '')
  if (STANDING.test(word)) return word.replace(/ies$/, 'y')
  if (FOUNDED.test(word)) return 'foundr'
  if (IMPORTS.test(word)) return 'importr'
  return indexTermOf(word)
}

/** "3.1" and "2.6.32": a point between figures of which none is a year. */
const POINT = /(?<![\d.]\d{3}|\d{4,})(?<=\d)\.(?=\d{1,3}(?!\d))/g
/** Belongs to words, and stands in no text. */
const JOINT = '\ue000'

/** The words of a text in order, lower-case; a version or a decimal is one. */
export const readWords = (text: string): string[] => wordsOf(text.replace(POINT, JOINT)).map((word) => word.replaceAll(JOINT, '.'))

/** Every word of a text in order, as `termOf` has it. */
export const stemsOf = (text: string): string[] => readWords(text).map(termOf)

/** Those of a title, and of the words within its words. */
export const titleStemsOf = (title: string): string[] => [...stemsOf(title), ...wordsWithin(title).map(termOf)]

/** What is searched for with a stem: the index does not know those that are made here alone. */
export const searchedFor = (stem: string): string => (stem === 'foundr' ? 'founded founder' : stem === 'importr' ? 'import' : stem)
