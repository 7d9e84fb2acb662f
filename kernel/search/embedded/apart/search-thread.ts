import { parentPort, workerData } from 'node:worker_threads'
import { toldError } from '../../../runtime/apart/told-error.ts'
import { closeDatabase, openDatabase, snapshot } from '../open-database.ts'
import { runSearch } from '../run-search.ts'
import { keepTables } from '../saved/keep-tables.ts'
import { asApiError } from '../sqlite-failure.ts'
import { createTables } from '../tables.ts'
import { wordsLike } from '../words-like.ts'
import type { ThreadAsk, ThreadOf, ThreadReply } from './thread-messages.ts'

/** So often what others commit is taken in, so that no search has to take in much at once, and none falls behind the kept changes. */
const FOLLOW_MS = 1000

const port = parentPort
if (!port) throw new Error('this is a thread of the search index')
const { dir, readonly } = workerData as ThreadOf
const db = openDatabase(dir, 'large')
const tables = createTables(db, dir)
const keeper = readonly ? undefined : keepTables(db, dir, tables)

function answer(ask: ThreadAsk): ThreadReply {
  try {
    const found = () => ('word' in ask ? wordsLike(db, ask.index, ask.word) : runSearch(db, tables, ask.index, ask.request))
    return { number: ask.number, reply: snapshot(db, found) }
  } catch (error) {
    return { number: ask.number, error: toldError(asApiError(error)) }
  }
}

const following = setInterval(() => {
  try {
    snapshot(db, tables.follow)
  } catch {
    // The next search tells what is wrong.
  }
}, FOLLOW_MS)

port.on('message', (ask: ThreadAsk | 'close') => {
  if (ask !== 'close') {
    port.postMessage(answer(ask))
    return
  }
  clearInterval(following)
  port.close()
  void Promise.resolve(keeper?.close()).then(() => closeDatabase(db))
})
