import { element, icon } from './element.js'

/** ", page 3" and what else tells where in its file a passage stands. */
export const placeOf = ({ page_number: page, section, speaker }) =>
  `${page ? `, page ${page}` : ''}${section ? `, ${section}` : ''}${speaker ? `, ${speaker}` : ''}`

/**
 * Opens the chunk that a citation or source names, its quote highlighted and scrolled to.
 * @param {{ filename?: string, page_number?: number, text?: string, quote?: string }} source
 * @param {string} [quote]
 */
export function openPassage(source, quote) {
  const text = source.text ?? quote ?? ''
  const at = quote ? text.indexOf(quote) : -1
  const marked = at >= 0 ? element('mark', {}, quote) : undefined
  const parts = marked ? [text.slice(0, at), marked, text.slice(at + quote.length)] : [text]
  const dialog = element(
    'dialog',
    { className: 'passage', 'aria-labelledby': 'passage-title' },
    element(
      'div',
      { className: 'passage-head' },
      element(
        'div',
        {},
        element('h2', { id: 'passage-title' }, source.filename ?? 'Unnamed file'),
        element('p', { className: 'hint' }, whereabouts(source)),
      ),
      element(
        'button',
        { type: 'button', className: 'quiet compact icon', 'aria-label': 'Close', onclick: () => dialog.close() },
        icon('close'),
      ),
    ),
    element('div', { className: 'text', tabindex: 0, role: 'region', 'aria-label': 'Passage' }, ...parts),
  )
  // A click on the backdrop is a click on the dialog element itself, outside its box.
  dialog.addEventListener(
    'click',
    (event) => event.target === dialog && event.clientX < dialog.getBoundingClientRect().left && dialog.close(),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  marked?.scrollIntoView({ block: 'center' })
}

const whereabouts = ({ page_number: page, section, speaker, chunk_index: chunk, score }) =>
  [
    page && `Page ${page}`,
    section,
    speaker,
    Number.isInteger(chunk) && `Passage ${chunk + 1}`,
    Number.isFinite(score) && `score ${score.toFixed(2)}`,
  ]
    .filter(Boolean)
    .join(' · ')
