/** Stands where a line ended with a hyphen and the next line continues the word or compound. */
export const HYPHEN = '\u0001'
/** Stands in front of the first character of a page, where a text goes on from the page before. */
export const PAGE = '\u0002'
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]/

/** Two lines of a paragraph as one text. */
export function joinLines(before: string, after: string): string {
  if (/\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) && /^\p{L}/u.test(after)) return before.slice(0, -1) + HYPHEN + after
  return CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? '') ? before + after : `${before} ${after}`
}
