import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { toast, toastError } from '../../parts/toast.js'
import { onCredentials } from '../../shell/session.js'
import { whileBusy } from '../../shell/shell.js'
import { connectDialog } from './connect-model-form.js'

const ROOT = '/api/v2/models/connections'
const root = document.getElementById('models')
/** Why the last test of a connection failed, by its name. */
const failedTests = new Map()
const button = (words, onclick, more = {}) => element('button', { type: 'button', className: 'compact', onclick, ...more }, words)

async function load() {
  try {
    draw(await apiJson(ROOT))
  } catch (error) {
    const refused = error.status === 401 || error.status === 403
    const why = element('p', { className: 'hint' }, 'Models are connected by an administrator.')
    root.replaceChildren(refused ? why : failure(error, () => whileBusy(load())))
  }
}

function draw(state) {
  root.replaceChildren(
    element('p', { className: 'lead' }, standing(state)),
    ...offers(state),
    part(
      'Answers',
      answers(state),
      state.connections.some(({ kind }) => kind === 'answers')
        ? button('Connect another model', () => open(state, 'answers'))
        : button('Connect a model', () => open(state, 'answers'), { className: 'compact primary' }),
    ),
    part(
      'Embeddings',
      embeddings(state),
      ownOf(state, 'embeddings') ? undefined : button('Connect embeddings', () => open(state, 'embeddings')),
      button('Connect one for rebuilds', () => open(state, 'embeddings', { further: true }), { className: 'compact quiet' }),
    ),
    part('Reranking', reranking(state), ownOf(state, 'rerank') ? undefined : button('Connect reranking', () => open(state, 'rerank'))),
  )
}

const ownOf = ({ connections }, name) => connections.find((connection) => connection.name === name)
const defaultOf = ({ aliases }) => aliases.find(({ alias }) => alias === 'default')

function standing(state) {
  const { provider, model, failing, connected } = defaultOf(state)
  if (failing ?? failedTests.get(connected))
    return `${model} is asked, but does not answer: answers are quotes from the documents until it does.`
  return provider === 'embedded' ? 'No language model is connected: answers are quotes from the documents.' : `${model} answers questions.`
}

/** Servers of this machine that nobody has connected yet. */
function offers(state) {
  const known = new Set(state.connections.map(({ base_url }) => base_url))
  return state.found
    .filter(({ base_url }) => !known.has(base_url))
    .map(({ server, base_url, models }) =>
      element(
        'div',
        { className: 'notice offer' },
        element(
          'span',
          {},
          `${server} seems to run on this machine, at ${base_url}`,
          models.length > 0 ? `, with ${models.slice(0, 3).join(', ')}${models.length > 3 ? ' and more' : ''}.` : ', without a model yet.',
        ),
        button(`Connect ${server}`, () => open(state, 'answers', { server, base_url, models })),
      ),
    )
}

const part = (title, content, ...add) =>
  element(
    'div',
    { className: 'connections card' },
    element('h3', {}, title),
    element('div', { className: 'connection-list' }, ...content),
    add.some(Boolean) && element('div', { className: 'row' }, ...add),
  )

function answers(state) {
  const own = state.connections.filter(({ kind }) => kind === 'answers')
  const none = own.length === 0 && defaultOf(state).provider === 'embedded'
  const others = state.aliases.filter(({ connected, provider }) => !connected && provider !== 'embedded')
  return [
    none && element('p', { className: 'small soft' }, 'Sentences of the documents are quoted, with their page.'),
    ...own.map((connection) => connectionCard(state, connection)),
    others.length > 0 &&
      element(
        'p',
        { className: 'small soft' },
        'By the configuration: ',
        others.map(({ alias, model }) => `${model} serves ${alias}`).join(', '),
        '.',
      ),
  ]
}

function embeddings(state) {
  const own = ownOf(state, 'embeddings')
  const { provider, model, dimensions } = state.embeddings
  const words = provider === 'embedded' ? 'Documents are compared by hashed words, without a model.' : `By the environment: ${model}.`
  const others = state.indexes.filter(({ fits, dimensions: width }) => !fits && width !== null)
  const fitting = own ? state.indexes.filter(({ fits }) => fits) : []
  const further = state.connections.filter(({ kind, name }) => kind === 'embeddings' && name !== 'embeddings')
  return [
    own ? connectionCard(state, own) : element('p', { className: 'small soft' }, words),
    ...others.map(({ name, dimensions: width }) =>
      element(
        'div',
        { className: 'notice warning offer' },
        element(
          'span',
          {},
          `The index ${name} holds vectors of ${width} numbers, and this embedder makes ${dimensions}. Until its documents are embedded anew they are found by their words alone.`,
        ),
        button(`Embed ${name} anew`, () => embedAgain(name)),
      ),
    ),
    fitting.length > 0 &&
      element(
        'div',
        { className: 'row' },
        ...fitting.map(({ name }) => button(`Embed ${name} anew`, () => embedAgain(name), { className: 'compact quiet' })),
      ),
    further.length > 0 && element('p', { className: 'small soft' }, 'For rebuilds of an index that name them:'),
    ...further.map((connection) => connectionCard(state, connection)),
  ]
}

