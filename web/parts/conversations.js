import { onCredentials, person } from '../shell/session.js'
import { isKeptFor } from './kept-by-browser.js'

const LIST = 'millrace.chats'
const keyOf = (id) => `millrace.chat.${id}`
const MOST = 100

/**
 * Conversations of whoever is signed in, kept in this browser alone; nobody else sees them or adds to them. Where its storage is
 * switched off they live as long as the page; where it is full the oldest ones make room.
 * @param {Storage} [storage]
 */
export function openConversations(storage = browserStorage()) {
  const memory = new Map()
  let whose = person()
  const theirs = () => isKeptFor(person())
  const read = (key) => {
    if (!theirs()) return undefined
    try {
      const text = storage ? storage.getItem(key) : memory.get(key)
      return text ? JSON.parse(text) : undefined
    } catch {
      // Written by something else: as if it were not there.
      return undefined
    }
  }
  const remove = (key) => (storage ? storage.removeItem(key) : memory.delete(key))
  const write = (key, value) => {
    const text = JSON.stringify(value)
    if (!storage) return memory.set(key, text)
    for (;;) {
      try {
        return storage.setItem(key, text)
      } catch (error) {
        const oldest = list().at(-1)
        if (!oldest || keyOf(oldest.id) === key) throw error
        remove(keyOf(oldest.id))
        storage.setItem(LIST, JSON.stringify(list().slice(0, -1)))
      }
    }
  }
  const list = () => {
    const found = read(LIST)
    return Array.isArray(found) ? found.filter(({ id, title }) => typeof id === 'string' && typeof title === 'string') : []
  }

  return {
    /** `{ id, title, updated }`, the latest first. */
    list,
    get: (id) => read(keyOf(id)),
    /** Puts a conversation at the top of the list. Throws when the browser does not take it. */
    save(conversation) {
      // an answer that was under way when its person left
      if (whose !== person() || !theirs()) return
      const { id, title, updated } = conversation
      const others = list().filter((c) => c.id !== id)
      for (const { id: old } of others.slice(MOST - 1)) remove(keyOf(old))
      write(keyOf(id), conversation)
      write(LIST, [{ id, title, updated }, ...list().filter((c) => c.id !== id)].slice(0, MOST))
    },
    rename(id, title) {
      const conversation = read(keyOf(id))
      if (!conversation) return
      write(keyOf(id), { ...conversation, title })
      write(
        LIST,
        list().map((c) => (c.id === id ? { ...c, title } : c)),
      )
    },
    delete(id) {
      remove(keyOf(id))
      write(
        LIST,
        list().filter((c) => c.id !== id),
      )
    },
    clear() {
      for (const { id } of list()) remove(keyOf(id))
      remove(LIST)
    },
    /** Calls back when another tab has changed something, or somebody has signed in. */
    onChange(changed) {
      addEventListener('storage', (event) => (event.key === LIST || event.key === null) && changed())
      onCredentials(() => {
        whose = person()
        changed()
      })
    },
  }
}

function browserStorage() {
  try {
    localStorage.setItem('millrace.test', '')
    localStorage.removeItem('millrace.test')
    return localStorage
  } catch {
    // Switched off, or so full that nothing fits: the page's memory does.
    return undefined
  }
}

/** An id that stands for this browser where feedback asks who gave it. */
export function browserId() {
  try {
    const known = localStorage.getItem('millrace.user')
    if (known) return known
    const made = `console-${crypto.randomUUID()}`
    localStorage.setItem('millrace.user', made)
    return made
  } catch {
    // Storage is switched off: nothing can tell this browser's ratings apart from others'.
    return 'console'
  }
}
