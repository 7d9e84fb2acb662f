import { apiJson } from '../../api/api.js'
import { element, icon } from '../../parts/element.js'
import { number } from '../../parts/format.js'
import { openDialog } from '../../parts/open-dialog.js'

/** Documents that are shown at once; others are found by their words. */
const SHOWN = 50
/** More than these make no question narrower. */
const MOST = 100
const TYPING_MS = 200

const nameOf = ({ title, source_file: name }) => title || name

/**
 * Lets somebody choose which documents are asked. Calls `onChange` with each change.
 * @param {{ chosen: { index: string, documents: { id: string, name: string }[] }, onChange: (chosen: object) => void }} of
 */
export async function pickDocuments({ chosen, onChange }) {
  const { indexes } = await apiJson('/api/v2/search/indexes/live')
  const first = indexes.find(({ alias }) => alias === 'default') ?? indexes[0]
  let index = indexes.some(({ name }) => name === chosen.index) ? chosen.index : (first?.name ?? '')
  let documents = [...chosen.documents]
  let asked = 0

  const list = element('ul', { className: 'picker-list' })
  const count = element('p', { className: 'hint', role: 'status' })
  const search = element('input', { type: 'search', id: 'picker-search', autocomplete: 'off', autofocus: true })
  const select = element(
    'select',
    { id: 'picker-index' },
    ...indexes.map(({ name, alias }) =>
      element('option', { value: name, selected: name === index }, alias && alias !== name ? `${alias} (${name})` : name),
    ),
  )

  const change = (next) => {
    documents = next
    onChange({ index: documents.length > 0 || index !== first?.name ? index : '', documents })
  }
  const toggle = (file, on) => {
    const { document_id: id } = file
    change(on ? [...documents, { id, name: nameOf(file) }] : documents.filter((known) => known.id !== id))
    tell()
  }
  let total = 0
  const tell = () => {
    const more = total > SHOWN ? ` ${number(total - SHOWN)} more are found by their words.` : ''
    const full = documents.length >= MOST ? ` At most ${MOST} can be chosen.` : ''
    count.textContent = `${documents.length === 0 ? 'All documents of the index are asked.' : `${documents.length} chosen.`}${more}${full}`
    for (const input of list.querySelectorAll('input')) input.disabled = !input.checked && documents.length >= MOST
  }

  async function load() {
    const turn = ++asked
    const query = new URLSearchParams({
      index,
      page_size: String(SHOWN),
      sort: 'name',
      ...(search.value.trim() ? { q: search.value.trim() } : {}),
    })
    try {
      const { items, pagination } = await apiJson(`/api/v2/knowledge/files?${query}`)
      if (turn !== asked) return
      total = pagination.total_items
      list.replaceChildren(...items.map(row))
      if (items.length === 0)
        list.replaceChildren(
          element('li', { className: 'soft' }, search.value ? 'No document has these words.' : 'This index holds no document.'),
        )
      tell()
    } catch (error) {
      if (turn === asked) list.replaceChildren(element('li', { className: 'notice error' }, error.message))
    }
  }
  function row(file) {
    const box = element('input', {
      type: 'checkbox',
      checked: documents.some(({ id }) => id === file.document_id),
      onchange: () => toggle(file, box.checked),
    })
    const name = file.title && file.title !== file.source_file && element('span', { className: 'hint' }, file.source_file)
    return element('li', {}, element('label', { className: 'choice' }, box, element('span', {}, nameOf(file), name && element('br'), name)))
  }

  let typing
  search.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(load, TYPING_MS)
  })
  select.addEventListener('change', () => {
    index = select.value
    change([])
    load()
  })
  load()
  await openDialog({ title: 'Which documents?', className: 'picker' }, (title) => [
    element(
      'form',
      { className: 'stack', method: 'dialog' },
      title,
      indexes.length > 1 && element('div', { className: 'field' }, element('label', { for: select.id }, 'Index'), select),
      element('div', { className: 'field' }, element('label', { for: search.id }, 'Find by title or file name'), search),
      list,
      count,
      element(
        'div',
        { className: 'actions' },
        element('button', { type: 'button', className: 'quiet', onclick: () => clear() }, 'All documents'),
        element('button', { type: 'submit', className: 'primary' }, 'Done'),
      ),
    ),
  ])

  function clear() {
    change([])
    for (const input of list.querySelectorAll('input')) input.checked = false
    tell()
  }
}

/** What is asked, as chips that take a document out again. */
export const scopeChips = ({ documents }, onRemove) =>
  documents.map(({ id, name }) =>
    element(
      'li',
      {},
      element('span', {}, name),
      element(
        'button',
        { type: 'button', className: 'quiet compact icon', 'aria-label': `Do not ask ${name} alone`, onclick: () => onRemove(id) },
        icon('close'),
      ),
    ),
  )

/** The filter that a choice of documents is, together with one that was written. */
export function filterOf({ documents = [], filter = '' }) {
  const ids = documents.map(({ id }) => id).join(',')
  const chosen = ids && `search.in(document_id, '${ids.replaceAll("'", "''")}', ',')`
  const written = filter.trim()
  return chosen && written ? `(${chosen}) and (${written})` : chosen || written
}
