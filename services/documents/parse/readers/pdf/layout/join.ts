/** Stands where a line ended with a hyphen and the next line continues the word or compound. */
export const HYPHEN = '\u0001'
/** Stands in front of the first character of a page, where a text goes on from the page before. */
export const PAGE = '\u0002'
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]/

/** The signs at a line's end that may part a word. */
const MAY_PART = /[-\u00ad\u2010]$/
const PARTS_WORD = /\p{L}[-\u00ad\u2010]$/u

const goesOn = (tail: string, after: string): boolean => MAY_PART.test(tail) && PARTS_WORD.test(tail) && /^\p{L}/u.test(after)
const spaceOf = (tail: string, after: string): string => (CJK.test(tail.at(-1) ?? '') && CJK.test(after[0] ?? '') ? '' : ' ')

/** Two lines of a paragraph as one text. */
export function joinLines(before: string, after: string): string {
  const tail = before.slice(-3)
  return goesOn(tail, after) ? before.slice(0, -1) + HYPHEN + after : before + spaceOf(tail, after) + after
}

/** All lines of a paragraph as one text, as `joinLines` does it from first to last. */
export function joinAll([first = '', ...lines]: readonly string[]): string {
  const parts = [first]
  for (const line of lines) {
    const last = parts.at(-1)!
    // A string that grows by each line would be copied for each look at its end.
    const tail = last.length < 3 ? parts.join('').slice(-3) : last.slice(-3)
    if (goesOn(tail, line)) {
      parts[parts.length - 1] = last.slice(0, -1)
      parts.push(HYPHEN, line)
    } else parts.push(spaceOf(tail, line), line)
  }
  return parts.join('')
}
