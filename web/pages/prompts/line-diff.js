/** Beyond this many compared pairs of lines the changed part is shown as taken out and put in whole. */
const MAX_PAIRS = 4_000_000

/**
 * What turns one text into another, line by line: the longest common subsequence stays.
 * @param {string} before
 * @param {string} after
 * @returns {{ kind: 'same' | 'removed' | 'added', text: string }[]}
 */
export function diffLines(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const same = (lines) => lines.map((text) => ({ kind: 'same', text }))
  const middle = changedLines(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))]
}

function changedLines(a, b) {
  const whole = a.length * b.length > MAX_PAIRS
  const lengths = whole ? undefined : commonLengths(a, b)
  const width = b.length + 1
  const lines = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && !whole && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] })
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || whole || lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
      lines.push({ kind: 'removed', text: a[i] })
      i += 1
    } else {
      lines.push({ kind: 'added', text: b[j] })
      j += 1
    }
  }
  return lines
}

/** Lengths of the longest common subsequences of all tails, row by row. */
function commonLengths(a, b) {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
  return lengths
}
