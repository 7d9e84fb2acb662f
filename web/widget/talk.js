import { readEvents } from '../api/read-events.js'
import { element } from '../parts/element.js'
import { markdownNodes } from '../parts/markdown.js'
import { call } from './calls.js'

const at = (id) => document.getElementById(id)

/** The conversation about the report. @param {object} review */
export function startTalk(review) {
  let conversationId
  let running

  function ready() {
    const words = review.words()
    at('chips').replaceChildren(
      ...words.questions.map((text) => element('button', { type: 'button', className: 'compact', onclick: () => ask(text) }, text)),
    )
  }

  function turn(who, className) {
    const body = element('div', { className: 'said' })
    const steps = element('ul', { className: 'steps small soft' })
    at('log').append(element('article', { className, 'aria-label': who }, element('h2', { className: 'unseen' }, who), steps, body))
    at('log').scrollTop = at('log').scrollHeight
    return { body, steps }
  }

  async function ask(question) {
    const words = review.words()
    const text = question.trim()
    if (!text || running) return
    turn(words.you, 'mine').body.textContent = text
    if (!review.session?.reportId) {
      turn(words.review, 'theirs').body.textContent = words.noReport
      return
    }
    const { body, steps } = turn(words.review, 'theirs')
    body.textContent = words.thinking
    running = new AbortController()
    at('send').hidden = true
    at('stop').hidden = false
    const shown = { said: '' }
    try {
      const { sessionId, reportId } = review.session
      const json = { reportId, sessionId, userId: review.context.userId, message: text, ...(conversationId ? { conversationId } : {}) }
      const reply = await call('ingestion/sdac/chat', { json, signal: running.signal })
      for await (const event of readEvents(reply)) take(event, { body, steps, words, shown })
    } catch (error) {
      if (!running.signal.aborted) body.textContent = review.reasonOf(error)
      else if (!shown.said) body.textContent = '…'
    } finally {
      running = undefined
      at('send').hidden = false
      at('stop').hidden = true
      at('log').scrollTop = at('log').scrollHeight
    }
  }

  function take({ event, data }, { body, steps, words, shown }) {
    if (event === 'metadata') {
      if (data.conversationExpired) steps.append(element('li', {}, words.expired))
      conversationId = data.conversationId
    }
    if (event === 'tool-start')
      steps.append(element('li', { data: { call: data.toolCallId } }, words.tools[data.toolName] ?? data.displayName))
    if (event === 'tool-result') {
      const line = [...steps.children].find((li) => li.dataset.call === data.toolCallId)
      if (line) line.textContent = data.success ? words.looked(line.textContent) : words.notLooked(line.textContent)
    }
    if (event === 'delta') {
      shown.said += data.content
      body.replaceChildren(...markdownNodes(shown.said))
    }
    if (event === 'error') body.append(element('p', { className: 'trouble' }, words.failed(data.message)))
    at('log').scrollTop = at('log').scrollHeight
  }

  at('ask').addEventListener('submit', (event) => {
    event.preventDefault()
    const text = at('question').value
    if (running) return
    at('question').value = ''
    ask(text)
  })
  at('question').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    at('ask').requestSubmit()
  })
  at('stop').addEventListener('click', () => running?.abort())
  return { ask, ready }
}
