import { element } from '../parts/element.js'

const SHOWN_MS = 2000

/**
 * The id of a request as one quotes it in a report, with a button that copies it; undefined without an id.
 * @param {string | undefined} id
 * @param {string} [what] what it is the id of
 */
export function requestId(id, what = 'Request') {
  if (!id) return undefined
  const value = element('span', { className: 'mono' }, id)
  const button = element(
    'button',
    { type: 'button', className: 'copy', 'aria-label': `Copy ${what.toLowerCase()} id`, onclick: copy },
    'Copy',
  )
  let timer

  async function copy() {
    try {
      await navigator.clipboard.writeText(id)
      button.textContent = 'Copied'
    } catch {
      // Without the right to the clipboard the id is selected, to be copied by hand.
      getSelection().selectAllChildren(value)
      button.textContent = 'Selected'
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = 'Copy'
    }, SHOWN_MS)
  }
  return element('span', { className: 'small soft request' }, `${what} `, value, ' ', button)
}
