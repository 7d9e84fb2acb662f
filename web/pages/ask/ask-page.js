import { saveText } from '../../api/download.js'
import { openConversations } from '../../parts/conversations.js'
import { toastError } from '../../parts/toast.js'
import { onCredentials } from '../../shell/session.js'
import { whileBusy } from '../../shell/shell.js'
import { createHistory } from './chat-history.js'
import { createImages } from './chat-images.js'
import { settingsWords } from './chat-request.js'
import { readChoices, storedSettings, storeSettings } from './chat-settings.js'
import { createTurn, saidIn } from './chat-turn.js'
import { conversationMarkdown } from './conversation-markdown.js'
import { openSettings } from './settings-dialog.js'

const byId = (id) => document.getElementById(id)
const announce = (words) => {
  byId('announcer').textContent = words
}

const form = byId('ask-form')
const question = byId('question')
const conversations = openConversations()
let settings = lastSettings()
let conversation
let views = []
let current
let editing = false

const images = createImages({
  list: byId('images'),
  picker: byId('image-picker'),
  onTrouble: (words) => toastError(new Error(words)),
  onChange: () => undefined,
})
const history = createHistory({
  root: byId('conversations'),
  conversations,
  open: openConversation,
  current: () => conversation.id,
  exported,
})

const fresh = () => ({ id: crypto.randomUUID(), title: '', created: Date.now(), updated: Date.now(), turns: [] })

/** Shows a conversation that was kept, or a new one. */
function openConversation(id) {
  current?.abort()
  conversation = (id && conversations.get(id)) || fresh()
  views = []
  byId('answers').replaceChildren()
  for (const turn of conversation.turns) addTurn(turn).show()
  edit(false)
  address()
  history.draw()
  if (matchMedia('(max-width: 60rem)').matches) toggleHistory(false)
  question.focus()
}

function address() {
  const url = new URL(location.href)
  if (conversation.turns.length) url.searchParams.set('c', conversation.id)
  else url.searchParams.delete('c')
  window.history.replaceState(null, '', url)
}

function keep() {
  const turns = conversation.turns.map((turn) => ({ ...turn, images: turn.images.map(({ name, size }) => ({ name, size })) }))
  conversation.title ||= conversation.turns[0]?.question.replace(/\s+/g, ' ').slice(0, 120) ?? ''
  conversation.updated = Date.now()
  try {
    const title = conversations.get(conversation.id)?.title || conversation.title
    conversations.save({ ...conversation, title, turns })
    storeSettings(settings)
  } catch {
    toastError(new Error('The browser has no room for this conversation; it is gone when the page is closed.'))
  }
  address()
  history.draw()
}

function addTurn(turn) {
  const of = conversation
  const before = () => of.turns.slice(0, of.turns.indexOf(turn)).map(saidIn).filter(Boolean)
  // A conversation that was deleted while it was being answered stays deleted.
  const view = createTurn({
    turn,
    session: of.id,
    history: before,
    announce,
    changed: () => of === conversation && of.turns.includes(turn) && keep(),
  })
  view.follow(begin)
  views.push(view)
  byId('answers').append(view.node)
  return view
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
    }),
  )
}

function ask(text) {
  if (editing) {
    current?.abort()
    conversation.turns.pop()
    views.pop()?.node.remove()
  }
  const turn = { question: text, images: images.all, replies: settings.map((set) => ({ settings: { ...set } })) }
  conversation.turns.push(turn)
  const view = addTurn(turn)
  question.value = ''
  images.set([])
  edit(false)
  view.node.scrollIntoView({ block: 'start' })
  view.follow(begin)()
}

/** Takes the last question back into the field; sent again it takes the place of what it was. */
function edit(on) {
  const last = conversation.turns.at(-1)
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
  } else if (event.key === 'ArrowUp' && question.value === '' && conversation.turns.length) {
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

function exported(id) {
  const of = conversations.get(id)
  if (of)
    saveText(
      conversationMarkdown(of),
      `${
        of.title
          .replace(/[^\p{L}\p{N}]+/gu, '-')
          .replace(/^-+|-+$/g, '')
          .slice(0, 60) || 'conversation'
      }.md`,
      'text/markdown',
    )
}

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
  const words = settings.map((set) => settingsWords(set).join(', ') || 'as configured')
  byId('settings-words').textContent = settings.length > 1 ? `${words[0]} against ${words[1]}` : settingsWords(settings[0]).join(', ')
}
let choosing = false
byId('settings').addEventListener('click', async () => {
  if (choosing) return
  choosing = true
  // read anew each time: models and prompts may have changed since the page was opened
  const choices = await whileBusy(readChoices())
  choosing = false
  openSettings({
    choices,
    settings,
    onChange: (next) => {
      settings = next
      storeSettings(next)
      showSettings()
    },
  })
})

onCredentials(() => {
  settings = lastSettings()
  showSettings()
})
showSettings()
toggleHistory(!matchMedia('(max-width: 60rem)').matches)
openConversation(new URLSearchParams(location.search).get('c') ?? undefined)
