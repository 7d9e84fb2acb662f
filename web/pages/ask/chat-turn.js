import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { askStream } from './ask-stream.js'
import { createReply } from './chat-reply.js'
import { chatRequest, DEFAULTS, settingsWords } from './chat-request.js'
import { filterOf } from './document-picker.js'
import { historyFor, lastMessages } from './kept-conversations.js'
import { replyTools } from './reply-tools.js'

/** What of a reply is kept with its conversation. */
const kept = ({
  answer,
  citations,
  metadata,
  response_id,
  errors,
  tokens_used,
  cost,
  ab_testing,
  requestId,
  response_metadata: about,
}) => ({
  answer,
  citations,
  metadata,
  response_id,
  errors,
  tokens_used,
  cost,
  ab_testing,
  requestId,
  response_metadata: { model_used: about?.model_used, queried_indexes: about?.queried_indexes, answer_kind: about?.answer_kind },
})

/** What a turn gives to the turns after it; undefined where it has no answer. */
export const saidIn = ({ question, replies: [first] }) => {
  const answer = first?.reply?.answer ?? first?.text
  return answer ? { question, answer } : undefined
}

/**
 * One question with its replies, one for each set of settings, on the page.
 * `said`: what was asked and answered before it. `readOnly`: somebody else's, to be read alone.
 * @param {{ turn: object, session: string, said: () => object[], announce: (words: string) => void, changed: () => void, readOnly?: boolean }} of
 */
export function createTurn({ turn, session, said, announce, changed, readOnly = false }) {
  const id = `turn-${crypto.randomUUID()}`
  const replies = turn.replies.map((entry) => createReply({ label: labelOf(turn, entry), tools: () => toolsFor(entry) }))
  const node = element(
    'article',
    { className: `answer${replies.length > 1 ? ' compared' : ''}`, 'aria-labelledby': id },
    element('h2', { id }, turn.question),
    turn.images.length > 0 && element('p', { className: 'hint' }, `With ${turn.images.map(({ name }) => name).join(', ')}`),
    element('div', { className: 'replies' }, ...replies.map((reply) => reply.node)),
  )
  const sendable = () => !readOnly && turn.images.every(({ data_url }) => data_url)
  const requestOf = (entry, history) =>
    chatRequest({ question: turn.question, images: turn.images, history, settings: { ...DEFAULTS, ...entry.settings }, session })

  function toolsFor(entry) {
    const { reply, elapsed, rating, settings = DEFAULTS } = entry
    const i = turn.replies.indexOf(entry)
    return replyTools({
      request: sendable() ? requestOf(entry, lastMessages(said())) : undefined,
      text: reply?.answer ?? entry.text ?? '',
      retry: sendable() ? () => again(i) : undefined,
      rated: rating,
      onRated: (given) => {
        entry.rating = given
        changed()
      },
      turn: reply &&
        !readOnly && {
          question: turn.question,
          history: lastMessages(said()),
          reply,
          elapsed,
          session,
          settings: settingsWords(settings),
          filter: filterOf(settings),
        },
    })
  }

  let running
  async function run(i, signal, history) {
    const entry = turn.replies[i]
    const view = replies[i]
    const started = performance.now()
    try {
      const reply = await askStream(requestOf(entry, await history), view.token, signal)
      const elapsed = (performance.now() - started) / 1000
      Object.assign(entry, { reply: kept(reply), elapsed, text: undefined, error: undefined, rating: undefined })
      view.done(reply, elapsed)
      announce(`Answer ready: ${reply.answer} ${plural((reply.citations ?? []).filter((c) => c.marker).length, 'citation')}.`)
    } catch (error) {
      Object.assign(entry, { reply: undefined, text: view.written || undefined, error: undefined })
      if (signal.aborted) {
        view.stopped()
        announce('Stopped.')
      } else {
        entry.error = { message: error.message, code: error.code, requestId: error.requestId }
        view.failed(error, () => again(i))
        announce(`No answer: ${error.message}`)
      }
    } finally {
      changed()
    }
  }

  async function again(i) {
    const fresh = createReply({ label: labelOf(turn, turn.replies[i]), tools: () => toolsFor(turn.replies[i]) })
    replies[i].node.replaceWith(fresh.node)
    replies[i] = fresh
    await running?.({ which: [i], history: lastMessages(said()) })
  }

  return {
    node,
    /** Draws what was kept. */
    show() {
      for (const [i, entry] of turn.replies.entries()) {
        if (entry.reply) replies[i].done(entry.reply, entry.elapsed)
        else if (entry.error) replies[i].failed(entry.error, sendable() ? () => again(i) : undefined)
        else replies[i].stopped(entry.text ?? '')
      }
    },
    /** Asks for all replies, or those that `which` names; `begin` starts a run and gives its signal. */
    follow(begin) {
      running = ({ which = turn.replies.keys(), history = historyFor(session, said()) } = {}) =>
        begin((signal) => Promise.all([...which].map((i) => run(i, signal, history))))
      return running
    },
  }
}

const labelOf = ({ replies }, { settings }) =>
  replies.length > 1 && settings ? settingsWords(settings).join(', ') || 'As configured' : undefined
