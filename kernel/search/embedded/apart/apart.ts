import { Worker } from 'node:worker_threads'
import { errorOf } from '../../../runtime/apart/told-error.ts'
import { ApiError } from '../../../runtime/errors.ts'
import type { SearchReply, SearchRequest } from '../../search.ts'
import type { Asked, ThreadAsk, ThreadOf, ThreadReply } from './thread-messages.ts'

/** A thread that searches, so that the process goes on meanwhile. */
export interface Apart {
  search(index: string, request: SearchRequest): Promise<SearchReply>
  wordsLike(index: string, word: string): Promise<readonly string[]>
  close(): Promise<void>
}

const PATIENCE_MS = 2000

interface Waiting {
  resolve(reply: never): void
  reject(error: unknown): void
}

/** Searches in a thread, which begins with the first one, and anew after it has died. */
export function searchApart(of: ThreadOf): Apart {
  const waiting = new Map<number, Waiting>()
  let [asked, closed] = [0, false]
  let thread: Worker | undefined

  const start = (): Worker => {
    const started = new Worker(new URL('./start-search-thread.mjs', import.meta.url), { workerData: of })
    const died = (cause?: unknown) => {
      if (thread === started) thread = undefined
      for (const { reject } of waiting.values()) reject(new ApiError('unavailable', 'the search ended in between', { cause }))
      waiting.clear()
    }
    started.on('message', (told: ThreadReply) => {
      const one = waiting.get(told.number)
      waiting.delete(told.number)
      // Whoever waits keeps the process; the thread alone does not.
      if (waiting.size === 0) started.unref()
      if ('reply' in told) one?.resolve(told.reply as never)
      else one?.reject(errorOf(told.error))
    })
    started.on('error', died)
    started.on('exit', () => died())
    return started
  }

  /** Each kind of question has its kind of reply. */
  const ask = <Reply extends SearchReply | readonly string[]>(asking: Asked): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new ApiError('unavailable', 'the search index is closed'))
        return
      }
      thread ??= start()
      thread.ref()
      const message: ThreadAsk = { number: asked++, ...asking }
      waiting.set(message.number, { resolve, reject })
      thread.postMessage(message)
    })

  return {
    search: (index, request) => ask<SearchReply>({ index, request }),
    wordsLike: (index, word) => ask<readonly string[]>({ index, word }),
    async close() {
      closed = true
      const ending = thread
      if (!ending) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.ref()
      ending.postMessage('close')
      // It only reads: where it is loading a large index nobody waits for that.
      const late = setTimeout(() => void ending.terminate(), PATIENCE_MS)
      await ended
      clearTimeout(late)
    },
  }
}
