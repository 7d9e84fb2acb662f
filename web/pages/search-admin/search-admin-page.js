import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { requestId } from '../../api/request-id.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { number, plural } from '../../parts/format.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { fieldEditor } from './field-editor.js'
import { schemaView } from './index-schema.js'
import { asSpec, sendSpec } from './send-spec.js'

const EXAMPLE = {
  name: 'my-index',
  fields: [
    { name: 'id', type: 'Edm.String', key: true, searchable: false },
    { name: 'text', type: 'Edm.String', searchable: true, filterable: false, facetable: false, sortable: false },
    { name: 'source_file', type: 'Edm.String', searchable: false },
    { name: 'chunk_index', type: 'Edm.Int32' },
  ],
}
const byId = (id) => document.getElementById(id)

const editor = fieldEditor(byId('fields'))

async function list() {
  try {
    const { indexes } = await apiJson('/api/v2/search/indexes/live')
    byId('live').replaceChildren(
      indexes.length
        ? element('ul', { className: 'card indexes' }, ...indexes.map(entry))
        : element('p', { className: 'card empty' }, 'There is no index yet. Create the configured ones, or one of your own below.'),
    )
  } catch (error) {
    byId('live').replaceChildren(failure(error, list))
  }
}

function entry({ name, alias, document_count: passages }) {
  const schema = element('div', { hidden: true })
  const toggle = element(
    'button',
    {
      type: 'button',
      className: 'compact',
      'aria-expanded': 'false',
      'aria-label': `Fields of ${name}`,
      onclick: () => open(name, toggle, schema),
    },
    'Fields',
  )
  return element(
    'li',
    { data: { index: name } },
    element(
      'div',
      { className: 'spaced' },
      element(
        'div',
        { className: 'index-name' },
        element('h3', {}, name),
        element(
          'span',
          { className: 'soft small numbers' },
          [alias && `alias ${alias}`, `${number(passages)} ${passages === 1 ? 'passage' : 'passages'}`].filter(Boolean).join(' · '),
        ),
      ),
      element(
        'div',
        { className: 'row' },
        toggle,
        element(
          'button',
          { type: 'button', className: 'compact danger', 'aria-label': `Clear ${name}`, onclick: () => clear(name, passages) },
          'Clear',
        ),
        // the index of an alias would be made again
        !alias &&
          element(
            'button',
            { type: 'button', className: 'compact danger', 'aria-label': `Delete ${name}`, onclick: () => remove(name) },
            'Delete',
          ),
      ),
    ),
    schema,
  )
}

async function open(name, toggle, place) {
  const shown = toggle.getAttribute('aria-expanded') === 'true'
  toggle.setAttribute('aria-expanded', String(!shown))
  place.hidden = shown
  if (shown || place.childElementCount) return
  try {
    const spec = await apiJson(`/api/v2/search/indexes/${encodeURIComponent(name)}`)
    place.replaceChildren(schemaView(spec, () => template(spec)))
  } catch (error) {
    place.replaceChildren(failure(error))
  }
}

/** Puts an index's specification into the form, as the beginning of another one. */
function template(spec) {
  editor.set(spec)
  byId('mode').value = 'upsert'
  say()
  show('fields')
  byId('index-name').focus()
}

const shown = () => (byId('source').hidden ? 'fields' : 'source')

/** Shows the specification as rows or as text. */
function show(view) {
  byId('fields').hidden = view !== 'fields'
  byId('source').hidden = view !== 'source'
  document.querySelector(`input[name="view"][value="${view}"]`).checked = true
}

function change(view) {
  say()
  if (view === 'source') byId('spec').value = `${JSON.stringify(editor.get(), undefined, 2)}\n`
  else
    try {
      editor.set(asSpec(byId('spec').value))
    } catch (error) {
      show('source')
      return say(error)
    }
  show(view)
}

async function clear(name, passages) {
  const text = `All ${plural(passages, 'passage')} of ${name} are deleted, and answers no longer draw on them. Their files stay and can be uploaded again.`
  if (!(await confirm({ title: 'Clear this index?', text, action: 'Clear', typed: name }))) return
  try {
    const { deleted } = await whileBusy(apiJson(`/api/v2/search/indexes/clear/${encodeURIComponent(name)}`, { method: 'POST', json: {} }))
    toast(`${plural(deleted, 'passage')} of ${name} deleted.`)
  } catch (error) {
    toastError(error)
  }
  await list()
  document.querySelector(`[data-index="${CSS.escape(name)}"] button`)?.focus()
}

async function remove(name) {
  const path = `/api/v2/search/indexes/${encodeURIComponent(name)}`
  try {
    const { documents, chunks } = await apiJson(`${path}?dry_run=true`, { method: 'DELETE' })
    const what = `${plural(documents, 'document')} with ${plural(chunks, 'passage')}`
    const text = `${name} goes with its fields, ${what}. Answers no longer draw on them. Their files stay and can be uploaded again.`
    if (!(await confirm({ title: 'Delete this index?', text, action: 'Delete', typed: name }))) return
    await whileBusy(apiJson(path, { method: 'DELETE' }))
    toast(`${name} was deleted, with ${what}.`)
  } catch (error) {
    toastError(error)
  }
  await list()
  byId('live').querySelector('button')?.focus()
}

/** Shows why the specification was refused, with the place in it; nothing when called without. */
function say(error) {
  const { path, line, column } = error?.details ?? {}
  byId('spec').setAttribute('aria-invalid', String(Boolean(error)))
  byId('spec-problem').replaceChildren(
    ...(error
      ? [
          element(
            'div',
            { className: 'notice error' },
            element('span', {}, error.message),
            path &&
              !error.message.includes(path) &&
              element('span', { className: 'small' }, 'At ', element('span', { className: 'mono' }, path)),
            requestId(error.requestId),
          ),
        ]
      : []),
  )
  if (shown() === 'fields') return editor.mark(path)
  if (!error) return
  byId('spec').focus()
  if (line) select(line, column)
}

function select(line, column) {
  const lines = byId('spec').value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0)
  byId('spec').setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0))
}

async function apply() {
  try {
    const { name, status } = await sendSpec(shown() === 'fields' ? JSON.stringify(editor.get()) : byId('spec').value, byId('mode').value)
    say()
    toast(`${name} was ${status}.`)
    await list()
  } catch (error) {
    say(error)
  }
}

byId('create').addEventListener('submit', (event) => {
  event.preventDefault()
  whileBusy(apply())
})
byId('spec-file').addEventListener('change', async ({ target }) => {
  const [file] = target.files
  target.value = ''
  if (!file) return
  byId('spec').value = await file.text()
  show('source')
  say()
  byId('spec').focus()
})
byId('create-all').addEventListener('click', async () => {
  try {
    const { results } = await (await whileBusy(api('/api/v2/search/indexes/create-all', { method: 'POST', json: {} }))).json()
    toast(
      results.every(({ status }) => status === 'exists')
        ? 'Every index that is configured is there.'
        : results.map((r) => `${r.alias}: ${r.status === 'exists' ? 'was there' : (r.message ?? r.status)}`).join(', '),
    )
  } catch (error) {
    toastError(error)
  }
  list()
})
for (const input of document.querySelectorAll('input[name="view"]')) input.addEventListener('change', () => change(input.value))
editor.set(EXAMPLE)
list()
