import { api, apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { requestId } from '../../api/request-id.js'
import { confirm } from '../../parts/confirm.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { toast, toastError } from '../../parts/toast.js'
import { whileBusy } from '../../shell/shell.js'
import { fieldEditor } from './field-editor.js'
import { indexCard } from './index-card.js'
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
    // What an index holds is told where it can be had; the list stands without it.
    const [{ indexes }, stats] = await Promise.all([
      apiJson('/api/v2/search/indexes/live'),
      apiJson('/api/v2/knowledge/stats').catch(() => ({ indexes: [] })),
    ])
    const held = new Map(stats.indexes.map((index) => [index.name, index]))
    const cards = indexes.map((index) => indexCard(index, held.get(index.name), { onTemplate: template, onClear: clear, onDelete: remove }))
    byId('live').replaceChildren(
      cards.length
        ? element('ul', { className: 'card indexes' }, ...cards)
        : element(
            'div',
            { className: 'card empty' },
            element('strong', {}, 'There is no index yet.'),
            element('p', {}, 'Create the configured ones, or make one of your own with “New index”.'),
          ),
    )
  } catch (error) {
    byId('live').replaceChildren(failure(error, list))
  }
}

/** Shows or hides the form, which most who come here do not need. */
function unfold(open) {
  byId('create-part').hidden = !open
  byId('new-index').setAttribute('aria-expanded', String(open))
}

/** Puts an index's specification into the form, as the beginning of another one. */
function template(spec) {
  editor.set(spec)
  byId('mode').value = 'upsert'
  unfold(true)
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

async function clear(name) {
  const path = `/api/v2/search/indexes/clear/${encodeURIComponent(name)}`
  try {
    const what = heldWords(await whileBusy(apiJson(`${path}?dry_run=true`, { method: 'POST', json: {} })))
    const text = `${what} of ${name} go, and answers no longer draw on them. Their files stay and can be uploaded again.`
    if (!(await confirm({ title: 'Clear this index?', text, action: 'Clear', typed: name }))) return
    const { deleted } = await whileBusy(apiJson(path, { method: 'POST', json: {} }))
    toast(`${plural(deleted, 'passage')} of ${name} deleted.`)
  } catch (error) {
    toastError(error)
  }
  await list()
  document.querySelector(`[data-index="${CSS.escape(name)}"] button`)?.focus()
}

const heldWords = ({ documents, chunks }) => `${plural(documents, 'document')} with ${plural(chunks, 'passage')}`

async function remove(name) {
  const path = `/api/v2/search/indexes/${encodeURIComponent(name)}`
  try {
    const what = heldWords(await whileBusy(apiJson(`${path}?dry_run=true`, { method: 'DELETE' })))
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
byId('new-index').addEventListener('click', () => {
  unfold(byId('create-part').hidden)
  if (!byId('create-part').hidden) (shown() === 'fields' ? byId('index-name') : byId('spec')).focus()
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
