import { apiJson } from '../../api/api.js'
import { element } from '../../parts/element.js'
import { openDialog } from '../../parts/open-dialog.js'
import { likelyModel } from './likely-model.js'

const ROOT = '/api/v2/models/connections'
const TITLES = { answers: 'Connect a model', embeddings: 'Connect an embedding model', rerank: 'Connect a reranking model' }
const ADDRESS = {
  answers: 'Of any OpenAI-compatible server, up to and with /v1. It may be on this machine or in your network.',
  embeddings: 'Of any OpenAI-compatible server, up to and with /v1. It may be on this machine or in your network.',
  rerank: 'Of a server that ranks, without /rerank (Cohere, Jina, vLLM, Text Embeddings Inference).',
}
const NOTES = {
  embeddings:
    'New documents and questions are embedded with this model from now on. Documents that are stored keep the vectors of the model before until you embed them anew, which this page offers then; where the lengths differ they are found by their words alone until then.',
  further:
    'It changes nothing by itself: a rebuild of an index can name it. Until that is cut over the index is searched by the embedder that it has now.',
  rerank: 'Passages are put into order where a question asks for it, or always by the setting retrieval › rerank.',
}

/**
 * Asks for a server, its key and its models, tests it, and connects it. Resolves with the new state, the connection's name and how its
 * test failed, where it did; undefined when nothing was done.
 * @param {{ kind: 'answers' | 'embeddings' | 'rerank', before: object, aliases: { alias: string }[] }} of `before`: a connection, or a server that was found
 */
export async function connectDialog({ kind, before, aliases }) {
  const list = element('datalist', { id: 'connect-models' })
  const address = textField('address', 'Address', {
    hint: ADDRESS[kind],
    value: before.base_url ?? '',
    placeholder: 'http://127.0.0.1:11434/v1',
  })
  const key = keyFields(before)
  const models = kind === 'answers' ? aliasFields(aliases, before) : [modelField(kind, before)]
  const note = NOTES[before.further || before.name?.startsWith('embeddings-') ? 'further' : kind]
  const said = element('p', { className: 'small said', role: 'status' })
  const problem = element('p', { className: 'notice error', role: 'alert', hidden: true })
  const fill = (names) => {
    list.replaceChildren(...names.map((name) => element('option', { value: name })))
    if (names.length > 0 && models.every(({ input }) => input.value === '')) models[0].input.value = likelyModel(kind, names)
  }
  if (before.models) fill(before.models)

  const fail = (message) => {
    problem.hidden = !message
    problem.textContent = message ?? ''
  }
  const connect = element('button', { type: 'submit', className: 'primary' }, 'Connect')
  // What was tested last, as it would be sent; anything that is changed is tested again before it is kept.
  let tested = { ok: false }
  const isTested = () => tested.body === JSON.stringify(wanted())
  const offer = () => {
    connect.textContent = isTested() && !tested.ok ? 'Connect anyway?' : 'Connect'
  }
  async function ask(pressed, words, body) {
    fail()
    said.textContent = words
    pressed.disabled = true
    try {
      const found = await apiJson(`${ROOT}/test`, {
        method: 'POST',
        json: { kind, base_url: address.input.value.trim(), ...(before.name ? { name: before.name } : {}), ...key.values(), ...body },
      })
      address.input.value = found.base_url
      fill(found.models)
      said.textContent = ''
      if (!found.ok) fail(found.error)
      return found.ok ? found : undefined
    } catch (error) {
      said.textContent = ''
      fail(error.message)
    } finally {
      pressed.disabled = false
    }
  }
  async function listModels(event) {
    const found = await ask(event.currentTarget, 'Asking for its models …', {})
    if (!found) return
    const count = found.models.length
    said.textContent =
      count === 0
        ? 'It answers, but lists no models: write the name.'
        : `${count} ${count === 1 ? 'model' : 'models'}, listed in ${found.latency_ms} ms.`
  }
  async function test(pressed) {
    const model = models.map(({ input }) => input.value.trim()).find(Boolean)
    if (!model && kind !== 'rerank') return void fail('Name a model first; “List models” shows what the server has.')
    const found = await ask(pressed, 'Asking the model …', model ? { model } : {})
    tested = { body: JSON.stringify(wanted()), ok: Boolean(found) }
    offer()
    if (!found) return
    const width = found.dimensions ? `, with vectors of ${found.dimensions} numbers` : ''
    said.textContent = `${model ?? 'It'} answers, in ${found.latency_ms} ms${width}.`
    return true
  }
  async function save(event, close) {
    event.preventDefault()
    // the server asks an embedder itself, and keeps none that gives no vector
    if (kind !== 'embeddings' && !isTested() && !(await test(connect))) return
    const why = problem.textContent
    fail()
    connect.disabled = true
    try {
      const name = nameOf(kind, before, address.input.value, models[0].input.value)
      const state = await apiJson(`${ROOT}/${name}`, { method: 'PUT', json: wanted() })
      close({ state, name, failure: isTested() && !tested.ok && why })
    } catch (error) {
      fail(error.message)
    } finally {
      connect.disabled = false
    }
  }
  function wanted() {
    const named = models.map(({ name, input }) => [name, input.value.trim()]).filter(([, model]) => model)
    const body = { base_url: address.input.value.trim(), ...key.values() }
    if (kind === 'answers') return { ...body, serves: Object.fromEntries(named) }
    return { ...body, ...(named[0] ? { model: named[0][1] } : {}) }
  }

  return openDialog({ title: before.name ? 'Change the connection' : TITLES[kind], className: 'connect-dialog' }, (title, close) => [
    element(
      'form',
      { className: 'stack', novalidate: true, oninput: offer, onchange: offer, onsubmit: (event) => save(event, close) },
      title,
      address.node,
      key.node,
      element('div', { className: 'row' }, element('button', { type: 'button', className: 'compact', onclick: listModels }, 'List models')),
      kind === 'answers'
        ? element(
            'fieldset',
            {},
            element('legend', {}, 'What it answers'),
            hint(
              'The model for each name that a question can ask for; “default” serves those that ask for none. Leave empty what stays as it is.',
            ),
            ...models.map(({ node }) => node),
          )
        : models[0].node,
      list,
      note && hint(note),
      said,
      problem,
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', onclick: () => close() }, 'Cancel'),
        element('button', { type: 'button', onclick: (event) => test(event.currentTarget) }, 'Test'),
        connect,
      ),
    ),
  ])
}

