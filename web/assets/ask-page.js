import { createAnswer } from './answer.js'
import { apiJson } from './api.js'
import { askStream } from './ask-stream.js'
import { plural } from './format.js'
import { mountShell, whileBusy } from './shell.js'

// Those of the default, and what a link into the document needs.
const FIELDS = ['id', 'filename', 'chunk_index', 'page_number', 'section', 'speaker', 'text', 'upload_id']

const byId = (id) => document.getElementById(id)

mountShell()

const form = byId('ask-form')
const question = byId('question')
let current

function requestOf(text) {
  const model = byId('model').value
  return {
    question: text,
    stream: true,
    fetch_args: { CloudSearchFetcher: { top_k: Number(byId('top').value), select_fields: FIELDS } },
    ...(model ? { override_config: { llm: model } } : {}),
  }
}

async function run(text) {
  current?.abort()
  const controller = new AbortController()
  current = controller
  const answer = createAnswer(text)
  byId('answers').prepend(answer.node)
  byId('stop').hidden = false
  byId('announcer').textContent = 'Looking for an answer.'
  const started = performance.now()
  try {
    const reply = await askStream(requestOf(text), answer.token, controller.signal)
    answer.done(reply, (performance.now() - started) / 1000)
    byId('announcer').textContent = `Answer ready: ${reply.answer} ${plural(reply.citations?.length ?? 0, 'citation')}.`
  } catch (error) {
    if (controller.signal.aborted) answer.stopped()
    else {
      answer.failed(error, () => start(text))
      byId('announcer').textContent = `No answer: ${error.message}`
    }
  } finally {
    if (current === controller) {
      current = undefined
      byId('stop').hidden = true
    }
  }
}

const start = (text) => whileBusy(run(text))

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const text = question.value.trim()
  if (!text) return question.focus()
  start(text)
  question.select()
})
question.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})
byId('stop').addEventListener('click', () => {
  current?.abort()
  question.focus()
})

async function listModels() {
  const models = await apiJson('/api/v2/models')
  const others = models.filter((m) => !m.is_default)
  for (const { alias } of others) byId('model').add(new Option(alias, alias))
  byId('model-choice').hidden = others.length === 0
}

// Without the list the default model answers.
listModels().catch(() => undefined)
question.focus()
