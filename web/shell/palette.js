import { apiJson } from '../api/api.js'
import { documentPath } from '../api/document-path.js'
import { element } from '../parts/element.js'
import { openDialog } from '../parts/open-dialog.js'
import { asksForNothing, credentials } from './session.js'

const TYPING_MS = 150
const MOST_DOCUMENTS = 6
const MAX_MANUAL_PAGES = 4
const API_REFERENCE = { title: 'API reference', where: 'Documentation', href: '/docs/api' }

/** Where nobody is signed in the palette does not ask for it: pages and actions can be found all the same. */
const mayAsk = () => {
  const { key, token } = credentials()
  return Boolean(key || token) || asksForNothing()
}

/** All words of the search begin a word of the text. */
const fits = (text, words) => {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => parts.some((part) => part.startsWith(word)))
}
const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** What can be done wherever one is, and on this page: its buttons that have `data-command`. */
function actionsNow({ toggleTheme, showKeyboardMap }) {
  const here = [...document.querySelectorAll('main [data-command]')].filter((node) => node.checkVisibility() && !node.disabled)
  return [
    ...here.map((node) => ({ title: node.dataset.command || node.textContent.trim(), where: 'On this page', run: () => node.click() })),
    { title: 'Switch between light and dark', where: 'Action', keys: 't', run: toggleTheme },
    { title: 'Show the keyboard map', where: 'Action', keys: '?', run: showKeyboardMap },
    { title: 'Open or close the navigation', where: 'Action', run: () => document.getElementById('side-toggle').click() },
  ]
}

const pagesNow = () =>
  [...document.querySelectorAll('.nav a[data-key]')].map((link) => ({
    title: link.textContent,
    where: link.closest('.group').dataset.group,
    href: link.href,
    keys: `g ${link.dataset.key}`,
  }))

/** Documents whose name has these words, as the list of uploads finds them. */
async function documentsOf(text) {
  const uploads = await apiJson(`/api/v2/upload/list?${new URLSearchParams({ q: text, limit: String(MOST_DOCUMENTS) })}`)
  // the newest upload of a document stands first, and stands for those that it replaced
  const newest = new Map(uploads.toReversed().map((upload) => [upload.document_id, upload]))
  return uploads
    .filter((upload) => newest.get(upload.document_id) === upload)
    .map(({ upload_id: id, filename }) => ({ title: filename, where: 'Document', href: documentPath(id) }))
}

/** Pages of the documentation that match. */
async function manualPagesOf(text) {
  const { items } = await apiJson(`/docs/search?${new URLSearchParams({ q: text, limit: String(MAX_MANUAL_PAGES) })}`)
  return items.map(({ title, path }) => ({ title, where: 'Documentation', href: path }))
}

/**
 * Opens the palette: one field that finds pages, documents and actions, moved through by the arrow keys.
 * @param {{ toggleTheme: () => void, showKeyboardMap: () => void }} can
 */
export async function openPalette(can) {
  if (document.querySelector('dialog[open]')) return
  const fixed = [...pagesNow(), API_REFERENCE, ...actionsNow(can)]
  let found = []
  let shown = []
  let at = 0
  let turn = 0
  let typing

  const list = element('ul', { id: 'palette-list', role: 'listbox', 'aria-label': 'What was found' })
  const said = element('p', { className: 'unseen', role: 'status' })
  const field = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Search pages, documents and actions',
    'aria-expanded': 'true',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
    placeholder: 'Go to a page, find a document, do something',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: true,
    oninput: search,
    onkeydown: move,
  })

  let leave
  const chosen = await openDialog({ title: 'Search', className: 'palette', light: true }, (title, close) => {
    leave = close
    title.className = 'unseen'
    draw()
    return [title, field, list, said]
  })
  clearTimeout(typing)
  if (chosen?.run) chosen.run()
  else if (chosen) location.assign(chosen.href)

  function search() {
    clearTimeout(typing)
    const mine = ++turn
    const text = field.value.trim()
    found = found.filter(({ title }) => fits(title, wordsOf(text)))
    at = 0
    draw()
    if (!text) return
    typing = setTimeout(async () => {
      const searches = [mayAsk() ? documentsOf(text) : [], manualPagesOf(text)]
      const answers = await Promise.allSettled(searches)
      if (mine !== turn) return
      found = answers.flatMap(({ value = [] }) => value)
      draw()
    }, TYPING_MS)
  }

  function draw() {
    const text = field.value.trim()
    const words = wordsOf(text)
    const known = fixed.filter(({ title, where }) => fits(`${title} ${where}`, words))
    const question = text && { title: `Ask: ${text}`, where: 'Question', href: `/ask?q=${encodeURIComponent(text)}` }
    shown = [...known.slice(0, text ? 8 : known.length), ...(text ? found : []), ...(question ? [question] : [])]
    list.replaceChildren(...shown.map(option))
    said.textContent = `${shown.length} found`
    point()
  }

  function option(entry, i) {
    const keys = entry.keys?.split(' ').map((key) => element('kbd', {}, key)) ?? []
    return element(
      'li',
      { role: 'option', id: `palette-${i}`, onclick: () => leave(entry), onpointermove: () => i !== at && point(i) },
      element('span', { className: 'title' }, entry.title),
      element('span', { className: 'hint' }, entry.where),
      keys.length > 0 && element('span', { className: 'keys-of', 'aria-hidden': 'true' }, ...keys),
    )
  }

  function point(next = at) {
    at = Math.max(0, Math.min(next, shown.length - 1))
    for (const [i, node] of [...list.children].entries()) node.setAttribute('aria-selected', String(i === at))
    list.children[at]?.scrollIntoView({ block: 'nearest' })
    if (shown.length) field.setAttribute('aria-activedescendant', `palette-${at}`)
    else field.removeAttribute('aria-activedescendant')
  }

  function move(event) {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) point((at + step + shown.length) % shown.length)
    else if (event.key === 'Enter' && shown[at]) leave(shown[at])
    else return
    event.preventDefault()
  }
}
