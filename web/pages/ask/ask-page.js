import { saveText } from '../../api/download.js'
import { toastError } from '../../parts/toast.js'
import { onCredentials } from '../../shell/session.js'
import { whileBusy } from '../../shell/shell.js'
import { createHistory } from './chat-history.js'
import { createImages } from './chat-images.js'
import { settingsWords } from './chat-request.js'
import { readChoices, storedSettings, storeSettings } from './chat-settings.js'
import { conversationMarkdown } from './conversation-markdown.js'
import { pickDocuments, scopeChips } from './document-picker.js'
import { followUps } from './follow-ups.js'
import { wholeConversation } from './kept-conversations.js'
import { tellWithoutModel } from './no-model.js'
import { openSettings } from './settings-dialog.js'
import { createTalk } from './talk.js'
import { createWelcome, exampleNodes } from './welcome.js'

const SHARED = '#shared='
const byId = (id) => document.getElementById(id)
const announce = (words) => {
  byId('announcer').textContent = words
}

const form = byId('ask-form')
const question = byId('question')
let settings = lastSettings()
let current
let editing = false

const images = createImages({
  list: byId('images'),
  picker: byId('image-picker'),
  onTrouble: (words) => toastError(new Error(words)),
  onChange: () => undefined,
})
const history = createHistory({ root: byId('conversations'), open: openConversation, current: () => talk.id, exported })
const talk = createTalk({
  ...{ root: byId('answers'), begin, announce },
  kept(conversation) {
    history.put(conversation)
    address()
    storeSettings(settings)
  },
  changed() {
    edit(false)
    address()
    history.draw()
    byId('welcome').hidden = talk.turns.length > 0
    suggest()
  },
})
const welcome = createWelcome({ root: byId('welcome'), ask })

/** Shows a conversation that was kept, or a new one. */
async function openConversation(id) {
  current?.abort()
  await talk.open(id)
  if (matchMedia('(max-width: 60rem)').matches) toggleHistory(false)
  question.focus()
}

function address() {
  const { id, token } = talk.address
  const url = new URL(location.href)
  url.hash = token ? SHARED + token : ''
  if (id) url.searchParams.set('c', id)
  else url.searchParams.delete('c')
  window.history.replaceState(null, '', url)
}

/** Offers what could be asked next, below the last answer. */
function suggest() {
  const questions = current || talk.readOnly ? [] : followUps(talk.turns)
  byId('follow-ups').hidden = questions.length === 0
  byId('follow-ups').replaceChildren(...(questions.length ? exampleNodes('Ask next', questions, ask) : []))
}

/** Starts a run; the one before it is stopped. */
function begin(work) {
  current?.abort()
  const controller = new AbortController()
  current = controller
  byId('stop').hidden = false
  announce('Looking for an answer.')
  return whileBusy(
    work(controller.signal).finally(() => {
      if (current !== controller) return
      current = undefined
      if (document.activeElement === byId('stop')) question.focus()
      byId('stop').hidden = true
      suggest()
    }),
  )
}

function ask(text) {
  if (editing) {
    current?.abort()
    talk.dropLast()
  }
  const chosen = images.all
  question.value = ''
  images.set([])
  talk.ask(text, chosen, settings)
}

/** Takes the last question back into the field; sent again it takes the place of what it was. */
function edit(on) {
  const last = talk.turns.at(-1)
  editing = on && last !== undefined
  byId('editing').hidden = !editing
  if (!editing) return
  question.value = last.question
  images.set(last.images.filter(({ data_url }) => data_url))
  question.setSelectionRange(question.value.length, question.value.length)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = question.value.trim()
  if (!text) return question.focus()
  ask(text)
})
question.addEventListener('keydown', (event) => {
  if (event.isComposing) return
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault()
    form.requestSubmit()
  } else if (event.key === 'ArrowUp' && question.value === '' && talk.turns.length) {
    event.preventDefault()
    edit(true)
  }
})
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
  if (current) stop()
  else if (editing) {
    question.value = ''
    images.set([])
    edit(false)
  }
})
function stop() {
  current?.abort()
  question.focus()
}
byId('stop').addEventListener('click', stop)
byId('new').addEventListener('click', () => openConversation())

async function exported(id) {
  try {
    const of = await whileBusy(wholeConversation(id))
    saveText(conversationMarkdown(of), `${fileName(of.title) || 'conversation'}.md`, 'text/markdown')
  } catch (error) {
    toastError(error)
  }
}

const fileName = (title) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)

function lastSettings() {
  const last = storedSettings()
  return location.pathname.endsWith('/unified-test') && last.length === 1 ? [last[0], { ...last[0] }] : last
}

function toggleHistory(on = byId('history').hidden) {
  byId('history').hidden = !on
  byId('history-toggle').setAttribute('aria-expanded', String(on))
}
byId('history-toggle').addEventListener('click', () => toggleHistory())

function showSettings() {
  // the documents stand in the box, with the way to leave them out
  const wordsOf = (set) => settingsWords({ ...set, documents: [] }).join(', ')
  const words = settings.map((set) => wordsOf(set) || 'as configured')
  byId('settings-words').textContent = settings.length > 1 ? `${words[0]} against ${words[1]}` : wordsOf(settings[0])
  const chips = scopeChips(settings[0], (id) => chooseDocuments(without(id)))
  byId('scope').hidden = chips.length === 0
  byId('scope').replaceChildren(...chips)
}

const without = (id) => ({ ...settings[0], documents: settings[0].documents.filter((known) => known.id !== id) })

/** The same for all settings that are compared. */
function chooseDocuments({ index, documents }) {
  settings = settings.map((set) => ({ ...set, index, documents }))
  storeSettings(settings)
  showSettings()
}
let choosing = false
/** Opens one panel at a time. */
const choose = (open) => async () => {
  if (choosing) return
  choosing = true
  try {
    await open()
  } catch (error) {
    toastError(error)
  } finally {
    choosing = false
  }
}
byId('settings').addEventListener(
  'click',
  choose(async () => {
    // read anew each time: models and prompts may have changed since the page was opened
    const choices = await whileBusy(readChoices())
    openSettings({
      choices,
      settings,
      onChange: (next) => {
        settings = next
        storeSettings(next)
        showSettings()
      },
    })
  }),
)
byId('documents').addEventListener(
  'click',
  choose(() => pickDocuments({ chosen: settings[0], onChange: chooseDocuments })),
)

/** What the address names: a conversation of one's own, or one that somebody shared. */
async function openAddressed() {
  const { hash, search } = location
  const id = new URLSearchParams(search).get('c')
  const asked = new URLSearchParams(search).get('q')
  // A link may bring a question; whether it is asked is for whoever reads it to say.
  if (asked) question.value = asked.slice(0, question.maxLength)
  const opened = hash.startsWith(SHARED) ? talk.openShared(hash.slice(SHARED.length)) : openConversation(id ?? undefined)
  await Promise.all([history.load(), opened, welcome.show(), tellWithoutModel(byId('no-model'))])
}

onCredentials(() => {
  settings = lastSettings()
  showSettings()
  history.load()
})
addEventListener('hashchange', () => location.hash.startsWith(SHARED) && openAddressed())
// another tab or device may have gone on meanwhile
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && history.load())

showSettings()
toggleHistory(!matchMedia('(max-width: 60rem)').matches)
openAddressed()
