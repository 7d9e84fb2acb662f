/** Longest texts whose words are aligned, in words: the alignment is quadratic. */
const MOST_ALIGNED = 20_000

/** Characters that Markdown adds: rules of tables, marks of headings, lists, emphasis and code, images' placeholders, escapes, entities. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/<[a-z/][^>]*>/gi, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? ' ')
    .replace(/^[ \t|:-]*-{3,}[ \t|:-]*$/gm, ' ')
    .replace(/^[ \t]*(?:#{1,6}|[-*+•]|\d+[.)])[ \t]+/gm, ' ')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/[|`*]|__/g, ' ')
}

/** Words as they are compared: NFKC, lower case, without Markdown; letters, marks and digits stay together, other signs part words. */
export const wordsOf = (text: string): string[] =>
  withoutMarkup(text.normalize('NFKC'))
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/**
 * F1 of two bags of words: 2PR/(P+R), precision and recall over the multiset of common words; order does not count. As SQuAD
 * scores answers (Rajpurkar et al. 2016, arXiv:1606.05250, section 6.1). From 0 to 1.
 */
export function tokenF1(found: readonly string[], expected: readonly string[]): number {
  if (found.length === 0 || expected.length === 0) return found.length === expected.length ? 1 : 0
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  return (2 * common) / (found.length + expected.length)
}

/**
 * 1 − d/max(n, m), d the Levenshtein distance of the two sequences of words (Levenshtein 1966), n and m their lengths; order
 * counts. From 0 to 1; undefined when a text has more than 20,000 words.
 */
export function wordSimilarity(found: readonly string[], expected: readonly string[]): number | undefined {
  const longest = Math.max(found.length, expected.length)
  if (longest === 0) return 1
  if (longest > MOST_ALIGNED) return undefined
  let before = Uint32Array.from({ length: expected.length + 1 }, (_, i) => i)
  for (const [i, word] of found.entries()) {
    const row = new Uint32Array(expected.length + 1)
    row[0] = i + 1
    for (let j = 1; j <= expected.length; j++) {
      const kept = before[j - 1]! + (word === expected[j - 1] ? 0 : 1)
      row[j] = Math.min(kept, before[j]! + 1, row[j - 1]! + 1)
    }
    before = row
  }
  return 1 - before[expected.length]! / longest
}

/** Share of the phrases that stand in the text; NFKC, white space left out. */
export function phraseShare(text: string, phrases: readonly string[]): number | undefined {
  if (phrases.length === 0) return undefined
  const bare = (s: string) => s.normalize('NFKC').replace(/\s+/gu, '')
  const all = bare(text)
  return phrases.filter((p) => all.includes(bare(p))).length / phrases.length
}
