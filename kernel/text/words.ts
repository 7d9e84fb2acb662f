import { porterStem } from './porter.ts'

/** Scripts that are written without spaces between words. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** All of them lie here: most texts are told by this cheaper look. */
const MAYBE_SPACELESS = /[\u0e00-\u1fff\u2e80-\uffff]/
const SPACELESS_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー々]+/gu
/** Of a lower-case text. ASCII by itself, because the engine looks each character of the others up in a list of ranges. */
const WORD = /(?:[a-z0-9]|(?![\x00-\x7f])[\p{L}\p{N}\p{Co}])(?:[a-z0-9]|(?![\x00-\x7f])[\p{L}\p{N}\p{Co}\p{M}])*/gu
/** Segmenting takes time that grows faster than the run, so long runs are cut. */
const MAX_RUN = 2_000

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

function spaced(run: string): string {
  const words: string[] = []
  for (let at = 0; at < run.length; at += MAX_RUN)
    for (const { segment } of segmenter.segment(run.slice(at, at + MAX_RUN))) words.push(segment)
  return ` ${words.join(' ')} `
}

/** Puts spaces between the words of scripts that have none, so that a tokenizer that splits at spaces finds them. Composes characters (NFKC). */
export function segmentWords(text: string): string {
  const composed = text.normalize('NFKC')
  return MAYBE_SPACELESS.test(composed) && SPACELESS.test(composed) ? composed.replace(SPACELESS_RUN, spaced) : composed
}

/** The words of a text in order, lower-case. */
export const wordsOf = (text: string): string[] => segmentWords(text).toLowerCase().match(WORD) ?? []

const PARTS_OF_NAMES = /(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})/gu

/** Words that a title, which may be a file's name, has within others: "Forbes2000" speaks of Forbes, "BoardMinutes" of a board and of minutes. */
export function wordsWithin(title: string): string[] {
  const split = title.replace(PARTS_OF_NAMES, ' ')
  if (split === title) return []
  const whole = new Set(wordsOf(title))
  return wordsOf(split).filter((word) => !whole.has(word))
}

const DIACRITICS = /\p{M}+/gu
/** Letters whose marks may be left out; in other scripts marks are vowels. */
const LATIN = /^[\p{Script=Latin}\p{M}\p{N}]*$/u
const ASCII = /^[\x00-\x7f]*$/
const stems = new Map<string, string>()
const MAX_STEMS = 200_000
/** Longer words are not kept: one of a question may have 100,000 letters. */
const LONGEST_KEPT = 64

/** A lower-case word without diacritics, stemmed: the form under which the text index keeps it. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const plain = !ASCII.test(word) && LATIN.test(word) ? word.normalize('NFD').replace(DIACRITICS, '') : word
  const stem = porterStem(plain)
  if (word.length > LONGEST_KEPT) return stem
  if (stems.size >= MAX_STEMS) stems.clear()
  stems.set(copied(word), copied(stem))
  return stem
}

/** The same text in memory of its own: a piece of a text keeps all of that text in memory. */
const copied = (piece: string): string => Buffer.from(piece).toString()
