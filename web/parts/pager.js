import { element, icon } from './element.js'
import { number, plural } from './format.js'

/**
 * Draws where a list stands into its `<nav class="pager">`, with a way back and forth; hidden where there is one page.
 * @param {HTMLElement} pager
 * @param {object} pagination of the reply
 * @param {string} word what is listed, one of it
 * @param {(page: number) => void} go
 */
export function drawPager(pager, { page: here, total_pages: pages, total_items: items, has_next: next, has_previous: previous }, word, go) {
  const focused = pager.contains(document.activeElement) ? document.activeElement.getAttribute('aria-label') : undefined
  pager.hidden = pages < 2
  const to = (target, name, label, there) =>
    element(
      'button',
      { type: 'button', className: 'compact icon', 'aria-label': label, disabled: !there, onclick: () => go(target) },
      icon(name),
    )
  pager.replaceChildren(
    to(here - 1, 'back', 'Previous page', previous),
    element('span', { className: 'numbers' }, `Page ${number(here)} of ${number(pages)}, ${plural(items, word)}`),
    to(here + 1, 'forth', 'Next page', next),
  )
  // At the last page the button that led there has gone out.
  if (focused) (pager.querySelector(`[aria-label="${focused}"]:enabled`) ?? pager.querySelector('button:enabled'))?.focus()
}
