import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { plural } from '../../parts/format.js'
import { whileBusy } from '../../shell/shell.js'
import { showAnswer } from './docs-answer.js'

const TYPING_MS = 120
const MIN_PREFIX = 3

const field = document.getElementById('manual-search')
const list = document.getElementById('manual-results')
const status = document.getElementById('manual-status')
let shown = []
let at = 0
let turn = 0
let typing

/** Makes the field search as the user types. Arrow keys move through the results, Enter opens one, Escape closes them. */
export function mountSearch() {
  field.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(search, TYPING_MS)
  })
  field.addEventListener('focus', () => shown.length > 0 && open(true))
  field.addEventListener('keydown', move)
  document.addEventListener('pointerdown', ({ target }) => target.closest('search') || open(false))
  list.addEventListener('pointerdown', (event) => event.preventDefault())
}

async function search() {
  const mine = ++turn
  const query = field.value.trim()
  if (query === '') {
    shown = []
    return open(false)
  }
  try {
    const { items } = await whileBusy(apiJson(`/docs/search?${new URLSearchParams({ q: query })}`))
    if (mine === turn) show(items, query)
  } catch (error) {
    if (mine !== turn) return
    shown = []
    open(false)
    document.getElementById('manual-answer').replaceChildren(failure(error, search))
  }
}

function show(items, query) {
  const ask = { title: `Ask: ${query}`, excerpt: 'Answer this question from the documentation.', question: query }
  shown = [...items, ask]
  at = 0
  list.replaceChildren(...shown.map((entry, i) => option(entry, i, query)))
  status.textContent = items.length === 0 ? 'No page found.' : `${plural(items.length, 'page')} found.`
  open(true)
  point()
}

function option({ title, heading, excerpt, question }, i, query) {
  return element(
    'li',
    {
      role: 'option',
      id: `manual-result-${i}`,
      className: question && 'ask',
      onclick: () => choose(shown[i]),
      onpointermove: () => i !== at && point(i),
    },
    element('span', { className: 'title' }, ...marked(title, question ? '' : query)),
    heading && heading !== title && element('span', { className: 'heading' }, ...marked(heading, query)),
    element('span', { className: 'excerpt' }, ...marked(excerpt, question ? '' : query)),
  )
}

/** Words of questions that say nothing about the page. */
const STOP_WORDS = new Set(
  'a an and are at be by can do does for from how i in is it me my of on or our that the to we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Text with `<mark>` around the words of the query, also in other forms of the same word. */
function marked(text, query) {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
  const fits = (piece) =>
    words.some((word) => piece === word || (Math.min(word.length, piece.length) >= MIN_PREFIX && sameBeginning(word, piece)))
  return text.split(/([\p{L}\p{N}]+)/u).map((piece) => (fits(piece.toLowerCase()) ? element('mark', {}, piece) : piece))
}

const sameBeginning = (a, b) => a.startsWith(b) || b.startsWith(a)

function choose({ path, question }) {
  open(false)
  field.blur()
  if (question) showAnswer(question)
  else location.assign(path)
}

function open(isOpen) {
  list.hidden = !isOpen
  field.setAttribute('aria-expanded', String(isOpen))
  if (!isOpen) field.removeAttribute('aria-activedescendant')
}

function point(next = at) {
  at = next
  for (const [i, node] of [...list.children].entries()) node.setAttribute('aria-selected', String(i === at))
  list.children[at].scrollIntoView({ block: 'nearest' })
  field.setAttribute('aria-activedescendant', `manual-result-${at}`)
}

function move(event) {
  if (event.isComposing || shown.length === 0) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (list.hidden && step) {
    open(true)
    point()
  } else if (list.hidden) return
  else if (step) point((at + step + shown.length) % shown.length)
  else if (event.key === 'Enter') choose(shown[at])
  else if (event.key === 'Escape') open(false)
  else return
  event.preventDefault()
  event.stopPropagation()
}
