/** Words that a stretch is looked up by where it does not stand in the page as a whole. */
const WINDOW = 6
/** What is shorter is too common to be found by itself: it counts beside what was found before, as does a part of a paragraph. */
const SURE = 12
const NEAR = 300

const lettersOf = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Which words of a page say a text, whatever stands between them: spaces, hyphens at line ends and the bars of tables do not count.
 * @param {{ text: string }[]} words in the order of the page
 * @param {string} text of a passage or a quote
 * @returns {Set<number>} places in `words`
 */
export function findWords(words, text) {
  let letters = ''
  const ownerOf = []
  for (const [i, word] of words.entries()) {
    const own = lettersOf(word.text)
    letters += own
    for (let k = 0; k < own.length; k++) ownerOf.push(i)
  }
  const found = new Set()
  let last = 0
  const mark = (piece, sure = SURE) => {
    const wanted = lettersOf(piece)
    if (wanted.length === 0) return true
    const at = nearest(letters, wanted, last)
    if (at < 0 || (wanted.length < sure && (found.size === 0 || Math.abs(at - last) > NEAR))) return false
    for (let k = at; k < at + wanted.length; k++) found.add(ownerOf[k])
    last = at + wanted.length
    return true
  }
  if (mark(text)) return found
  for (const piece of text.split(/[\n|]+/)) {
    if (mark(piece)) continue
    const parts = piece.split(/\s+/).filter(Boolean)
    for (let i = 0; i < parts.length; i += WINDOW)
      mark(parts.slice(i, i + WINDOW).join(' '), found.size === 0 ? SURE : Number.POSITIVE_INFINITY)
  }
  return found
}

/** The occurrence that begins closest to a place; -1 where there is none. */
function nearest(letters, wanted, place) {
  const after = letters.indexOf(wanted, place)
  const before = letters.lastIndexOf(wanted, place)
  if (after < 0 || before < 0) return Math.max(after, before)
  return after - place <= place - before ? after : before
}
