/** Characters without a meaning, of fonts that do not tell which letters they hold. */
const STRANGE = /[\ufffd\ue000-\uf8ff\u0000-\u0008]|\p{Cn}/gu
const MOST_STRANGE = 0.2
/** Holds all of these and of the next ones: most texts have few of it, and need not be counted twice more. */
const NOT_PLAIN = /[^\t-~\u00a0-\u024f\u2010-\u203a]/gu
/** Scripts that part their words by nothing. */
const UNPARTED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/gu
const MOST_UNPARTED = 0.2

/** Words and letters from which something can be said. */
const FEWEST_WORDS = 30
const FEWEST_LETTERS = 200
/** Share of words that are one letter, and how many letters: marks in a form and grades are few. */
const MOST_SINGLE = 0.6
const FEWEST_KINDS = 9
/** Share of vowels among Latin letters: 35 to 50 % in languages, 12 to 18 % where each letter stands for another one. */
const FEWEST_VOWELS = 0.22

/**
 * Whether a text can be one of a language: not letters that stand apart, not letters that stand for others, not characters without a
 * meaning. True where it is too short to tell.
 */
export function isLanguage(text: string): boolean {
  const counts = countsOf(text)
  if (counts) return !(counts.single > FEWEST_WORDS * MOST_SINGLE && standApart(text)) && !areOthers(counts)
  const visible = text.replace(/\s+/g, '').length
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  if (count(NOT_PLAIN) > visible * Math.min(MOST_STRANGE, MOST_UNPARTED)) {
    if (count(STRANGE) > visible * MOST_STRANGE) return false
    if (count(UNPARTED) > visible * MOST_UNPARTED) return true
  }
  return !standApart(text) && !standForOthers(text)
}

function standApart(text: string): boolean {
  const parts = text.split(/\s+/)
  const single = parts.filter((part) => /^\P{L}*\p{L}\P{L}*$/u.test(part))
  if (single.length <= FEWEST_WORDS * MOST_SINGLE) return false
  const words = parts.filter((part) => /\p{L}/u.test(part))
  const kinds = new Set(single.map((word) => word.toLowerCase()))
  return words.length >= FEWEST_WORDS && single.length > words.length * MOST_SINGLE && kinds.size >= FEWEST_KINDS
}

function standForOthers(text: string): boolean {
  const plain = text.normalize('NFD')
  const letters = plain.match(/\p{Script=Latin}/gu)?.length ?? 0
  const vowels = plain.match(/[aeiouyæœøı]/gi)?.length ?? 0
  return areOthers({ letters, vowels })
}

const areOthers = ({ letters, vowels }: { readonly letters: number; readonly vowels: number }): boolean =>
  letters >= FEWEST_LETTERS && vowels < letters * FEWEST_VOWELS

/** What a text is made of, of characters as most texts have them: Latin letters, Latin vowels, and words that are one letter. */
interface Counts {
  readonly letters: number
  readonly vowels: number
  readonly single: number
}

const [LETTER, SPACE, LATIN, VOWEL] = [1, 2, 4, 8]
const LAST_LATIN = 0x24f
const [FIRST_SIGN, LAST_SIGN] = [0x2010, 0x203a]
let kinds: Uint8Array | undefined

/** What each character up to LAST_LATIN is, asked once of the patterns that tell it of every text. */
const kindsOf = (): Uint8Array =>
  Uint8Array.from({ length: LAST_LATIN + 1 }, (_, code) => {
    const character = String.fromCharCode(code)
    const plain = character.normalize('NFD')
    const of = (pattern: RegExp, kind: number, text = character) => (pattern.test(text) ? kind : 0)
    return of(/\p{L}/u, LETTER) | of(/\s/, SPACE) | of(/\p{Script=Latin}/u, LATIN, plain) | of(/[aeiouyæœøı]/i, VOWEL, plain)
  })

/** Counts without a pattern, which is a tenth of the time; undefined where a character is beyond Latin letters and signs. */
function countsOf(text: string): Counts | undefined {
  kinds ??= kindsOf()
  let [letters, vowels, single, inWord] = [0, 0, 0, 0]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > LAST_LATIN) {
      if (code < FIRST_SIGN || code > LAST_SIGN) return undefined
      if (code !== 0x2028 && code !== 0x2029 && code !== 0x202f) continue
    } else if (code < 9 || (code > 126 && code < 0xa0)) return undefined
    const kind = code > LAST_LATIN ? SPACE : kinds[code]!
    if (kind & LATIN) letters++
    if (kind & VOWEL) vowels++
    if (kind & LETTER) inWord++
    else if (kind & SPACE) {
      if (inWord === 1) single++
      inWord = 0
    }
  }
  return { letters, vowels, single: inWord === 1 ? single + 1 : single }
}
