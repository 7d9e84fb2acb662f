import type { DatabaseSync } from 'node:sqlite'
import type { SearchReply, SearchRequest } from '../search.ts'
import { searchApart } from './apart/apart.ts'
import { snapshot } from './open-database.ts'
import { runSearch } from './run-search.ts'
import { chunksIn, requireIndexId, type Tables } from './tables.ts'
import { wordsLike } from './words-like.ts'

export interface SearchWhere {
  /** By the name of an index or a build. See `runSearch`. */
  search(index: string, request: SearchRequest): Promise<SearchReply>
  wordsLike(index: string, word: string): Promise<readonly string[]>
  close(): Promise<void>
}

/**
 * Searches small indexes at once and those of more than `apartFrom` chunks in a thread. One that grows beyond it is searched here until the
 * thread has loaded it; only then is its memory given back.
 */
export function searchWhere(db: DatabaseSync, tables: Tables, dir: string, apartFrom: number): SearchWhere {
  const thread = searchApart(dir)
  const apart = new Set<number>()
  const moving = new Set<number>()

  const move = (id: number, index: string): void => {
    if (moving.has(id)) return
    moving.add(id)
    thread
      .search(index, { top: 0 })
      .then(() => {
        apart.add(id)
        tables.release(id)
      })
      // It stays where it is; the next search tries again.
      .catch(() => undefined)
      .finally(() => moving.delete(id))
  }

  return {
    async search(index, request) {
      const id = requireIndexId(db, index)
      const held = tables.held(id)
      if (held === undefined && !apart.has(id) && chunksIn(db, id) > apartFrom) apart.add(id)
      if (apart.has(id)) return thread.search(index, request)
      const reply = snapshot(db, () => runSearch(db, tables, index, request))
      if ((held ?? 0) > apartFrom) move(id, index)
      return reply
    },
    // It counts every chunk that holds a word of that beginning.
    wordsLike: async (index, word) => (apart.has(requireIndexId(db, index)) ? thread.wordsLike(index, word) : wordsLike(db, index, word)),
    close: () => thread.close(),
  }
}
