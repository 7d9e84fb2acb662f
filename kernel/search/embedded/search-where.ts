import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../runtime/errors.ts'
import type { SearchReply, SearchRequest } from '../search.ts'
import { searchApart } from './apart/apart.ts'
import type { ThreadOf } from './apart/thread-messages.ts'
import { snapshot } from './open-database.ts'
import { runSearch } from './run-search.ts'
import { chunksIn, requireIndexId, type Tables } from './tables.ts'
import { wordsLike } from './words-like.ts'

export interface SearchWhere {
  /** By the name of an index or a build. See `runSearch`. */
  search(index: string, request: SearchRequest): Promise<SearchReply>
  wordsLike(index: string, word: string): Promise<readonly string[]>
  /** Has an index in memory from here on; does not wait for a large one. */
  open(index: string): void
  /** How many indexes are on their way into memory. */
  opening(): number
  close(): Promise<void>
}

/** So long a question waits for an index that is being opened; then it is told to come again. */
const PATIENCE_MS = 5_000
const COME_AGAIN_S = 5

/**
 * Searches small indexes at once and those of more than `apartFrom` chunks in a thread. One that grows beyond it is searched here until the
 * thread has loaded it; only then is its memory given back.
 */
export function searchWhere(
  db: DatabaseSync,
  tables: Tables,
  { apartFrom, patienceMs = PATIENCE_MS, ...of }: ThreadOf & { readonly apartFrom: number; readonly patienceMs?: number },
): SearchWhere {
  const thread = searchApart(of)
  const apart = new Set<number>()
  /** The thread answers nothing else while it loads one. */
  const loading = new Map<number, Promise<boolean>>()

  /** Whether the thread has it in memory. Where it fails the next search tries again. */
  const load = (id: number, index: string): Promise<boolean> => {
    const known = loading.get(id)
    if (known) return known
    const begun = thread
      .search(index, { top: 0 })
      .then(
        () => true,
        () => false,
      )
      .finally(() => loading.delete(id))
    loading.set(id, begun)
    return begun
  }

  const loaded = async (index: string): Promise<void> => {
    if (loading.size === 0) return
    const late = new AbortController()
    const patience = pause(patienceMs, 'late', { signal: late.signal, ref: false }).catch(() => undefined)
    const told = await Promise.race([Promise.all(loading.values()), patience])
    late.abort()
    if (told === 'late')
      throw new ApiError('unavailable', `the index ${index} is still being opened; ask again in some seconds`, {
        details: { index },
        headers: { 'retry-after': String(COME_AGAIN_S) },
      })
  }

  const isApart = (id: number): boolean => {
    if (tables.held(id) === undefined && !apart.has(id) && chunksIn(db, id) > apartFrom) apart.add(id)
    return apart.has(id)
  }

  return {
    open(index) {
      const id = requireIndexId(db, index)
      if (isApart(id)) void load(id, index)
      else snapshot(db, () => tables.table(index))
    },
    opening: () => [...loading.keys()].filter((id) => apart.has(id)).length,
    async search(index, request) {
      const id = requireIndexId(db, index)
      const held = tables.held(id)
      if (isApart(id)) {
        await loaded(index)
        return thread.search(index, request)
      }
      const reply = snapshot(db, () => runSearch(db, tables, index, request))
      if ((held ?? 0) > apartFrom)
        void load(id, index).then((there) => {
          if (!there) return
          apart.add(id)
          tables.release(id)
        })
      return reply
    },
    // It counts every chunk that holds a word of that beginning.
    async wordsLike(index, word) {
      if (!apart.has(requireIndexId(db, index))) return wordsLike(db, index, word)
      await loaded(index)
      return thread.wordsLike(index, word)
    },
    close: () => thread.close(),
  }
}
