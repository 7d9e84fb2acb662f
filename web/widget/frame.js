import { CallError, callJson, renewBy, useToken } from './calls.js'
import { leaveReport, showReport } from './report.js'
import { startTalk } from './talk.js'
import { wordsOf } from './words.js'

/** A session that ends sooner is renewed first, in ms. */
const SPARE_MS = 60_000
const REQUIRED = ['districtId', 'districtName', 'quarter', 'year', 'userId']
const html = document.documentElement
const origins = html.dataset.origins.split(' ').filter(Boolean)
const at = (id) => document.getElementById(id)

let words = wordsOf('en')
/** The origin of the page around this frame, once it has spoken. */
let page
let begun
/** Whether the page said everything that a session needs. */
let whole = false
/** What this frame is about: the page's metadata, and the session that was made of it. */
const review = {
  ...{ context: {}, session: undefined, say, begin, keepSession, reasonOf, show: select },
  words: () => words,
  ask: (question) => talk.ask(question),
}

const mayEmbed = (origin) => origin === location.origin || origins.includes(origin) || origins.includes('*')
const tellPage = (message) => page && parent.postMessage({ sdac: 1, ...message }, page)
renewBy(() => tellPage({ type: 'token-needed' }))

addEventListener('message', ({ origin, source, data }) => {
  if (source !== parent || data?.sdac !== 1) return
  if (!mayEmbed(origin)) return notice(words.strangePage)
  page = origin
  tellPage({ type: 'ready' })
  if (data.type === 'opened') (at('talk').hidden ? at('title') : at('question')).focus()
  if (data.type === 'token') {
    useToken(String(data.token))
    // what failed for want of a token goes on with the new one
    if (whole && !review.session && begun === undefined) begin()
  }
  if (data.type === 'context') {
    useToken(String(data.token))
    takeContext(data)
  }
})

function takeContext({ lang, context, signed, unreadable }) {
  words = wordsOf(String(lang))
  html.lang = words.code
  translate()
  const missing = REQUIRED.filter((name) => !context[name])
  review.context = { ...context, ...(signed ? { metadata: signed } : {}) }
  at('place').textContent = [context.districtName, [context.quarter, context.year].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
  // what began with the metadata of before has nothing to say any more
  review.session = begun = undefined
  leaveReport()
  at('loading').hidden = true
  whole = !unreadable && missing.length === 0
  if (unreadable) return notice(words.unreadable)
  if (missing.length) return notice(words.noContext(missing.join(', ')))
  begin()
}

/** A session ends after some hours; a page that stays open longer goes on with a new one, and with the report that it shows. */
async function keepSession() {
  const { expiresAt, reportId } = review.session
  if (Date.parse(expiresAt) > Date.now() + SPARE_MS) return
  review.session = { ...(await callJson('ingestion/sdac/sessions', { json: review.context })), reportId }
}

/** Makes the session and shows what is known of its report. What begins later takes the place of what began before. */
function begin() {
  notice('')
  at('loading').hidden = false
  say(words.loading)
  const mine = (async () => {
    try {
      const session = await callJson('ingestion/sdac/sessions', { json: review.context })
      if (begun !== mine) return
      review.session = session
      await showReport(review)
      talk.ready()
    } catch (error) {
      if (begun !== mine) return
      notice(reasonOf(error), error.status === 401 || error.status === 403 ? undefined : begin)
    } finally {
      if (begun === mine) {
        begun = undefined
        at('loading').hidden = true
      }
    }
  })()
  begun = mine
  return mine
}

/** Why something failed, in the reader's language. */
function reasonOf(error) {
  if (!(error instanceof CallError)) return words.failed(error.message)
  if (error.status === 401) return words.signIn
  if (error.status === 403) return `${words.forbidden} ${error.message}`
  if (error.status === 429 && error.retryAfterMs !== undefined) return words.limited(Math.ceil(error.retryAfterMs / 60_000))
  return error.status === 0 ? words.unreachable : words.failed(error.message)
}

/** Stands in place of everything else; empty: nothing is wrong. */
function notice(text, retry) {
  at('notice').hidden = text === ''
  at('notice').replaceChildren(text)
  at('tabs').hidden = at('panels').hidden = text !== ''
  if (text) say('')
  if (!retry) return
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: words.again })
  button.addEventListener('click', retry)
  at('notice').append(button)
}

/** Tells what a reader of the screen cannot see. */
function say(text) {
  at('status').textContent = text
}

function translate() {
  const texts = {
    title: words.title,
    loading: words.loading,
    close: words.close,
    'report-tab': words.reportTab,
    'talk-tab': words.talkTab,
    send: words.send,
    stop: words.stop,
  }
  for (const [id, text] of Object.entries({ ...texts, 'question-label': words.question })) at(id).textContent = text
  document.title = words.title
  at('question').placeholder = words.question
  at('log').setAttribute('aria-label', words.talkTab)
  at('tabs').setAttribute('aria-label', words.title)
}

const TABS = ['report', 'talk']
function select(name, focus = false) {
  for (const other of TABS) {
    const tab = at(`${other}-tab`)
    at(other).hidden = other !== name
    tab.setAttribute('aria-selected', String(other === name))
    tab.tabIndex = other === name ? 0 : -1
  }
  if (focus) at(`${name}-tab`).focus()
}
for (const name of TABS) at(`${name}-tab`).addEventListener('click', () => select(name))
at('tabs').addEventListener('keydown', ({ key }) => {
  if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) select(at('report').hidden ? 'report' : 'talk', true)
})
at('close').addEventListener('click', () => tellPage({ type: 'close' }))
addEventListener(
  'keydown',
  ({ key, defaultPrevented }) =>
    key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]') && tellPage({ type: 'close' }),
)

translate()
const talk = startTalk(review)
if (parent === window) notice(words.alone)