const hint = (words, id) => element('p', { className: 'hint', id }, words)

function textField(name, label, { hint: words, ...attributes } = {}) {
  const id = `connection-field-${name}`
  const input = element('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': words && `${id}-hint`,
    ...attributes,
  })
  const node = element('div', { className: 'field' }, element('label', { for: id }, label), input, words && hint(words, `${id}-hint`))
  return { name, input, node }
}

const aliasFields = (aliases, { serves = {} }) =>
  aliases.map(({ alias }) => textField(alias, alias, { value: serves[alias] ?? '', list: 'connect-models', placeholder: 'as it is' }))

const modelField = (kind, { model = '' }) =>
  textField('model', 'Model', {
    value: model,
    list: 'connect-models',
    ...(kind === 'rerank' ? { hint: 'Servers of one model need no name.' } : {}),
  })

/** How the key is given; what is typed is sent once and never shown again. */
function keyFields({ key = 'none', api_key_env = '' }) {
  const typed = textField('key', 'The key', {
    type: 'password',
    autocomplete: 'new-password',
    hint: 'Kept encrypted, and never shown again.',
  })
  const variable = textField('key-env', 'Name of the variable', {
    value: api_key_env,
    placeholder: 'MODEL_API_KEY',
    hint: 'A variable of the server that begins with MODEL_ and ends in KEY or TOKEN.',
  })
  const ways = [
    ['none', 'It asks for no key'],
    ['typed', 'A key that I type'],
    ['environment', 'From an environment variable'],
    ...(key === 'kept' ? [['kept', 'The key that is kept']] : []),
  ]
  const select = element(
    'select',
    { id: 'connect-key-way', onchange: show },
    ...ways.map(([value, words]) => element('option', { value }, words)),
  )
  select.value = key
  function show() {
    typed.node.hidden = select.value !== 'typed'
    variable.node.hidden = select.value !== 'environment'
  }
  show()
  const values = () => {
    if (select.value === 'typed') return { api_key: typed.input.value }
    if (select.value === 'environment') return { api_key_env: variable.input.value.trim() }
    return select.value === 'kept' ? { keep_key: true } : {}
  }
  const field = element('div', { className: 'field' }, element('label', { for: 'connect-key-way' }, 'Key'), select)
  return { node: element('div', { className: 'stack key' }, field, typed.node, variable.node), values }
}

/** What a connection is called in its address: the server's name, else its host and port. */
function nameOf(kind, { name, server, further }, address, model) {
  if (name) return name
  if (further) return `embeddings-${slugOf(model, 29) || 'other'}`
  if (kind !== 'answers') return kind
  const words = server ?? (URL.parse(address.includes('://') ? address : `http://${address}`)?.host || 'server')
  const slug = slugOf(words, 40)
  return slug === '' || slug.startsWith('embeddings') || slug === 'rerank' ? 'server' : slug
}

const slugOf = (words, most) =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replaceAll(/^-+|-+$/g, '')