/** Stored documents get vectors of the embedder that works now. */
async function embedAgain(index) {
  const sure = await confirm({
    title: `Embed the documents of ${index} anew?`,
    text: 'Each document passes the last two stages once more, which calls the embedding model for every passage that it has not seen. They can be asked meanwhile, by their words alone where the vectors have another length. It goes on when you leave this page; vectors of the model before are not kept.',
    action: 'Embed anew',
    keep: 'Not now',
  })
  if (!sure) return
  try {
    const { begun, skipped } = await whileBusy(apiJson('/api/v2/upload/embed-again', { method: 'POST', json: { index } }))
    toast(
      `${plural(begun, 'document')} to be embedded anew${skipped > 0 ? `, ${skipped} left out because something newer is under way` : ''}.`,
    )
    await load()
  } catch (error) {
    toastError(error)
  }
}

function reranking(state) {
  const own = ownOf(state, 'rerank')
  const words = state.rerank ? `By the environment: ${state.rerank.model}.` : 'No model puts the passages into order before they are used.'
  return [own ? connectionCard(state, own) : element('p', { className: 'small soft' }, words)]
}

const WHAT_TO_DO = 'See that the server runs and test it again, or change or disconnect it.'
const KEYS = { none: 'without a key', kept: 'with a kept key', environment: 'with the key of' }

function connectionCard(state, connection) {
  const { name, kind, base_url, key, api_key_env, serves, model, problem } = connection
  const result = element('p', { className: 'small', role: 'status' })
  const failing = problem ?? failedTests.get(name) ?? state.aliases.find(({ connected, failing }) => connected === name && failing)?.failing
  const note = element('p', { className: 'notice error', hidden: !failing }, `${failing} ${WHAT_TO_DO}`)
  const served = Object.entries(serves)
  return element(
    'div',
    { className: 'card padded connection' },
    element('strong', {}, model ?? [...new Set(Object.values(serves))].join(', ')),
    element('p', { className: 'small soft' }, base_url, ', ', KEYS[key], api_key_env && ` ${api_key_env}`, '.'),
    served.length > 0 &&
      element('p', { className: 'small' }, 'Serves ', served.map(([alias, called]) => `${alias} (${called})`).join(', '), '.'),
    note,
    result,
    element(
      'div',
      { className: 'row' },
      button('Test', (event) => test(connection, { result, note }, event.currentTarget), { 'aria-label': `Test ${name}` }),
      button('Change', () => open(state, kind, connection), { 'aria-label': `Change ${name}` }),
      button('Disconnect', () => disconnect(connection), { className: 'compact quiet', 'aria-label': `Disconnect ${name}` }),
    ),
  )
}

async function test({ name, kind, base_url, key, api_key_env, serves, model }, { result, note }, pressed) {
  pressed.disabled = true
  result.textContent = 'Asking …'
  const credentials = key === 'none' ? {} : key === 'environment' ? { api_key_env } : { keep_key: true }
  const asked = model ?? Object.values(serves)[0]
  try {
    const found = await apiJson(`${ROOT}/test`, { method: 'POST', json: { name, kind, base_url, ...credentials, model: asked } })
    result.textContent = found.ok ? `${asked ?? 'It'} answers, in ${found.latency_ms} ms.` : ''
    note.hidden = found.ok
    if (found.ok) return void failedTests.delete(name)
    failedTests.set(name, found.error)
    note.textContent = `${found.error} ${WHAT_TO_DO}`
  } catch (error) {
    result.textContent = ''
    toastError(error)
  } finally {
    pressed.disabled = false
  }
}

async function open(state, kind, before = {}) {
  const after = await connectDialog({ kind, before, aliases: state.aliases })
  if (!after) return
  if (after.failure) failedTests.set(after.name, after.failure)
  else failedTests.delete(after.name)
  draw(after.state)
  toast(after.failure ? 'Connected, though its test failed.' : 'Connected. It holds at once.')
}

async function disconnect({ name, base_url }) {
  const sure = await confirm({
    title: 'Disconnect this server?',
    text: `${base_url} is asked no more, and its key is removed. What the configuration and the environment say holds again.`,
    action: 'Disconnect',
  })
  if (!sure) return
  try {
    const state = await whileBusy(apiJson(`${ROOT}/${name}`, { method: 'DELETE' }))
    failedTests.delete(name)
    draw(state)
  } catch (error) {
    toastError(error)
  }
}

onCredentials(load)
await load()
if (location.hash === '#models') document.getElementById('models-title').scrollIntoView()
