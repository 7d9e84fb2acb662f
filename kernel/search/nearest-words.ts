import { typingDistance } from '../text/typing-distance.ts'
import { stemOf } from '../text/words.ts'

/** A word of up to four letters is another word as soon as one of them changes. */
const SHORTEST = 5
const TWO_EDITS_FROM = 9
const KEPT = 5
const LONGEST = 40

/** A word that may be misspelt. */
export interface TypedWord {
  /** As it was typed, in small letters, and its stem. */
  readonly typed: string
  readonly stem: string
}

/** Stems from `from` on and before `to`, by their code points. */
export interface TermRange {
  readonly from: string
  readonly to: string
}

/** Undefined for what is too short, too long, or no word. */
export function typedWord(word: string): TypedWord | undefined {
  const typed = word.toLowerCase()
  const stem = stemOf(typed)
  if (word.length < SHORTEST || stem.length > LONGEST || !/^\p{L}+$/u.test(stem)) return undefined
  return { typed, stem }
}

const startingWith = (starts: readonly string[]): TermRange[] => [...new Set(starts)].map((from) => ({ from, to: nextAfter(from) }))

/** Where the words lie that it may have meant. Who mistypes a word seldom mistypes its first letter; a swap with the second is looked for too. */
export const widely = ({ stem: [first = '', second = first] }: TypedWord): TermRange[] => startingWith([first, second])

/** The same where each word that is looked at costs: the second letter stands, too, or was swapped with its neighbour, or is one too many. */
export const narrowly = ({ stem: [first = '', second = '', third = ''] }: TypedWord): TermRange[] =>
  startingWith([first + second, second + first, first + third])

/** How far off a stem of the index is; undefined where it is another word. 0: it is the word. */
export function distanceOf({ typed, stem }: TypedWord, term: string): number | undefined {
  const most = stem.length >= TWO_EDITS_FROM ? 2 : 1
  // "patentd": a vowel left out of an ending keeps the stem from being found
  const ending = /^(.+[^aeiou])(d|s|r|n)$/.exec(typed)
  const whole = ending && stemOf(`${ending[1]}e${ending[2]}`)
  const distance =
    term === whole || endsAmiss(typed, term) || isWholeAmiss(typed, term)
      ? 1
      : Math.min(typingDistance(stem, term, most), whole && typingDistance(whole, term, 1) === 1 ? most : most + 1)
  return distance <= most ? distance : undefined
}

/** The nearest and most frequent first; none where one of them is the word itself. */
export function nearestWords(found: readonly { readonly term: string; readonly distance: number; readonly count: number }[]): string[] {
  if (found.some(({ distance }) => distance === 0)) return []
  return found
    .toSorted((a, b) => a.distance - b.distance || b.count - a.count)
    .slice(0, KEPT)
    .map(({ term }) => term)
}

const ENDINGS = 'ent ence ment ing ion tion ation ed er or al able ous ity'.split(' ')

/** Whether a word is a stem with an ending in which a letter is missing, or doubled: "presidnt" of the stem "presid", "belaruss" of "belaru". */
function endsAmiss(typed: string, stem: string): boolean {
  if (stem.length < SHORTEST || !typed.startsWith(stem)) return false
  const rest = typed.slice(stem.length)
  if (rest === 'ss') return true
  // "seedlngs": an ending of several
  return [rest, rest.replace(/s$/, '')].some(
    (end) =>
      end.length >= 2 &&
      ENDINGS.some((ending) => ending.length === end.length + 1 && ending.at(-1) === end.at(-1) && typingDistance(end, ending, 1) === 1),
  )
}

const LONG_ENDINGS = 'ness ment ance ence able ible tion sion ally ful less'.split(' ')
/** "readines": stems lose long endings, and a letter of these may be missing. */
const isWholeAmiss = (typed: string, stem: string): boolean =>
  stem.length >= SHORTEST && typed.startsWith(stem) && LONG_ENDINGS.some((ending) => typingDistance(typed, stem + ending, 1) === 1)

function nextAfter(start: string): string {
  const letters = [...start]
  return letters.slice(0, -1).join('') + String.fromCodePoint(letters.at(-1)!.codePointAt(0)! + 1)
}
