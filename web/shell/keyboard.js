import { element } from '../parts/element.js'
import { openDialog } from '../parts/open-dialog.js'

const OFF = 'millrace.keys-off'
/** After `g`, the letter has to follow within this time. */
const SEQUENCE_MS = 1500

const stored = () => {
  try {
    return localStorage.getItem(OFF) === '1'
  } catch {
    return false // Storage is switched off: the keys are on.
  }
}
let off = stored()
let waiting = Number.NEGATIVE_INFINITY

/** The pages that a key leads to, as the server has put them into the navigation. */
const links = () => [...document.querySelectorAll('a[data-key]')]

/** Listens for the keys of the console: Ctrl or ⌘ and `k` the palette, `?` the map, `/` the page's search, `t` the theme, `g` and a letter another page. */
export function mountKeyboard({ toggleTheme, openPalette }) {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) openPalette()
      return
    }
    if (event.key === 'Escape' && isTyping(event.target) && !event.target.closest('dialog')) return event.target.blur()
    if (off || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target))
      return
    if (document.querySelector('dialog[open]')) return
    const followed = performance.now() - waiting < SEQUENCE_MS
    waiting = Number.NEGATIVE_INFINITY
    const link = followed && links().find(({ dataset }) => dataset.key === event.key.toLowerCase())
    if (link) location.assign(link.href)
    else if (event.key === 'g') waiting = performance.now()
    else if (event.key === '?') showKeyboardMap()
    else if (event.key === 't') toggleTheme()
    else if (event.key !== '/' || !focusSearch()) return
    event.preventDefault()
  })
}

const isTyping = (target) =>
  target instanceof Element &&
  target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]')

/** The field that `/` reaches: the page's search, or what is asked on it. */
function focusSearch() {
  const field = [...document.querySelectorAll('main input[type=search], main textarea')].find((node) => node.checkVisibility())
  field?.focus()
  field?.select()
  return Boolean(field)
}

/** Shows which keys there are, with a switch for people whose own tools send single keys. */
export function showKeyboardMap() {
  if (document.querySelector('dialog.keys')) return
  openDialog({ title: 'Keyboard', className: 'keys', light: true }, (title) => [
    element(
      'form',
      { className: 'stack', method: 'dialog' },
      title,
      element('dl', {}, ...keyRows()),
      element(
        'label',
        { className: 'choice' },
        element('input', { type: 'checkbox', checked: !off, onchange: switchKeys }),
        element(
          'span',
          {},
          'Use these keys',
          element('br'),
          element('span', { className: 'hint' }, 'They rest while you type in a field.'),
        ),
      ),
      element('div', { className: 'actions' }, element('button', { type: 'submit', className: 'primary', autofocus: true }, 'Close')),
    ),
  ])
}

function keyRows() {
  const row = (words, ...keys) =>
    element('div', {}, element('dt', {}, ...keys.map((key) => element('kbd', {}, key))), element('dd', {}, words))
  return [
    row('Search pages, documents and actions', 'Ctrl', 'k'),
    row('This map', '?'),
    row('Search on this page, or the question', '/'),
    row('Light or dark', 't'),
    row('Leave a field, close what is open', 'Esc'),
    ...links().map(({ textContent, dataset }) => row(textContent, 'g', dataset.key)),
  ]
}

function switchKeys({ target }) {
  off = !target.checked
  try {
    if (off) localStorage.setItem(OFF, '1')
    else localStorage.removeItem(OFF)
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
}
