/** Longer texts stay as they are: to know their words they would be read twice. */
export const MOST_CHARACTERS = 5_000_000
/** Longest part of a word that is looked at beside a line's end. */
const LONGEST_PART = 64
const LINE_END = /[-\u2010][ \t]*\r?\n[ \t]*(?=\p{Ll})/gu
const LAST_PART = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}]{2,}$/u
const FIRST_PART = /^[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}-])/u
/** What stands behind a word without a blank, such as a comma. */
const BEHIND = /^\S*/
const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu
/** Beginnings of compounds that keep their hyphen at a line's end. */
const FORE =
  /^(?:all|anti|counter|cross|ever|ex|extra|far|fore|full|half|high|inter|long|low|mid|multi|near|non|off|over|part|post|pre|pro|quasi|re|self|semi|short|sub|super|ultra|under|vice|well|haupt|nicht|neben|selbst|halb|vize)$/
/** Syllables that are words, too, such as "in" and "per": before what is no word they begin one. */
const SYLLABLE = /^(?!all|far|low|mid|off|non|ex)[\p{L}\p{M}]{2,3}$/u

interface Parted {
  readonly left: string
  readonly right: string
  /** Where the left part begins, its hyphen stands, and the right part begins and ends. */
  readonly from: number
  readonly cut: number
  readonly next: number
  readonly to: number
}

/**
 * Makes words whole that a line's end cuts, where the document has the whole word elsewhere, or nowhere its first part as a word. Lines stay
 * lines: the word stands on the first of the two.
 */
export function joinPartedWords(text: string): string {
  if (text.length > MOST_CHARACTERS) return text
  const places = [...text.matchAll(LINE_END)].flatMap(({ index, 0: { length } }) => partedAt(text, index, index + length))
  if (places.length === 0) return text
  const known = knownWords(text, places)
  let done = 0
  let joined = ''
  for (const { left, right, from, cut, next, to } of places) {
    if (from < done || !isOneWord(left.toLowerCase(), right.toLowerCase(), known)) continue
    const end = to + BEHIND.exec(text.slice(to, to + LONGEST_PART))![0].length
    const blanks = /^[ \t]*/.exec(text.slice(end, end + LONGEST_PART))![0].length
    const goesOn = end + blanks < text.length && !/[\r\n]/.test(text[end + blanks]!)
    const lineEnd = text.slice(cut, next).replace(/^[-\u2010][ \t]*/, '')
    joined += text.slice(done, cut) + text.slice(next, end) + (goesOn ? lineEnd : '')
    done = goesOn ? end + blanks : end
  }
  return joined + text.slice(done)
}

function partedAt(text: string, cut: number, next: number): Parted[] {
  const left = LAST_PART.exec(text.slice(Math.max(0, cut - LONGEST_PART), cut))?.[0]
  const right = FIRST_PART.exec(text.slice(next, next + LONGEST_PART))?.[0]
  return left && right ? [{ left, right, from: cut - left.length, cut, next, to: next + right.length }] : []
}

/** Which of the words in question stand in the text, where no line's end parts them. */
function knownWords(text: string, places: readonly Parted[]): ReadonlySet<string> {
  const asked = new Set(
    places.flatMap(({ left, right }) => [left, right, left + right, `${left}-${right}`].map((word) => word.toLowerCase())),
  )
  const known = new Set<string>()
  const note = (piece: string) => {
    for (const [word] of piece.matchAll(WORD)) {
      const parts = word.toLowerCase().split('-')
      for (const [i, part] of parts.entries())
        for (const one of i === 0 ? [part] : [part, `${parts[i - 1]}-${part}`]) if (asked.has(one)) known.add(one)
    }
  }
  let at = 0
  for (const { from, to } of places) {
    note(text.slice(at, from))
    at = to
  }
  note(text.slice(at))
  return known
}

const isOneWord = (left: string, right: string, known: ReadonlySet<string>): boolean =>
  !known.has(`${left}-${right}`) &&
  (known.has(left + right) || (known.has(left) || FORE.test(left) ? SYLLABLE.test(left) && !known.has(right) : true))
