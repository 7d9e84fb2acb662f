import { readEvents } from '../api/read-events.js'
import { element } from '../parts/element.js'
import { markdownNodes } from '../parts/text/markdown.js'
import { call } from './calls.js'

/** So near to its end a list still counts as read to its end, in pixels. */
const NEAR_PX = 120
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
    toEnd()
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
    swap('send', 'stop')
    const shown = { said: '', heard: 0 }
    at('heard').replaceChildren()
    hear(words.thinking)
    try {
      await review.keepSession()
      const { sessionId, reportId } = review.session
      const json = {
        reportId,
        sessionId,
        userId: review.context.userId,
        message: text,
        lang: words.code,
        ...(conversationId ? { conversationId } : {}),
      }
      const reply = await call('ingestion/sdac/chat', { json, signal: running.signal })
      for await (const event of readEvents(reply)) take(event, { body, steps, words, shown })
    } catch (error) {
      const why = running.signal.aborted ? words.stopped : review.reasonOf(error)
      if (!shown.said) body.replaceChildren()
      body.append(element('p', { className: running.signal.aborted ? 'soft small' : 'trouble' }, why))
      hear(why)
    } finally {
      hearNew(body, shown, true)
      running = undefined
      swap('stop', 'send')
      follow()
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
      hearNew(body, shown)
    }
    if (event === 'error') body.append(element('p', { className: 'trouble' }, words.failed(data.message)))
    follow()
  }

  /** Tells a reader of the screen what has come, once each, a sentence or line at a time; what is drawn anew is not read anew. */
  function hearNew(body, shown, over = false) {
    const text = shown.said && body.innerText
    const end = over ? text.length : Math.max(text.lastIndexOf('\n'), text.lastIndexOf('. '))
    if (end <= shown.heard) return
    hear(text.slice(shown.heard, end))
    shown.heard = end
  }
  const hear = (text) => at('heard').append(element('p', {}, text.trim()))

  const toEnd = () => {
    at('log').scrollTop = at('log').scrollHeight
  }
  /** Whoever reads further up stays there. */
  const follow = () => at('log').scrollHeight - at('log').scrollTop - at('log').clientHeight < NEAR_PX && toEnd()

  /** One button in the place of another; a focus that was on it goes along. */
  function swap(from, to) {
    at(to).hidden = false
    if (document.activeElement === at(from)) at(to).focus()
    at(from).hidden = true
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
