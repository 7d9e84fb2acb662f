import { adviceFor } from '../api/advice.js'
import { requestId } from '../api/request-id.js'
import { element, icon } from './element.js'

const polite = element('div', { role: 'status', 'aria-live': 'polite' })
const urgent = element('div', { role: 'alert', 'aria-live': 'assertive' })
const region = element('div', { className: 'toasts' }, urgent, polite)

const mount = () => region.isConnected || document.body.append(region)

/** A short confirmation that leaves by itself. */
export function toast(message) {
  mount()
  const node = card('toast', element('p', {}, message))
  polite.append(node)
  setTimeout(() => node.remove(), 6000)
}

/** A failure with what to do about it and the request id to quote. Stays until it is dismissed. */
export function toastError(error) {
  mount()
  const node = card(
    'toast error',
    element('strong', {}, error.message),
    element('span', { className: 'small' }, adviceFor(error)),
    requestId(error.requestId),
  )
  urgent.append(node)
  while (urgent.childElementCount > 3) urgent.firstElementChild.remove()
}

function card(className, ...content) {
  const node = element(
    'div',
    { className },
    element('div', {}, ...content),
    element(
      'button',
      { type: 'button', className: 'quiet compact icon', 'aria-label': 'Dismiss', onclick: () => node.remove() },
      icon('close'),
    ),
  )
  return node
}
