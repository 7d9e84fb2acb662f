import type { DatabaseSync } from 'node:sqlite'
import { typingDistance } from '../../text/typing-distance.ts'
import { stemOf } from '../../text/words.ts'
import { ftsName } from './open-database.ts'
import { requireIndex } from './tables.ts'

/** A word of up to four letters is another word as soon as one of them changes. */
const SHORTEST = 5
const TWO_EDITS_FROM = 9
const KEPT = 5
const LONGEST = 40

/** Stems of the index that a misspelt word may have meant, the nearest and most frequent first; none where the index holds the word. */
export function wordsLike(db: DatabaseSync, index: string, word: string): string[] {
  const typed = word.toLowerCase()
  const asked = stemOf(typed)
  if (word.length < SHORTEST || asked.length > LONGEST || !/^\p{L}+$/u.test(asked)) return []
  const { id } = requireIndex(db, index)
  const fts = ftsName(id)
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_of_${fts} USING fts5vocab('main', '${fts}', 'row')`)
  const most = asked.length >= TWO_EDITS_FROM ? 2 : 1
  // Who mistypes a word seldom mistypes its first letter; a swap with the second is looked for too.
  const starts = [...new Set([asked[0]!, asked[1] ?? asked[0]!])]
  const select = db.prepare(`SELECT term, doc FROM temp.words_of_${fts} WHERE term >= ? AND term < ?`)
  // "patentd": a vowel left out of an ending keeps the stem from being found
  const ending = /^(.+[^aeiou])(d|s|r|n)$/.exec(typed)
  const whole = ending && stemOf(`${ending[1]}e${ending[2]}`)
  const found = starts.flatMap((start) =>
    select.all(start, nextAfter(start)).flatMap((row) => {
      const term = String(row.term)
      const distance = term === whole || endsAmiss(typed, term) ? 1 : typingDistance(asked, term, most)
      return distance <= most ? [{ term, distance, count: Number(row.doc) }] : []
    }),
  )
  if (found.some(({ distance }) => distance === 0)) return []
  return found
    .sort((a, b) => a.distance - b.distance || b.count - a.count)
    .slice(0, KEPT)
    .map(({ term }) => term)
}

const ENDINGS = 'ent ence ment ing ion tion ation ed er or al able ous ity'.split(' ')

/** Whether a word is a stem with an ending in which a letter is missing, or doubled: "presidnt" of the stem "presid", "belaruss" of "belaru". */
function endsAmiss(typed: string, stem: string): boolean {
  if (stem.length < SHORTEST || !typed.startsWith(stem)) return false
  const rest = typed.slice(stem.length)
  if (rest === 'ss') return true
  return (
    rest.length >= 2 &&
    ENDINGS.some((ending) => ending.length === rest.length + 1 && ending.at(-1) === rest.at(-1) && typingDistance(rest, ending, 1) === 1)
  )
}

const nextAfter = (start: string): string => String.fromCodePoint(start.codePointAt(0)! + 1)
