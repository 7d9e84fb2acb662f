import { apiJson } from '../../api/api.js'
import { noteKeptForBrowser, visitorHeader } from '../../parts/visitor.js'

const ROOT = '/api/v2/chat/conversations'
/** Turns whose text goes with a question as it was; of a longer conversation the server sums up what is older. */
const MOST_TURNS = 20

const call = (path, options = {}) => apiJson(path, { ...options, headers: visitorHeader() })

/** A page of the list: `{ items, next_cursor, kept_for }`, the latest first. */
export async function listConversations(cursor) {
  const page = await call(`${ROOT}?limit=50${cursor ? `&cursor=${cursor}` : ''}`)
  if (page.kept_for === 'browser') noteKeptForBrowser()
  return page
}

/** A conversation with its newest exchanges, or those before: `earlier` of the page behind them. */
export const readConversation = (id, before) => call(`${ROOT}/${encodeURIComponent(id)}?limit=50${before ? `&before=${before}` : ''}`)

/** All exchanges of a conversation. */
export async function wholeConversation(id) {
  const conversation = await readConversation(id)
  for (let { earlier } = conversation; earlier; ) {
    const page = await readConversation(id, earlier)
    conversation.exchanges.unshift(...page.exchanges)
    earlier = page.earlier
  }
  return conversation
}

export const renameConversation = (id, title) => call(`${ROOT}/${id}`, { method: 'PATCH', json: { title } })
export const deleteConversation = (id) => call(`${ROOT}/${id}`, { method: 'DELETE' })
export const deleteConversations = () => call(ROOT, { method: 'DELETE' })
export const unshareConversation = (id) => call(`${ROOT}/${id}/share`, { method: 'DELETE' })
export const readShared = (token) => call(`/api/v2/chat/shared/${encodeURIComponent(token)}`)

/** The address by which others read a conversation. */
export async function shareConversation(id) {
  const { path } = await call(`${ROOT}/${id}/share`, { method: 'POST' })
  return location.origin + path
}

/** What was said last, as it goes with a question. */
export const lastMessages = (said) =>
  said.slice(-MOST_TURNS).flatMap(({ question, answer }) => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ])

/** What goes with a question that follows all that the server keeps of a conversation. */
export async function historyFor(id, said) {
  if (said.length <= MOST_TURNS) return lastMessages(said)
  try {
    await saving
    const { history } = await call(`${ROOT}/${id}/context?turns=${2 * MOST_TURNS}`)
    return history
  } catch {
    // It was not kept, or has expired meanwhile: what the page knows does.
    return lastMessages(said)
  }
}

let saving = Promise.resolve()

/** One after the other, in the order of the calls, so that the conversation has the order of the page. */
const inTurn = (work) => {
  const done = saving.then(work)
  saving = done.catch(() => undefined)
  return done
}

/** Keeps a question with its replies; resolves with the conversation as it stands in the list. */
export const keepExchange = (id, { id: turn, question, images, replies }) =>
  inTurn(() => {
    const json = { question, images: images.map(({ name, size }) => ({ name, size })), replies }
    return call(`${ROOT}/${id}/turns/${turn}`, { method: 'PUT', json })
  })

export const removeExchange = (id, turn) => inTurn(() => call(`${ROOT}/${id}/turns/${turn}`, { method: 'DELETE' }))
