import type { DatabaseSync } from 'node:sqlite'
import { distanceOf, nearestWords, typedWord, widely } from '../nearest-words.ts'
import { ftsName } from './open-database.ts'
import { requireIndex } from './tables.ts'

/** See SearchIndex.wordsLike. */
export function wordsLike(db: DatabaseSync, index: string, word: string): string[] {
  const typed = typedWord(word)
  if (!typed) return []
  const { id } = requireIndex(db, index)
  const fts = ftsName(id)
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_of_${fts} USING fts5vocab('main', '${fts}', 'row')`)
  const select = db.prepare(`SELECT term, doc FROM temp.words_of_${fts} WHERE term >= ? AND term < ?`)
  const found = widely(typed).flatMap(({ from, to }) =>
    select.all(from, to).flatMap((row) => {
      const term = String(row.term)
      const distance = distanceOf(typed, term)
      return distance === undefined ? [] : [{ term, distance, count: Number(row.doc) }]
    }),
  )
  return nearestWords(found)
}
