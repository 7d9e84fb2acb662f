import { adviceFor } from './advice.js'
import { element } from './element.js'

/** A notice of a call that failed: what, what to do, the request id, and a button to try again. */
export const failure = (error, again) =>
  element(
    'div',
    { className: 'notice error', role: 'alert' },
    element('span', {}, error.message, ' ', adviceFor(error.code)),
    error.requestId && element('span', { className: 'small soft' }, 'Request ', element('span', { className: 'mono' }, error.requestId)),
    again && element('div', {}, element('button', { type: 'button', className: 'compact', onclick: again }, 'Try again')),
  )
