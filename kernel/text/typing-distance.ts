const VOWELS = new Set('aeiouy')
/** A letter that is no slip of the finger or the ear. */
const UNLIKELY = 2

/** What one letter costs in the place of another: vowels are mixed up, and letters that sound alike. */
function swapCost(typed: string, meant: string): number {
  if (typed === meant) return 0
  if (VOWELS.has(typed) && VOWELS.has(meant)) return 1
  return ALIKE.has(typed + meant) ? 1 : UNLIKELY
}

const ALIKE = new Set(['ck', 'kc', 'cs', 'sc', 'sz', 'zs', 'mn', 'nm', 'dt', 'td', 'bp', 'pb', 'vw', 'wv', 'gj', 'jg', 'qk', 'kq'])

/**
 * How far a typed word is from one that was meant: 1 for a letter that was left out, typed twice, swapped with its neighbour, or mixed up
 * with one that sounds alike; 2 for any other letter. `most` + 1 where it is more than `most`.
 */
export function typingDistance(typed: string, meant: string, most: number): number {
  if (Math.abs(typed.length - meant.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, j) => j)
  for (let i = 1; i <= typed.length; i++) {
    const twice = typed[i - 1] === typed[i - 2]
    const row = [last[0]! + (twice ? 1 : UNLIKELY)]
    for (let j = 1; j <= meant.length; j++) {
      const [a, b] = [typed[i - 1]!, meant[j - 1]!]
      row[j] = Math.min(last[j]! + (twice ? 1 : UNLIKELY), row[j - 1]! + 1, last[j - 1]! + swapCost(a, b))
      if (i > 1 && j > 1 && a === meant[j - 2] && typed[i - 2] === b) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    if (Math.min(...row) > most && Math.min(...last) > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[meant.length]!, most + 1)
}
